"""What `perf` is told of kernels."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from engined.kernels.compilation import perf_map
from engined.kernels.compilation.machine_code import Function, Linked, MachineCode
from engined.kernels.compilation.object_file import link, translate

pytestmark = pytest.mark.skipif(not Path("/proc").exists(), reason="perf is Linux's")

TEXT = """
define i64 @_ZN15engined_kernels6halvedB3v12Ex(i64 %number) noinline {
    %half = sdiv i64 %number, 2
    ret i64 %half
}

define void @kernel.outer(i64* %result, i64 %number) {
    %half = call i64 @_ZN15engined_kernels6halvedB3v12Ex(i64 %number)
    store i64 %half, i64* %result
    ret void
}
"""


@pytest.fixture
def file() -> Iterator[Path]:
    """What perf would read of this process, without what is there already."""
    path = perf_map.path_of(os.getpid())
    path.unlink(missing_ok=True)
    yield path
    path.unlink(missing_ok=True)


def linked() -> Linked:
    code = translate(link([TEXT], {"kernel.outer"}))
    kernels = Linked(MachineCode({}, {"outer": Function("kernel.outer", (1,), 1)}, code))
    assert kernels.outer(-42) == -21
    return kernels


def test_every_function_is_told_by_its_name(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ENGINED_PERF", "1")
    engine = vars(linked())["_engine"]
    told = {name: (int(at, 16), int(size, 16)) for at, size, name in map(str.split, file.read_text().splitlines())}
    assert told.keys() == {"halved", "kernel.outer"}
    assert told["kernel.outer"][0] == engine.get_function_address("kernel.outer")
    first, second = sorted(told.values())
    assert first[0] + first[1] <= second[0], "they do not overlap"
    assert file.stat().st_mode & 0o077 == 0


def test_nothing_is_told_unasked(file: Path) -> None:
    linked()
    assert not file.exists()


def test_what_others_have_put_there_is_not_written_to(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ENGINED_PERF", "1")
    (tmp_path / "dear").write_text("to me")
    file.symlink_to(tmp_path / "dear")
    with pytest.raises(OSError, match=str(file)):
        linked()
    assert (tmp_path / "dear").read_text() == "to me"
