"""Records that are not small are read in a process of their own: whatever is in them takes no more memory and time than
this says, of no matter which kind they are, and the gateway does not wait meanwhile.
"""

from __future__ import annotations

import asyncio
import os
import resource
import sys
from dataclasses import dataclass

import msgspec

from ..notation import Notation
from ..terminal.command import Exit, WrongInput
from .messages import ReadRecord
from .records import read_record

SMALL = 64 << 10
"""Bytes that cannot take much, whatever they are: nobody waits for a process to start."""
MEMORY = 256 << 20
PROCESSOR_SECONDS = 5
WALL_SECONDS = 30.0
TOO_MUCH = "to read this takes too much memory or time: `engined convert` makes smaller files of it"

_records = msgspec.json.Decoder(ReadRecord)


@dataclass(frozen=True)
class Question:
    """The arguments of :func:`read_record` beside the file."""

    chosen: int
    usual: str
    notation: Notation


_questions = msgspec.json.Decoder(Question)


class RecordReader:
    """Reads them, those in a process one after the other."""

    def __init__(self) -> None:
        self._turn = asyncio.Semaphore(1)

    async def read(self, data: bytes, question: Question) -> ReadRecord:
        """Read a record as :func:`read_record` does. Raises WrongInput, also for what takes too much."""
        if len(data) <= SMALL:
            return await asyncio.to_thread(read_record, data, question.chosen, question.usual, question.notation)
        async with self._turn:
            return await _read_apart(data, question)


async def _read_apart(data: bytes, question: Question) -> ReadRecord:
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", __name__, str(MEMORY), str(PROCESSOR_SECONDS)),
        stdin=pipe,
        stdout=pipe,
        stderr=asyncio.subprocess.DEVNULL,
    )
    try:
        async with asyncio.timeout(WALL_SECONDS):
            said, _ = await process.communicate(msgspec.json.encode(question) + b"\n" + data)
    except TimeoutError:
        raise WrongInput(TOO_MUCH) from None
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    if process.returncode == Exit.FINE:
        return _records.decode(said)
    raise WrongInput(said.decode() if process.returncode == Exit.WRONG_INPUT else TOO_MUCH)


def main(memory: int, seconds: int) -> int:
    """Read what comes by standard input, and say what is in it, or what is wrong with it."""
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    os.nice(5)
    question, data = _questions.decode(sys.stdin.buffer.readline()), sys.stdin.buffer.read()
    try:
        record = read_record(data, question.chosen, question.usual, question.notation)
    except WrongInput as error:
        sys.stdout.buffer.write(str(error).encode("utf-8", "replace"))
        return Exit.WRONG_INPUT
    except MemoryError:
        return Exit.USAGE
    sys.stdout.buffer.write(msgspec.json.encode(record))
    return Exit.FINE


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
