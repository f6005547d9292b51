"""Random bytes, and records of every format with bytes changed, through the reader of records.

    python -m tests.bench.record_rubbish [--bytes N] [--records N] [--seed N]

For each kind: how many were given, how many games were read and how many faults were said, what was raised that no user
should see, the longest time that one took, and the most memory that the process has had.
"""

from __future__ import annotations

import random
import resource
import struct
import time
import traceback
from argparse import ArgumentParser
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from engined_client.files.games import FoundGame, Reading, games_in
from engined_client.terminal.command import WrongInput

SAMPLES = Path(__file__).parent.parent / "data" / "sgf"
MOVES = "f5d6c3d3c4f4c5b3c2e3d2c6b4b5f2"
BOARD = "-" * 27 + "O*------*O" + "-" * 27

GGF = (
    "(;GM[Othello]PC[GGS/os]DT[2003-12-15]PB[one]PW[R\u00e9mi]RB[2197.01]TI[15:00//02:00]TY[8k]KM[-0.500]RE[-8.00:r]"
    f"BO[8 {BOARD} *]"
    + "".join(f"{'BW'[at // 2 % 2]}[{MOVES[at : at + 2].upper()}/{at}.5/0.25]" for at in range(0, len(MOVES), 2))
    + ";)\n"
)
PGN = (
    '[Event "Open"]\n[Site "PlayOK"]\n[Black "A \\"B\\""]\n[White "C"]\n[Result "34-30"]\n'
    '[FEN "8/8/8/3Pp3/3pP3/8/8/8 b"]\n\n'
    "1. f5 d6 2. c3 {a comment} d3 (2... f6 3. e6)\n3. c4 f4 4. -- c5 34-30\n\n"
)
LINES = (
    f"% comment\n{MOVES}\n1. f5 d6 2. c3\n3. d3 c4\n\n{BOARD} X; A2:+38; C7:+36;\n{BOARD}O f5 d6\nstart\n"
    + "\n".join(BOARD[at : at + 8] for at in range(0, 64, 8))
)
WTHOR = struct.pack("<4BiHH4B", 20, 7, 5, 22, 3, 0, 1977, 8, 0, 24, 0) + 3 * struct.pack(
    "<3H2B60B", 1, 2, 3, 40, 38, 56, 64, 33, *[0] * 57
)


def samples() -> dict[str, list[bytes]]:
    """Whole records of each kind."""
    sgf = [path.read_bytes() for path in sorted(SAMPLES.glob("*.sgf"))]
    japanese = "(;GM[1]SZ[9]PW[\u5341]PB[\u672c\u56e0\u574a]C[\u8868];B[cc];W[dd](;B[ee])(;B[ff]))".encode("shift_jis")
    return {
        "sgf": [*sgf, japanese],
        "ggf": [(GGF * 3).encode(), GGF.encode("latin-1")],
        "pgn": [(PGN * 3).encode()],
        "lines": [LINES.encode(), LINES.replace("-", ".").encode("utf-16")],
        "wthor": [WTHOR],
    }


def mutated(data: bytes, draw: random.Random) -> bytes:
    """A record with some bytes changed, lost, moved or put in."""
    changed = bytearray(data)
    for _ in range(draw.randint(1, 8)):
        at, length = draw.randrange(len(changed) + 1), draw.randint(1, 40)
        match draw.randrange(7):
            case 0 if at < len(changed):
                changed[at] ^= 1 << draw.randrange(8)
            case 1:
                del changed[at : at + length]
            case 2:
                changed[at:at] = changed[draw.randrange(len(changed) + 1) :][:length]
            case 3:
                changed[at:at] = draw.randbytes(length)
            case 4:
                changed[at:at] = (
                    draw.choice((b"(;", b";)", b"[", b"]", b"\\", b'"', b"\n", b"{", b"--", b"\0")) * length
                )
            case 5:
                del changed[at:]
            case _:
                changed[at : at + 1] = draw.choice((b"9", b"*", b"/", b":", b"\xff", b"\x5c"))
    return bytes(changed)


@dataclass
class Tally:
    """What came of the records of a kind."""

    given: int = 0
    games: int = 0
    faults: int = 0
    raised: list[str] = field(default_factory=list)
    longest: float = 0.0

    def read(self, data: bytes) -> None:
        """Have one read to its end."""
        self.given += 1
        begun = time.perf_counter()
        try:
            for game in games_in(data, "file", Reading(warn=lambda text: None)):
                self.games += isinstance(game, FoundGame)
                self.faults += isinstance(game, WrongInput)
        except WrongInput:
            self.faults += 1
        except Exception:  # noqa: BLE001 - whatever it is, it is what is looked for
            self.raised.append(traceback.format_exc())
        self.longest = max(self.longest, time.perf_counter() - begun)


def rubbish(count: int, draw: random.Random) -> Iterator[bytes]:
    """So many random bytes: the half in one piece, the others in pieces of all sizes."""
    yield draw.randbytes(count // 2)
    left = count - count // 2
    while left > 0:
        size = min(left, int(2 ** draw.uniform(0, 20)))
        yield draw.randbytes(size)
        left -= size


def run(count: int, records: int, seed: int, tell: Callable[[str], None] = print) -> dict[str, Tally]:
    """Read it all, and tell a table."""
    draw = random.Random(seed)
    tallies = {"bytes": Tally()}
    for data in rubbish(count, draw):
        tallies["bytes"].read(data)
    for kind, whole in samples().items():
        tallies[kind] = Tally()
        for _ in range(records):
            tallies[kind].read(mutated(draw.choice(whole), draw))
    tell(f"{'kind':<6} {'given':>7} {'games':>8} {'faults':>8} {'raised':>6} {'longest s':>9}")
    for kind, tally in tallies.items():
        row = f"{tally.given:>7} {tally.games:>8} {tally.faults:>8} {len(tally.raised):>6} {tally.longest:>9.3f}"
        tell(f"{kind:<6} {row}")
    tell(f"memory: at most {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MiB")
    return tallies


def main() -> None:
    """The command line."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--bytes", type=int, default=20_000_000)
    parser.add_argument("--records", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    for tally in run(arguments.bytes, arguments.records, arguments.seed).values():
        for told in tally.raised[:3]:
            print(told)


if __name__ == "__main__":
    main()
