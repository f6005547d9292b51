"""numba's front end, cut down to what kernel sources need: from functions of a source to LLVM IR.

A source says the types of its functions, knows int64, bool, float and sets of squares, and raises nothing. What numba
does for other programs is left out: to infer what a function gives (in one that calls itself, anew at each such call),
to look up what an operator gives at every place where it stands, passes that change nothing, exceptions. The search of
a board that nobody shipped (7x9, untrained) took 13.4 seconds of the CPU to get so far, and takes 3.7.
"""

from __future__ import annotations

from collections.abc import Callable
from types import FunctionType
from typing import Any

import numba
from llvmlite import ir
from numba.core import compiler, typed_passes, untyped_passes
from numba.core.callconv import BaseCallConv, Status
from numba.core.codegen import CodeLibrary
from numba.core.compiler_machinery import PassManager
from numba.core.errors import TypingError
from numba.core.registry import cpu_target
from numba.core.types.functions import BaseFunction

from ...boards import bits
from ..machine_code import Function
from .written import Written, under_way, words_of

_NO_ERROR = ir.Constant(ir.IntType(1), 0)
_PASSES = (
    untyped_passes.TranslateByteCode,
    untyped_passes.FixupArgs,
    untyped_passes.IRProcessing,
    untyped_passes.DeadBranchPrune,
    untyped_passes.ReconstructSSA,
    typed_passes.NopythonTypeInference,
    typed_passes.PreLowerStripPhis,
    typed_passes.IRLegalization,
    typed_passes.NativeLowering,
    typed_passes.NoPythonBackend,
)


class _Compiler(compiler.CompilerBase):  # type: ignore[misc]
    """numba's way through a function, without what changes nothing in a source."""

    def define_pipelines(self) -> list[PassManager]:
        passes = PassManager("kernel source")
        for each in _PASSES:
            passes.add_pass(each, each.__name__)
        passes.finalize()
        return [passes]


_OPTIONS = {"pipeline_class": _Compiler, "nogil": True, "error_model": "numpy", "boundscheck": False}


class Kernel(Written):
    """A function of a source, compiled when it is first called for."""

    def __init__(self, function: FunctionType, signature: Any, inline: bool) -> None:
        super().__init__(function, signature, inline)
        self.called = self._called()

    def entry(self) -> tuple[Function, str]:
        """The function that calls it, whose LLVM IR is a module of its own."""
        context, name = cpu_target.target_context, self._function.__name__
        module = context.create_module(name)
        callee = context.declare_function(module, self._made)
        kind = ir.FunctionType(ir.VoidType(), [bits.I64.as_pointer(), *(argument.type for argument in callee.args)])
        function = ir.Function(module, kind, f"kernel.{name}")
        builder = ir.IRBuilder(function.append_basic_block())
        place, *words = function.args
        result = builder.call(callee, words, attrs=("noinline",))
        builder.store(result, builder.bitcast(place, result.type.as_pointer()), align=8)
        builder.ret_void()
        takes = tuple(map(words_of, self._signature.args))
        return Function(function.name, takes, words_of(self._signature.return_type)), str(module)

    def _make(self) -> Any:
        compiled = numba.njit(self._signature, forceinline=self._inline, **_OPTIONS)(self._function)
        return compiled.overloads[self._signature.args].fndesc

    def _called(self) -> Any:
        signature = self._signature

        def generate(context: Any, builder: Any, _signature: Any, values: Any) -> Any:
            if self._made is not None:
                return context.call_internal(builder, self._made, signature, values)
            if under_way[-1] is not self:
                raise TypeError(f"{self._function.__name__} is called by what it calls")
            # Its own body is being made.
            _, result = context.call_conv.call_function(
                builder, builder.function, signature.return_type, signature.args, values
            )
            return result

        def define() -> Any:
            self.compile()
            return signature, generate

        return bits.as_intrinsic(self._function.__name__, signature.args, define)


class _Direct(BaseCallConv):  # type: ignore[misc]
    """How functions of sources call each other: arguments in, the result out, and no exceptions."""

    def _make_call_helper(self, _builder: Any) -> None:
        """Nothing is raised."""

    def return_value(self, builder: Any, value: Any) -> None:
        builder.ret(value)

    def return_user_exc(self, builder: Any, *_arguments: Any, **_more: Any) -> None:
        """A range of step 0, an index beyond a tuple."""
        bits.call(builder, "llvm.trap", ir.VoidType())
        builder.unreachable()

    def return_status_propagate(self, builder: Any, _status: Any) -> None:
        builder.unreachable()

    def get_return_type(self, gives: Any) -> Any:
        return self.context.data_model_manager[gives].get_return_type()

    def get_function_type(self, gives: Any, takes: Any) -> Any:
        return ir.FunctionType(self.get_return_type(gives), list(self._get_arg_packer(takes).argument_types))

    def get_arguments(self, function: Any) -> Any:
        return function.args

    def decorate_function(self, function: Any, names: Any, takes: Any, noalias: bool = False) -> None:
        self._get_arg_packer(takes).assign_names(function.args, [f"arg.{name}" for name in names])

    def call_function(self, builder: Any, callee: Any, gives: Any, takes: Any, values: Any) -> tuple[Status, Any]:
        result = builder.call(callee, self._get_arg_packer(takes).as_arguments(builder, values))
        status = Status(**dict.fromkeys(Status._fields) | {"is_error": _NO_ERROR})
        return status, self.context.get_returned_value(builder, gives, result)


class _Library(CodeLibrary):  # type: ignore[misc]
    """What numba keeps a compiled function in: here its LLVM modules go to the others of the part, and that is all."""

    def __init__(self, codegen: Any, name: str, modules: list[str]) -> None:
        super().__init__(codegen, name)
        self._modules = modules

    def add_ir_module(self, ir_module: Any) -> None:
        self._raise_if_finalized()
        self._modules.append(str(ir_module))

    def add_linking_library(self, library: Any) -> None:
        """What it calls is of the part, too."""

    def finalize(self) -> None:
        self._finalized = True

    def get_pointer_to_function(self, _name: str) -> int:
        """No Python wrapper."""
        return 0

    get_function = get_llvm_str = get_asm_str = None  # nothing is there to be looked at yet


def gather() -> list[str]:
    """Have what numba compiles in this process from now on come here, as LLVM modules; Python cannot call it."""
    context = cpu_target.target_context
    context.refresh()  # which compiles what numba itself needs
    codegen, modules = context.codegen(), list[str]()
    codegen.create_library = lambda name, **_: _Library(codegen, name, modules)
    codegen.set_env = lambda _name, _environment: None  # of Python's globals, for wrappers
    context.create_cpython_wrapper = context.create_cfunc_wrapper = lambda *_, **_options: None
    type(context).call_conv = _Direct(context)
    BaseFunction.get_call_type = _remembered(BaseFunction.get_call_type)  # type: ignore[method-assign]
    return modules


def _remembered(find: Callable[..., Any]) -> Callable[..., Any]:
    """What a call of a function gives, found once for these types of arguments: numba asks at every call, and again."""
    known: dict[Any, Any] = {}

    def get_call_type(function: Any, context: Any, takes: Any, named: Any) -> Any:
        call = function, tuple(takes), tuple(named.items())
        if call not in known:
            try:
                known[call] = find(function, context, takes, named)
            except TypingError as error:
                known[call] = error
        if isinstance(known[call], TypingError):
            raise known[call]
        return known[call]

    return get_call_type
