"""An engine as a process: lines in and lines out, each awaited no longer than until a deadline."""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import sys
from collections.abc import Mapping
from contextlib import suppress
from enum import StrEnum
from pathlib import Path

LONGEST_LINE = 1 << 20
"""Bytes of one line of an engine; a longer one is garbage."""
FAREWELL = 2.0
"""Seconds that an engine gets to end by itself."""
_QUOTED = 80


class End(StrEnum):
    """How a game ended."""

    SCORE = "score"
    """The game ended by the rules."""
    RESIGNED = "resigned"
    ILLEGAL = "illegal move"
    TIMEOUT = "timeout"
    CRASHED = "crashed"
    GARBAGE = "broke the protocol"
    TOO_LONG = "too long"
    """Broken off as a draw."""


class EngineFault(Exception):
    """An engine failed its part: how, and in which words."""

    def __init__(self, end: End, detail: str) -> None:
        super().__init__(f"{end}: {detail}" if detail else str(end))
        self.end = end
        self.detail = detail


class EngineProcess:
    """A running engine, alone in a process group of its own so that nothing of it survives."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        self._process = process
        self._stdin, self._stdout = process.stdin, process.stdout

    @classmethod
    async def start(
        cls, command: tuple[str, ...], folder: Path | None = None, stderr: Path | None = None
    ) -> EngineProcess:
        """Start a program; what it writes to stderr is appended to a file or dropped.

        The word ``engined`` that is on no PATH means this program. Raises EngineFault if it cannot be started.
        """
        words = list(command)
        if words[0] == "engined" and shutil.which("engined") is None:
            words[:1] = [sys.executable, "-m", "engined"]
        drain = os.open(stderr or os.devnull, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)
        try:
            process = await asyncio.create_subprocess_exec(
                *words,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=drain,
                cwd=folder,
                env=_environment(os.environ),
                limit=LONGEST_LINE,
                start_new_session=True,
            )
        except OSError as error:
            raise EngineFault(End.CRASHED, f"{words[0]} cannot be started: {error.strerror or error}") from None
        finally:
            os.close(drain)
        return cls(process)

    async def send(self, line: str, deadline: float) -> None:
        """Write a line. Raises EngineFault when the engine is gone or does not read."""
        try:
            self._stdin.write(f"{line}\n".encode())
            async with asyncio.timeout_at(deadline):
                await self._stdin.drain()
        except TimeoutError:
            raise EngineFault(End.TIMEOUT, f"it does not read {quoted(line)}") from None
        except (BrokenPipeError, ConnectionResetError):
            raise await self._crash(line) from None

    async def line(self, deadline: float) -> str:
        """The next line, without its end. Raises EngineFault when there is none by the deadline (a moment of
        the running loop's clock), when the engine is gone, or when the line never ends.
        """
        try:
            async with asyncio.timeout_at(deadline):
                raw = await self._stdout.readline()
        except TimeoutError:
            raise EngineFault(End.TIMEOUT, "") from None
        except ValueError:
            raise EngineFault(End.GARBAGE, f"a line of more than {LONGEST_LINE} bytes") from None
        if not raw:
            raise await self._crash("")
        return raw.decode("utf-8", "replace").rstrip("\r\n")

    async def end(self, word: str) -> None:
        """Ask the engine to end, and see that it does, with all that it started and with its pipes."""
        deadline = asyncio.get_running_loop().time() + FAREWELL
        try:
            await self.send(word, deadline)
            self._stdin.close()
            async with asyncio.timeout_at(deadline):
                # Not wait() alone: with its output unread, an engine that still writes would never end.
                await asyncio.gather(self._drained(), self._process.wait())
        except (EngineFault, TimeoutError):
            pass  # it is killed below, as is what it leaves behind
        finally:
            self.kill()
        await self._process.wait()  # which does not wait for the pipes when the end of the process is known
        self._stdin.close()
        with suppress(BrokenPipeError, ConnectionResetError):  # said already to whoever wrote
            await self._stdin.wait_closed()
        with suppress(TimeoutError):  # held open by what it started in a session of its own
            async with asyncio.timeout(FAREWELL):
                await self._drained()

    @property
    def processor_seconds(self) -> float | None:
        """Used of processors so far, by all threads of the engine; None where the system does not tell (proc(5))."""
        try:
            after_name = Path(f"/proc/{self._process.pid}/stat").read_text().rpartition(")")[2].split()
        except OSError:
            return None
        user, system = after_name[11:13]
        return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")

    def kill(self) -> None:
        """End the engine and its children at once; nothing happens if they are gone."""
        try:
            os.killpg(self._process.pid, signal.SIGKILL)
        except ProcessLookupError:
            return

    async def _drained(self) -> None:
        while await self._stdout.read(LONGEST_LINE):
            pass

    async def _crash(self, line: str) -> EngineFault:
        """The fault of an engine whose pipes are closed: with its exit code, once it has one."""
        try:
            async with asyncio.timeout(FAREWELL):
                code = await self._process.wait()
        except TimeoutError:
            return EngineFault(End.CRASHED, "it closed its output")
        after = f" after {quoted(line)}" if line else ""
        how = f"signal {signal.Signals(-code).name}" if code < 0 else f"exit code {code}"
        return EngineFault(End.CRASHED, f"{how}{after}")


def quoted(text: str) -> str:
    """A line of a stranger, short and printable."""
    return repr(text if len(text) <= _QUOTED else f"{text[:_QUOTED]}...")


def _environment(own: Mapping[str, str]) -> dict[str, str]:
    """Engines of ours keep no results unless told to: none may read what an earlier game has proven."""
    return {"ENGINED_STORE": "", **own}
