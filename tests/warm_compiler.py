"""What every compiler imports, and has numba compile for itself, before the first text: half of the time of a short
part. It is imported by the process that compilers are forked from (:mod:`tests.forked_compiler`).
"""

import gc

from numba.core.registry import cpu_target

from engined.kernels.compilation import binding, compiler  # noqa: F401
from engined.kernels.compilation.front_end import fast  # noqa: F401

cpu_target.target_context.refresh()
gc.freeze()
