"""Commands that run to their end, each in a process of its own, forked from one that has imported what they need.

Python's start and the imports are most of what a short command takes. That commands start without this is tested where
they are started as users start them: on terminals, in the documentation, by GUIs.
"""

from __future__ import annotations

import atexit
import gc
import json
import os
import select
import signal
import socket
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cache
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryFile
from threading import Thread

from engined.cli import CLIENT_COMMANDS, TOOLS, main
from tests.patience import LONG, PATIENCE

ROOT = Path(__file__).parents[2]


def run(
    words: Sequence[str],
    *,
    stdin: str = "",
    timeout: float = LONG,
    env: Mapping[str, str] | None = None,
    cwd: Path | None = None,
) -> subprocess.CompletedProcess[str]:
    """Run ``engined`` with these words, where this process is and with its environment unless others are given. Raises
    subprocess.TimeoutExpired, with what was said until then.
    """
    command = json.dumps([list(words), dict(os.environ if env is None else env), str(cwd or Path.cwd())])
    read, typed = os.pipe()
    told, telling = os.pipe()
    with TemporaryFile() as request, TemporaryFile() as output, TemporaryFile() as errors, open(told) as fate:
        request.write(command.encode())
        request.seek(0)
        socket.send_fds(_parent(), [b"."], [request.fileno(), read, output.fileno(), errors.fileno(), telling])
        os.close(read)
        os.close(telling)
        typing = Thread(target=_type, args=(typed, stdin.encode()))
        typing.start()
        process = int(fate.readline())
        late = not select.select([fate], [], [], timeout)[0]
        if late:
            os.kill(process, signal.SIGKILL)
        code = int(fate.readline())
        typing.join()
        said = []
        for file in (output, errors):
            file.seek(0)
            said.append(file.read().decode().replace("\r\n", "\n"))
    if late:
        raise subprocess.TimeoutExpired(["engined", *words], timeout, *said)
    return subprocess.CompletedProcess(["engined", *words], code, *said)


def _type(pipe: int, text: bytes) -> None:
    """Write what a command is to read; it may have read enough before that."""
    with suppress(BrokenPipeError), open(pipe, "wb") as stdin:
        stdin.write(text)


@cache
def _parent() -> socket.socket:
    """The way to the process that forks; it ends with this one."""
    ours, its = socket.socketpair()
    with its:
        process = subprocess.Popen(
            [sys.executable, "-m", __name__, str(its.fileno())],
            cwd=ROOT,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            pass_fds=[its.fileno()],
        )
    atexit.register(_end, process, ours)
    return ours


def _end(process: subprocess.Popen[bytes], requests: socket.socket) -> None:
    requests.close()
    process.wait(PATIENCE)


def _fork(requests: socket.socket) -> None:
    """Fork for each request until there are no more; the process of a command comes back from here to run it."""
    while True:
        with suppress(ChildProcessError):
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        _, files, _, _ = socket.recv_fds(requests, 1, 5)
        if not files:
            sys.exit()
        if os.fork() == 0:
            requests.close()
            if (process := os.fork()) == 0:
                return _become(*files)
            told = files[-1]
            os.write(told, b"%d\n" % process)
            code = os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])
            os.write(told, b"%d\n" % code)
            os._exit(0)
        for file in files:
            os.close(file)


def _become(request: int, stdin: int, stdout: int, stderr: int, told: int) -> None:
    """Make this process the one of a command."""
    for number, file in enumerate((stdin, stdout, stderr)):
        os.dup2(file, number)
        os.close(file)
    os.close(told)
    with open(request) as asked:
        words, environment, folder = json.load(asked)
    os.environ.clear()
    os.environ.update(environment)
    os.chdir(folder)
    sys.path[1:1] = filter(None, environment.get("PYTHONPATH", "").split(os.pathsep))
    sys.argv[1:] = words


if __name__ == "__main__":
    modules = [f"engined_client.commands.{name}" for name in CLIENT_COMMANDS]
    modules += [f"engined.tools.{name}" for name in TOOLS]
    for module in modules:
        import_module(module)
    gc.freeze()
    _fork(socket.socket(fileno=int(sys.argv[1])))
    sys.exit(main())
