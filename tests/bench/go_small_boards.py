"""Moves in endings on small boards of Go, by GTP: what do they lose, by the scores that the solver proves?

    python -m tests.bench.go_small_boards 4x4 4x5 5x5 --positions 60 --visits 300

Stones are placed by chance, few of them in atari, until a quarter to a half of the board is empty, at most eleven
points. Of each position whose score is proven a move is asked for, under both scorings, with two komi: the mover wins
by half a point if it plays well, or has lost by half a point whatever it does. Area is what the solver counts, so the
parity of the last move may cost a point where territory is scored: less than two points are not looked at.
"""

from __future__ import annotations

import random
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from engined.backends.go_prover import GoProver
from engined.families.go import load_solver
from engined.results import Interrupted
from engined.roots.proof import Bounds
from engined.rules.geometry import geometry
from engined.rules.groups import bordering, groups
from engined.rules.position import PASS, Move, Position, start
from engined.variants.catalogue import Catalogue
from engined.variants.model import EMPTY
from engined_protocol.gtp.coordinates import Coordinates, Dialect
from engined_protocol.notation import parse_square, square_name
from tests.bench.go_endings import Program, is_pass

COLOURS = "bw"
RULES = ("japanese", "chinese")
MOST_EMPTY = 11
CAUTION = 0.85
"""The part of stones that would be in atari which are not placed."""
NODES = 10_000_000
"""Nodes of a proof."""
LOST = 2
"""Points that a move loses which are looked at."""
VERTICES = Coordinates(Dialect.GO)


def some_endings(width: int, height: int, dice: random.Random) -> Iterator[list[int]]:
    """Squares that are played from the start, one colour after the other, without a pass."""
    first = start(Catalogue().get(f"go-{width}x{height}-area-komi-0"))
    cells = width * height
    while True:
        position, moves, wanted = first, list[int](), dice.randint(cells // 4, min(MOST_EMPTY, cells // 2))
        while position.board.count(EMPTY) > wanted:
            mine = position.seat
            legal = [cell for cell in position.placements(mine) if not _is_eye(position, cell)]
            placed = next((cell for cell in dice.sample(legal, len(legal)) if _is_taken(position, cell, dice)), None)
            if placed is None:
                break
            moves.append(placed)
            position = position.play(Move(placed))
        else:
            yield moves


def _is_eye(position: Position, cell: int) -> bool:
    return all(position.board[near] == position.seat for near in geometry(position.variant.board).adjacent[cell])


def _is_taken(position: Position, cell: int, dice: random.Random) -> bool:
    """Whether a stone is placed there: nearly never where it would be in atari."""
    following, lines = position.play(Move(cell)), geometry(position.variant.board)
    mine = [other for other in position.variant.board.cells if following.board[other] == position.seat]
    chain = next(part for part in groups(lines, mine, lambda *_: True) if cell in part)
    return len(bordering(lines, following.board, chain, EMPTY)) > 1 or dice.random() > CAUTION


@contextmanager
def solver(width: int, height: int) -> Iterator[GoProver]:
    """What proves scores by area."""
    variant = Catalogue().get(f"go-{width}x{height}-area-komi-0")
    with load_solver(variant, None, 256).prover(1, None) as prover:
        yield prover


def proven(position: Position, prover: GoProver) -> float | None:
    """By how much the mover wins; None where that takes too long, or hangs on a cycle."""
    prover.allow(NODES)
    found = Bounds(position, prover)
    try:
        found.settle()
    except Interrupted:
        return None
    return found.lower if found.lower == found.upper else None


def played(moves: list[int], width: int, height: int) -> Position:
    """The position after some squares were played."""
    position = start(Catalogue().get(f"go-{width}x{height}-area-komi-0"))
    for cell in moves:
        position = position.play(Move(cell))
    return position


def asked(engine: Program, moves: list[int], komi: float, size: tuple[int, int]) -> Move:
    """The move of an engine that knows the rules and how much it may search."""
    engine.ask("clear_board")
    engine.ask(f"komi {komi:g}")
    for ply, cell in enumerate(moves):
        engine.ask(f"play {COLOURS[ply % 2]} {VERTICES.write(square_name(cell, size[0]), *size)}")
    answer = engine.ask(f"reg_genmove {COLOURS[len(moves) % 2]}")
    return PASS if is_pass(answer) else Move(parse_square(VERTICES.read(answer, *size), *size))


def tell(width: int, height: int, positions: int, visits: int, seed: int) -> None:
    """Print what the moves lose on one board, and each that loses much."""
    engine = Program(f"{sys.executable} -m engined gtp --threads 1 --store '' --variant go-{width}x{height}")
    endings, size = some_endings(width, height, random.Random(seed)), (width, height)
    lost: dict[tuple[str, bool], list[float]] = {(rules, won): [] for rules in RULES for won in (True, False)}
    with solver(width, height) as prover:
        for _ in range(positions):
            moves = next(endings)
            position = played(moves, width, height)
            worth = proven(position, prover)
            if worth is None:
                continue
            sign = 1 if position.seat == 0 else -1
            for rules, won in lost:
                engine.ask(f"kata-set-rules {rules}")
                engine.ask(f"kata-set-param maxVisits {visits}")
                komi = sign * (worth - 0.5 if won else worth + 0.5)
                move = asked(engine, moves, komi, size)
                # Stones that are dead need not be captured before two passes, as they must where the solver counts.
                after = proven(replace(position.play(move), passes=0), prover)
                if after is None:
                    continue
                lost[rules, won].append(max(0.0, worth + after))
                if worth + after >= LOST:
                    named = [VERTICES.write(square_name(cell, width), *size) for cell in moves]
                    told = "pass" if move == PASS else VERTICES.write(square_name(move.square, width), *size)
                    print(f"{width}x{height} {rules} komi {komi:g}: {' '.join(named)}: {told} loses {worth + after:g}")
    engine.end()
    for (rules, won), losses in lost.items():
        many, much = sum(loss >= LOST for loss in losses), sum(losses) / max(len(losses), 1)
        print(
            f"{width}x{height} {rules}, {'won' if won else 'lost'}: {len(losses)} moves lose {much:.2f} points each, "
            f"{many} of them {LOST} or more",
            flush=True,
        )


def main() -> None:
    """Ask, and print what the moves lose."""
    parser = ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("boards", metavar="WxH", nargs="+")
    parser.add_argument("--positions", type=int, default=60)
    parser.add_argument("--visits", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    for board in given.boards:
        width, height = map(int, board.split("x"))
        tell(width, height, given.positions, given.visits, given.seed)


if __name__ == "__main__":
    main()
