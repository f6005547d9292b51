"""Games of Go against another program, by GTP: does each end, and how soon after the last change of what it counts?

    python -m tests.bench.go_endings --games 40 \\
        --against "gnugo --mode gtp --never-resign --level 8 --{rules}-rules --seed {seed}"

Colours and scoring (``japanese``, ``chinese``) take turns; four stones are placed at random first. With ``--opened-by``
a program plays as many further plies by itself, so that only the end of a game on a large board is played. The count is
the engine's own, by area in every game, so a stone in a territory changes nothing, whether it is answered or not. For
each game: what both programs say of the score, the stones placed after the last change of the count, whose they are,
and where: in the mover's own territory, in the other's, or on points of nobody's.
"""

from __future__ import annotations

import json
import random
import shlex
import subprocess
import sys
from argparse import ArgumentParser
from collections import Counter
from pathlib import Path
from statistics import median
from typing import NamedTuple

from engined.rules.position import PASS, Move, start
from engined.rules.removal import Removal
from engined.variants.catalogue import Catalogue
from engined.variants.model import EMPTY
from engined_protocol.gtp.coordinates import Coordinates, Dialect
from engined_protocol.notation import parse_square, square_name

COLOURS = ("black", "white")
RULES = ("japanese", "chinese")
KOMI = 7
LONGEST = 3
"""Plies for each point after which a game is undecided."""
LOOKED_AT = 40
"""Plies from the end whose positions are counted."""
COUNTING_VISITS = 1_500
MOST = 4
"""Stones after the last change of the count in a game that ended in time."""
VERTICES = Coordinates(Dialect.GO)


