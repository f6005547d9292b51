"""Files of machine code, as several threads read them at a time."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from engined.kernels.compilation.machine_code import MachineCode, read, write

READERS = """
import sys, threading
from pathlib import Path
from engined.kernels.compilation.machine_code import read

sys.setswitchinterval(1e-6)
together = threading.Barrier(16)

def reads():
    together.wait()
    assert read(Path(sys.argv[1])).code == b"code"

threads = [threading.Thread(target=reads) for _ in range(16)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
"""


def test_the_first_files_may_be_read_on_several_threads_at_a_time(tmp_path: Path) -> None:
    """More than half of such processes crashed where msgspec looked into the type only then."""
    path = tmp_path / "part"
    write(path, MachineCode({"LINES": 8}, {}, b"code"))
    assert read(path).constants == {"LINES": 8}
    for _ in range(8):
        subprocess.run([sys.executable, "-c", READERS, str(path)], check=True, timeout=60)
