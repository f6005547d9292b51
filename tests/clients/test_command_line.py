"""``engined-client``, the commands without an engine beside them."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from engined.cli import CLIENT_COMMANDS
from engined_client.command_line import main
from tests.patience import PATIENCE
from tests.test_distributions import ROOT, build


def test_it_has_the_commands_that_ask_a_daemon(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == main(["--help"]) == 0
    assert capsys.readouterr().out.count(f"commands: {', '.join(sorted(CLIENT_COMMANDS))}\n") == 2
    assert main(["nosuch"]) == 2
    assert capsys.readouterr().err.startswith("engined: no command 'nosuch'; there are analyse, ")
    with pytest.raises(SystemExit):
        main(["book", "--help"])
    assert capsys.readouterr().out.startswith("usage: engined-client book ")


ALONE = """
import sys
from importlib.machinery import PathFinder

find = PathFinder.find_spec
PathFinder.find_spec = lambda name, *more: None if name == "engined" else find(name, *more)
sys.path.insert(0, sys.argv.pop(1))
from engined_client.command_line import main

code = main()
print(sorted({*sys.modules} & {"numba", "numpy", "engined"}))
sys.exit(code)
"""


def test_it_works_from_the_clients_wheel_alone(tmp_path: Path) -> None:
    """With no engine to be found, a daemon has to be elsewhere."""
    wheel = build(ROOT / "clients", "wheel", tmp_path)
    names = zipfile.ZipFile(wheel)
    entries = next(name for name in names.namelist() if name.endswith("entry_points.txt"))
    assert "engined-client = engined_client.command_line:main" in names.read(entries).decode()
    for command, said in (("status", "no daemon in"), ("variants", "there is no engine to start one")):
        run = subprocess.run(
            [sys.executable, "-c", ALONE, str(wheel), command],
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            cwd=tmp_path,
        )
        assert (run.returncode, run.stdout) == (3, "[]\n")
        assert said in run.stderr
