"""Building and caching: every trap that machine code kept on disk is known for."""

from __future__ import annotations

import os
import shutil
import stat
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from ctypes import addressof
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engined.families import FLIPPING
from engined.kernels import cpu
from engined.kernels.compilation import build, kernel_sources
from engined.kernels.compilation.machine_code import Function, Linked, MachineCode, write
from engined.kernels.compilation.object_file import link, translate
from engined.kernels.compilation.process import CompileRequest
from engined.kernels.layouts.layout import layout_of
from engined.rules.position import start
from engined.variants.catalogue import Catalogue
from engined.variants.model import Variant
from tests.patience import LONG

OTHELLO = Catalogue().get("othello-6x6")

FILE_NUMBER = """
def file_number(variant, part, cache):
    file = build.folder_of(variant, part, cache) / build.MACHINE_CODE
    return file.stat().st_ino if file.exists() else 0

"""
"""It changes when a file is written again."""

COUNT = (
    FILE_NUMBER
    + """
import sys
from pathlib import Path
from ctypes import addressof
from engined.families import FLIPPING
from engined.kernels.compilation import build
from engined.rules.position import start
from engined.variants.catalogue import Catalogue
part = Catalogue().get(sys.argv[1]), FLIPPING.perft_part, Path(sys.argv[2])
before = file_number(*part)
kernels = build.load(*part)
after = file_number(*part)
context = kernels.structure("SearchContext")()
boards = kernels.layout.boards(start(kernels.variant))
print(kernels.perft(*boards, int(sys.argv[3]), addressof(context)), int(before == after), after)
assert "numba" not in sys.modules
"""
)

OWN_TEXTS = (
    FILE_NUMBER
    + """
import sys
from pathlib import Path
import engined.search
engined.search.__path__.append(sys.argv[1])
from engined.kernels.compilation import build
from engined.kernels.compilation.kernel_sources import Part
from engined.kernels.layouts.layout import layout_of
from engined.variants.catalogue import Catalogue
own = Part("own", ("engined.search.own_kernels",), layout_of)
part = Catalogue().get("othello-6x6"), own, Path(sys.argv[2])
before = file_number(*part)
kernels = build.load(*part)
print(kernels.outer(5), int(before == file_number(*part)))
"""
)

OWN_KERNELS = """
from engined.kernels.prelude import int64, kernel
from engined.search.own_helper import step


@kernel("int64(int64, int64)")
def descend(depth, total):
    if depth == 0:
        return total
    return descend(depth - 1, {}) + step(total)


@kernel("int64(int64)")
def outer(depth):
    return descend(depth, 1)
"""

OWN_HELPER = """
from engined.kernels.prelude import inline


@inline
def step(total: int) -> int:
    return total + {}
"""


