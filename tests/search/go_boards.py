"""Solvers and boards of Go, for tests."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager

from engined.backends.go_prover import GoProver
from engined.families.go import load_solver
from engined.rules.geometry import geometry
from engined.rules.groups import bordering, groups
from engined.variants.catalogue import Catalogue
from engined.variants.model import EMPTY, Variant

Points = frozenset[int]
Board = tuple[int, ...]


@contextmanager
def prover_of(name: str, threads: int = 1, table_mib: int = 4) -> Iterator[GoProver]:
    """A solver with an empty table."""
    with load_solver(Catalogue().get(name), None, table_mib).prover(threads, None) as prover:
        yield prover


def stones_of(board: Board, colour: int) -> Points:
    return frozenset(cell for cell, content in enumerate(board) if content == colour)


def parts(variant: Variant, cells: Points) -> list[Points]:
    return groups(geometry(variant.board), cells, lambda *_: True)


def liberties(variant: Variant, board: Board, chain: Points) -> int:
    return len(bordering(geometry(variant.board), board, chain, EMPTY))


def some_board(variant: Variant, chance: random.Random, own: float, opp: float) -> Board:
    """Stones of the first seat on such a part of the board, of the other's on a part of the rest; no chain without
    liberties.
    """
    board = tuple(0 if chance.random() < own else 1 if chance.random() < opp else EMPTY for _ in variant.board.cells)
    for cell in variant.board.cells:
        chain = next((c for c in parts(variant, stones_of(board, board[cell])) if cell in c), frozenset())
        if board[cell] != EMPTY and not liberties(variant, board, chain):
            board = tuple(EMPTY if at in chain else content for at, content in enumerate(board))
    return board