class Program:
    """A program that speaks GTP."""

    def __init__(self, command: str) -> None:
        self._command = command
        self._process = subprocess.Popen(
            shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )

    def ask(self, line: str) -> str:
        """The answer. Raises ValueError where it is an error, and EOFError where the program has ended."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(line + "\n")
        self._process.stdin.flush()
        answer = ""
        while not answer.endswith("\n\n"):
            read = self._process.stdout.readline()
            if not read:
                raise EOFError(f"{self._command}: has ended at {line!r}")
            answer += read
        if answer.startswith("?"):
            raise ValueError(f"{self._command}: {line!r}: {answer.strip()}")
        return answer[1:].strip()

    def end(self) -> None:
        """End it."""
        self.ask("quit")
        self._process.wait(10)


class Needless(NamedTuple):
    """A stone after the last change of the count."""

    ply: int
    who: str
    """``engine`` or ``other``."""
    move: str
    where: str
    """``own``, ``other's`` or ``nobody's`` territory."""


def move_of(vertex: str, size: int) -> Move:
    """A move, as GTP names it."""
    return PASS if is_pass(vertex) else Move(parse_square(VERTICES.read(vertex, size, size), size, size))


def is_pass(vertex: str) -> bool:
    """Whether it is a pass."""
    return vertex.lower() == "pass"


def begin(program: Program, size: int, moves: list[str]) -> None:
    """Let a program set up a board, and play these moves."""
    for line in (f"boardsize {size}", f"komi {KOMI}", "clear_board"):
        program.ask(line)
    for ply, move in enumerate(moves):
        program.ask(f"play {COLOURS[ply % 2]} {move}")


def opened(size: int, chance: random.Random, by: Program | None, plies: int) -> list[str]:
    """Four stones by chance, and what a program plays after them against itself, up to its first pass."""
    inner = [row * size + column for row in range(2, size - 2) for column in range(2, size - 2)]
    moves = [VERTICES.write(square_name(square, size), size, size) for square in chance.sample(inner, 4)]
    if by is not None:
        begin(by, size, moves)
        while len(moves) < plies and not is_pass(move := by.ask(f"genmove {COLOURS[len(moves) % 2]}")):
            moves.append(move)
    return moves


def play(programs: tuple[Program, Program], size: int, first: list[str]) -> list[str]:
    """The moves of a game, as GTP names them, the ``first`` ones among them; the first program is Black."""
    moves = list(first)
    for program in programs:
        begin(program, size, moves)
    while len(moves) < LONGEST * size * size and not all(is_pass(move) for move in moves[-2:]):
        seat = len(moves) % 2
        moves.append(programs[seat].ask(f"genmove {COLOURS[seat]}"))
        programs[1 - seat].ask(f"play {COLOURS[seat]} {moves[-1]}")
    return moves


def points(score: str) -> float:
    """By how many points Black wins, as GTP says it."""
    winner, _, margin = score.partition("+")
    return {"B": 1, "W": -1}.get(winner, 0) * float(margin or 0)


def needless(engine: Program, moves: list[str], size: int, mine: int) -> list[Needless]:
    """The stones after the last change of the count, the first one first. The engine is left at an earlier position."""
    positions = [start(Catalogue().get(f"go-{size}x{size}-area-komi-0"))]
    for move in moves:
        positions.append(positions[-1].play(move_of(move, size)))

    def counted(ply: int) -> Removal:
        dead = engine.ask("final_status_list dead").split()
        return Removal(positions[ply]).remove(move_of(vertex, size).square for vertex in dead)

    found: list[Needless] = []
    after = counted(len(moves))
    for ply in reversed(range(max(0, len(moves) - LOOKED_AT), len(moves))):
        engine.ask("undo")
        before = after if is_pass(moves[ply]) else counted(ply)
        if before.counted.value(0) != after.counted.value(0):
            break
        if not is_pass(moves[ply]):
            square = move_of(moves[ply], size).square
            stone = before.counted.board[square]
            owner = before.owners[square] if stone == EMPTY else stone
            where = "nobody's" if owner == EMPTY else "own" if owner == ply % 2 else "other's"
            found.append(Needless(ply, "engine" if ply % 2 == mine else "other", moves[ply], where))
        after = before
    return found[::-1]


def main() -> None:
    """Play, and print what came of it."""
    parser = ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--against", required=True, help="{rules} and {seed} are filled in")
    parser.add_argument("--size", type=int, default=9)
    parser.add_argument("--visits", type=int, default=300)
    parser.add_argument("--opened-by", help="who plays the first plies; {seed} is filled in")
    parser.add_argument("--plies", type=int, default=0, help="so many of them")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--first", type=int, default=0, help="the number of the first game")
    parser.add_argument("--log", type=Path, help="a line of JSON for each game")
    arguments = parser.parse_args()
    size, lengths, places, undecided = arguments.size, [], Counter[str](), 0
    engine = Program(f"{sys.executable} -m engined gtp --threads 1 --store '' --variant go-{size}x{size}")
    for line in ("resignThreshold none", "maxTime none"):
        engine.ask(f"kata-set-param {line}")
    for number in range(arguments.first, arguments.first + arguments.games):
        rules, mine = RULES[number % 2], number // 2 % 2
        other = Program(arguments.against.format(rules=rules, seed=number + 1))
        engine.ask(f"kata-set-rules {rules}")
        engine.ask(f"kata-set-param maxVisits {arguments.visits}")
        opener = arguments.opened_by and Program(arguments.opened_by.format(seed=number + 1))
        first = opened(size, random.Random(number), opener, arguments.plies)
        if opener:
            opener.end()
        moves = play((other, engine) if mine else (engine, other), size, first)
        engine.ask(f"kata-set-param maxVisits {COUNTING_VISITS}")
        scores = [points(program.ask("final_score")) for program in (engine, other)]
        other.end()
        stopped = all(is_pass(move) for move in moves[-2:])
        late = needless(engine, moves, size, mine)
        undecided += not stopped
        lengths.append(len(late))
        places.update(f"{stone.who} in {stone.where}" for stone in late)
        print(
            f"{number} {rules} engine {COLOURS[mine]}: {len(first)} and {len(moves) - len(first)} plies, "
            f"{scores[0]:+g}/{scores[1]:+g}{'' if scores[0] == scores[1] else ' DIFFER'}, "
            f"{'' if stopped else 'UNDECIDED, '}{len(late)} after the last change: "
            + " ".join(f"{stone.who[0]}:{stone.move}:{stone.where}" for stone in late),
            flush=True,
        )
        if arguments.log is not None:
            with arguments.log.open("a") as log:
                record = {"number": number, "size": size, "rules": rules, "mine": mine, "moves": moves}
                log.write(json.dumps(record | {"scores": scores, "needless": late}) + "\n")
    engine.end()
    print(f"{len(lengths)} games, {undecided} undecided; stones after the last change of the count: ", end="")
    print(f"median {median(lengths):g}, most {max(lengths)}, more than {MOST} in {sum(n > MOST for n in lengths)}")
    print(", ".join(f"{count} {place}" for place, count in places.most_common()))


if __name__ == "__main__":
    main()