def process(script: str, *arguments: object, **environment: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", script, *map(str, arguments)],
        env={**os.environ, **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def output(running: subprocess.Popen[str]) -> list[int]:
    out, err = running.communicate(timeout=LONG)
    assert running.returncode == 0, err
    return [int(number) for number in out.split()][:2]


def count(kernels: build.Kernels, depth: int) -> int:
    context = kernels.structure("SearchContext")()
    leaves: int = kernels.perft(*kernels.layout.boards(start(kernels.variant)), depth, addressof(context))
    return leaves


def test_a_fresh_process_loads_what_another_has_compiled(tmp_path: Path) -> None:
    assert not build.is_warm(OTHELLO, FLIPPING.perft_part, tmp_path)
    assert output(process(COUNT, "othello-6x6", tmp_path, 7)) == [47740, 0]
    assert build.is_warm(OTHELLO, FLIPPING.perft_part, tmp_path)
    assert output(process(COUNT, "othello-6x6", tmp_path, 7)) == [47740, 1]


def test_two_processes_at_once_compile_once(tmp_path: Path) -> None:
    both = [process(COUNT, "othello-6x6", tmp_path, 7) for _ in range(2)]
    said = [running.communicate(timeout=LONG)[0].split() for running in both]
    assert [leaves for leaves, _, _ in said] == ["47740", "47740"]
    assert said[0][2] == said[1][2], "nobody has written it again"


def own_texts(folder: Path, argument: str, helped: int) -> Path:
    """A folder with a recursive kernel source of our own, and a helper text beside it."""
    folder.mkdir(exist_ok=True)
    (folder / "own_kernels.py").write_text(OWN_KERNELS.format(argument))
    (folder / "own_helper.py").write_text(OWN_HELPER.format(helped))
    return folder


def test_an_edited_helper_is_not_answered_from_the_cache(tmp_path: Path) -> None:
    folder, cache = tmp_path / "sources", tmp_path / "cache"
    own_texts(folder, "int64(7)", helped=0)
    assert output(process(OWN_TEXTS, folder, cache)) == [7 + 7 + 7 + 7 + 7 + 1, 0]
    assert output(process(OWN_TEXTS, folder, cache)) == [36, 1]
    own_texts(folder, "int64(7)", helped=10)
    assert output(process(OWN_TEXTS, folder, cache)) == [86, 0]


def test_recursion_with_a_literal(tmp_path: Path) -> None:
    """numba alone makes two functions of it, and aborts the next process that loads them."""
    folder, cache = own_texts(tmp_path / "sources", "7", helped=0), tmp_path / "cache"
    assert [output(process(OWN_TEXTS, folder, cache)) for _ in range(2)] == [[36, 0], [36, 1]]


DOUBLED = """
declare i64 @doubled(i64)

define void @outer(i64* %result, i64 %number) {
    %twice = call i64 @doubled(i64 %number)
    store i64 %twice, i64* %result
    ret void
}
"""
DOUBLE = """
define i64 @doubled(i64 %number) {
    %twice = shl i64 %number, 1
    ret i64 %twice
}
"""


def test_modules_become_one_object_file() -> None:
    code = MachineCode({}, {"outer": Function("outer", (1,), 1)}, translate(link([DOUBLED, DOUBLE], {"outer"})))
    assert Linked(code).outer(-21) == -42
    with pytest.raises(TypeError, match="doubled is called, and not there"):
        link([DOUBLED], {"outer"})


@pytest.mark.parametrize(
    "variant", ["othello-10x10", *(pytest.param(name, marks=pytest.mark.products) for name in ("othello", "nip"))]
)
def test_a_cpu_without_extensions(variant: str, cache: Path) -> None:
    wanted = {"othello": 390216, "othello-10x10": 392268, "nip": 365024}[variant]
    assert output(process(COUNT, variant, cache, 8, NUMBA_CPU_NAME="generic"))[0] == wanted


@pytest.mark.skipif(not cpu.target().features >= {"avx2", "bmi2"}, reason="needs a CPU with AVX2")
@pytest.mark.parametrize("variant", ["othello", pytest.param("othello-10x10", marks=pytest.mark.products)])
def test_a_cpu_with_avx2_and_no_more(variant: str, cache: Path) -> None:
    features = "+avx,+avx2,+bmi,+bmi2,+fma,+lzcnt,+popcnt,+sse4.2"
    wanted = {"othello": 390216, "othello-10x10": 392268}[variant]
    running = process(COUNT, variant, cache, 8, NUMBA_CPU_NAME="haswell", NUMBA_CPU_FEATURES=features)
    assert output(running)[0] == wanted


def test_the_folder_is_named_by_everything_that_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    first = build.folder_of(OTHELLO, FLIPPING.perft_part)
    assert first == build.folder_of(OTHELLO, FLIPPING.perft_part)
    folders = {
        first,
        build.folder_of(OTHELLO, FLIPPING.search_part),
        build.folder_of(Catalogue().get("othello-6x4"), FLIPPING.perft_part),
        build.folder_of(Catalogue().get("anti-othello-6x6"), FLIPPING.perft_part),
        build.folder_of(Catalogue().get("reversi-1890-6x6"), FLIPPING.perft_part),
        build.folder_of(Catalogue().get("reversi-original-6x6"), FLIPPING.perft_part),
        build.folder_of(Catalogue().get("othello"), FLIPPING.perft_part),
        build.folder_of(Catalogue().get("othello"), FLIPPING.perft_part, hand_made=False),
    }
    with monkeypatch.context() as patch:
        patch.setattr(cpu, "fingerprint", lambda: ("generic", "", ()))
        folders.add(build.folder_of(OTHELLO, FLIPPING.perft_part))
    with monkeypatch.context() as patch:
        edited = [replace(source, text=source.text + "\n") for source in kernel_sources.sources(FLIPPING.perft_part)]
        patch.setattr(kernel_sources, "sources", lambda part: tuple(edited))
        folders.add(build.folder_of(OTHELLO, FLIPPING.perft_part))
    with monkeypatch.context() as patch:
        patch.setattr(build, "version", lambda package: "0.0.1")
        folders.add(build.folder_of(OTHELLO, FLIPPING.perft_part))
    assert len(folders) == 11


def test_an_edited_generator_has_another_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = build.folder_of(OTHELLO, FLIPPING.perft_part)
    shutil.copytree(Path(build.__file__).parents[1], tmp_path, dirs_exist_ok=True)
    elsewhere = [source for source in build.GENERATOR if source not in build._written(tmp_path)]
    monkeypatch.setattr(build, "GENERATOR", [*build._written(tmp_path), *elsewhere])
    assert build.folder_of(OTHELLO, FLIPPING.perft_part) == first
    (tmp_path / "boards" / "bits.py").write_text("# edited")
    monkeypatch.setattr(build, "GENERATOR", [*build._written(tmp_path), *elsewhere])
    assert build.folder_of(OTHELLO, FLIPPING.perft_part) != first


def test_variants_that_differ_only_outside_of_kernels_share_them() -> None:
    names = ("othello", "handicap-1", "handicap-4")
    assert len({build.folder_of(Catalogue().get(name), FLIPPING.perft_part) for name in names}) == 1


def test_shared_kernels_keep_each_variant_apart(cache: Path) -> None:
    names = ("othello", "handicap-2")
    othello, handicap = (build.load(Catalogue().get(name), FLIPPING.perft_part, cache) for name in names)
    assert othello.linked is handicap.linked
    assert (count(othello, 6), count(handicap, 6)) == (8200, 8204)


PLANTED, COMPILED = (MachineCode({"NUMBER": number}, {}, b"") for number in (1, 2))


@pytest.fixture
def orders(monkeypatch: pytest.MonkeyPatch) -> list[CompileRequest]:
    """What is ordered to be compiled: nothing is, and ``COMPILED`` comes of it."""
    given: list[CompileRequest] = []

    def compile_at_once(order: CompileRequest) -> None:
        given.append(order)
        write(order.out, COMPILED)

    monkeypatch.setattr(build, "compile_in_process", compile_at_once)
    return given


def test_threads_share_one_compilation(
    orders: list[CompileRequest], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    all_ask, loaded = threading.Barrier(4), list[build.Kernels]()
    folder_of = build.folder_of

    def asked(*part: Any, **options: Any) -> Path:
        all_ask.wait()
        return folder_of(*part, **options)

    def compile_slowly(order: CompileRequest) -> None:
        time.sleep(0.05)  # the others come to where they would compile as well
        orders.append(order)
        write(order.out, COMPILED)

    monkeypatch.setattr(build, "folder_of", asked)
    monkeypatch.setattr(build, "compile_in_process", compile_slowly)

    def load() -> None:
        loaded.append(build.load(OTHELLO, FLIPPING.perft_part, tmp_path))

    threads = [threading.Thread(target=load) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(loaded) == 4
    assert len({id(kernels.linked) for kernels in loaded}) == len(orders) == 1
    assert not build._turns, "nobody loads any more"


@pytest.mark.parametrize("rest", [0, 20, 50, -1])
def test_a_torn_file_is_compiled_again(rest: int, orders: list[CompileRequest], tmp_path: Path) -> None:
    folder = build.folder_of(OTHELLO, FLIPPING.perft_part, tmp_path)
    build._make_private(folder)
    file = folder / build.MACHINE_CODE
    write(file, PLANTED)
    assert build.load(OTHELLO, FLIPPING.perft_part, tmp_path).NUMBER == 1
    file.write_bytes(file.read_bytes()[:rest])
    for _ in range(2):
        assert build.load(OTHELLO, FLIPPING.perft_part, tmp_path).NUMBER == 2
        assert len(orders) == 1


def test_a_folder_that_others_may_write_to_is_refused(tmp_path: Path) -> None:
    folder = build.folder_of(OTHELLO, FLIPPING.perft_part, tmp_path / "cache")
    folder.mkdir(parents=True)
    for place in (folder, folder.parent, folder.parent.parent):
        place.chmod(0o720)
        with pytest.raises(build.UnsafeCache, match=f"others may write to {place}"):
            build.load(OTHELLO, FLIPPING.perft_part, tmp_path / "cache")
        place.chmod(0o700)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a folder away")
def test_a_folder_of_somebody_else_is_refused(tmp_path: Path) -> None:
    folder = build.folder_of(OTHELLO, FLIPPING.perft_part, tmp_path / "cache")
    folder.mkdir(parents=True, mode=0o700)
    os.chown(folder, 12345, 12345)
    with pytest.raises(build.UnsafeCache, match="another user"):
        build.load(OTHELLO, FLIPPING.perft_part, tmp_path / "cache")


def opened_to_all(path: Path) -> None:
    path.chmod(0o666)


def opened_to_a_group(path: Path) -> None:
    path.chmod(0o660)


def given_away(path: Path) -> None:
    if os.geteuid() != 0:
        pytest.skip("only root can give a file away")
    os.chown(path, 12345, 12345)


def a_link(path: Path) -> None:
    path.rename(path.with_name("elsewhere"))
    path.symlink_to("elsewhere")


def a_pipe(path: Path) -> None:
    path.unlink()
    os.mkfifo(path, 0o600)


@pytest.mark.parametrize("leave", [opened_to_all, opened_to_a_group, given_away, a_link, a_pipe])
def test_what_others_may_have_written_is_not_loaded(
    leave: Callable[[Path], None], orders: list[CompileRequest], tmp_path: Path
) -> None:
    """Left in a folder that was open to all then, and is its owner's alone now."""
    folder = build.folder_of(OTHELLO, FLIPPING.perft_part, tmp_path)
    build._make_private(folder)
    write(folder / build.MACHINE_CODE, PLANTED)
    assert build.is_warm(OTHELLO, FLIPPING.perft_part, tmp_path)
    leave(folder / build.MACHINE_CODE)
    assert not build.is_warm(OTHELLO, FLIPPING.perft_part, tmp_path)
    assert build.load(OTHELLO, FLIPPING.perft_part, tmp_path).NUMBER == 2
    state = (folder / build.MACHINE_CODE).lstat()
    assert (state.st_uid, stat.filemode(state.st_mode)) == (os.geteuid(), "-rw-------")


def test_code_that_is_this_users_own_is_loaded(tmp_path: Path) -> None:
    folder = build.folder_of(OTHELLO, FLIPPING.perft_part, tmp_path)
    build._make_private(folder)
    write(folder / build.MACHINE_CODE, PLANTED)
    assert build.load(OTHELLO, FLIPPING.perft_part, tmp_path).NUMBER == 1


@pytest.mark.parametrize("name", ["lock", "machine-code.part"])
def test_a_link_that_was_left_in_a_folder_leads_nowhere(
    name: str, orders: list[CompileRequest], tmp_path: Path
) -> None:
    folder = build.folder_of(OTHELLO, FLIPPING.perft_part, tmp_path)
    build._make_private(folder)
    (tmp_path / "mine").write_text("dear to me")
    (folder / name).symlink_to(tmp_path / "mine")
    assert build.load(OTHELLO, FLIPPING.perft_part, tmp_path).NUMBER == 2
    assert (tmp_path / "mine").read_text() == "dear to me"


def test_new_folders_are_private(orders: list[CompileRequest], tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    build.load(OTHELLO, FLIPPING.perft_part, cache)
    folder = build.folder_of(OTHELLO, FLIPPING.perft_part, cache)
    assert [place.stat().st_mode & 0o777 for place in (folder, folder.parent, cache)] == [0o700] * 3


def test_old_folders_are_removed(orders: list[CompileRequest], tmp_path: Path) -> None:
    names = ("moves-" + "0" * 32, "moves-" + "1" * 32, "x")
    unused, recent, foreign = (tmp_path / "kernels" / name for name in names)
    for folder in (unused, recent, foreign):
        folder.mkdir(parents=True)
        folder.chmod(0o700)
        (folder / build.MACHINE_CODE).touch()
    for place in (tmp_path, tmp_path / "kernels"):
        place.chmod(0o700)
    long_ago = time.time() - 2 * build.KEPT_SECONDS
    for folder in (unused, foreign):
        os.utime(folder / build.MACHINE_CODE, (long_ago, long_ago))
    build.load(OTHELLO, FLIPPING.perft_part, tmp_path)
    assert not unused.exists()
    assert recent.exists()
    assert foreign.exists()


def test_the_cache_folder_can_be_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ENGINED_CACHE", "/somewhere")
    assert build.default_cache() == Path("/somewhere")
    monkeypatch.delenv("ENGINED_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", "/else")
    assert build.default_cache() == Path("/else/engined")
    monkeypatch.delenv("XDG_CACHE_HOME")
    assert build.default_cache() == Path.home() / ".cache" / "engined"


def test_a_variant_without_kernels_is_refused(cache: Path) -> None:
    board = OTHELLO.board
    third = Variant("three", board, seats=(*OTHELLO.seats, OTHELLO.seats[0]))
    with pytest.raises(ValueError, match="three has no kernel: more than two seats"):
        build.load(third, FLIPPING.perft_part, cache)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("from engined.kernels.prelude import flips as f\n", "own_text.py:1: .* imports names as they are"),
        ("from engined.search.two_sided.perft import perft\n\nperft = 1\n", "own_text.py:3: perft is also a name of"),
        (
            "from engined.kernels.prelude import flips\n\nFULL = 1\n",
            "own_text.py:3: FULL is also a name of the prelude",
        ),
        (
            "from engined.kernels.prelude import flips\nfrom own_constants import FULL\n",
            "own_text.py:2: FULL is also a name of the prelude",
        ),
        ("from engined.search.missing import x\n", "engined.search.missing: no such module"),
        ("from engined.search.random import dice\n", "own_text.py:1: engined.search.random has no dice"),
    ],
)
def test_faulty_texts(text: str, fault: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "own_text.py").write_text(text)
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(kernel_sources.SourceError, match=fault):
        kernel_sources.bare(kernel_sources.Part("own", ("own_text",), layout_of))


def test_an_interface_must_be_bound_to_a_text_that_has_its_names() -> None:
    sources, implementations = (
        ("engined.search.many_seats.perft",),
        (("engined.search.game", "engined.search.many_seats.seats"),),
    )
    with pytest.raises(
        kernel_sources.SourceError, match=r"perft.py:\d+: engined.search.many_seats.seats has no captured_by"
    ):
        kernel_sources.bare(kernel_sources.Part("own", sources, layout_of, implementations))
    with pytest.raises(kernel_sources.SourceError, match=r"engined\.search\.game: no such module"):
        kernel_sources.bare(kernel_sources.Part("own", sources, layout_of))


def test_lines_are_those_of_the_file() -> None:
    """Tracebacks and debuggers show the source's own lines."""
    sources = kernel_sources.bare(FLIPPING.perft_part)
    assert len(sources) > 3
    for text in sources:
        written = Path(text.path).read_text(encoding="utf-8").splitlines()
        lines = text.bare.splitlines()
        assert len(lines) == len(written)
        assert all(line in (old, "") for line, old in zip(lines, written, strict=True))
        assert sum(map(bool, lines)) > sum(map(bool, written)) // 3
