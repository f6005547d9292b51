"""A game of the terminal written to a file: into the record that it began with, where there is one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path

from engined_protocol.messages import Position
from engined_protocol.notation import PASS
from engined_protocol.records.record import BLACK, RecordedMove, RecordError
from engined_protocol.records.sgf import SET_UP, format_result, moves_of, points_of
from engined_protocol.records.sgf_points import Points
from engined_protocol.records.sgf_tree import Node, format_tree, read_trees

from ..client import Client
from ..notation import Notation
from ..terminal.command import WrongInput, write_lines
from .games import FoundGame, Reading, read_games
from .record_texts import WRITERS, stones_of
from .replay import Replay, replayed, result_of


def save_game(client: Client, game: FoundGame, position: Position, path: Path, notation: Notation) -> bool:
    """Write a game that has come to a position: as SGF, GGF, or its moves alone in a notation, as the file is called.
    ``game`` is what it began with; what that says besides its moves, and its variations, are written too. Whether it is
    a variation there.

    Raises WrongInput for another name, for a file of several games, and where the kind cannot hold the game.
    """
    kind = path.suffix.lower().removeprefix(".")
    if kind not in ("sgf", "ggf", "txt"):
        raise WrongInput(f"FILE.sgf, FILE.ggf or FILE.txt, not {path.name!r}")
    if path.is_file() and len(list(islice(read_games(path, Reading(warn=_ignore)), 2))) > 1:
        raise WrongInput(f"{path} has several games, which would be lost: another name")
    if kind == "txt":
        start = game.given.start or stones_of(client.show(variant=position.variant))
        moves = notation.write_moves(position.moves)
        write_lines(path, [moves if start is None else f"{start}; {moves}"])
        return False
    tree = None if game.tree is None else next(read_trees(format_tree(game.tree)))
    game = replace(game, given=replace(game.given, moves=position.moves), tree=tree)
    try:
        known = None if game.record is None else game.record.komi
        replay = replace(replayed(client, game, position.variant), ended=result_of(position, known))
        varies = tree is not None and not _play_into(tree, replay)
        write_lines(path, [WRITERS[kind](replay)])
    except RecordError as error:
        raise WrongInput(str(error)) from error
    return varies and kind == "sgf"


def _play_into(root: Node, replay: Replay) -> bool:
    """Have a tree hold the game: along its nodes as far as they go, then as a new variation, or at the end of a line as
    what follows. Whether that is on the main line, of which the result is written if nothing says it.
    """
    points = points_of(root)
    moves = replay.record.moves
    main = {id(node) for node in root.main_line()}
    node, ply = _followed(root, moves, points, main)
    for move in moves[ply:]:
        node = node.add()
        node.put("B" if move.colour == BLACK else "W", points.value(move.move))
    line = list(root.main_line())
    if node is line[-1] and not root.line("RE").strip(" ?") and (result := format_result(replay.record.result)):
        root.put("RE", result)
    return node in line


def _followed(root: Node, moves: Sequence[RecordedMove], points: Points, main: set[int]) -> tuple[Node, int]:
    """The last node of a tree along which moves go, and how many of them that are."""
    last, most = root, 0
    pending = [(root, 0)]
    while pending:
        node, begun = pending.pop()
        ply = None if SET_UP & node.properties.keys() and id(node) not in main else _after(node, moves, begun, points)
        if ply is None:
            continue
        if ply > most or (ply == most and last.children[:1] == [node]):
            last, most = node, ply
        pending += [(child, ply) for child in reversed(node.children)]
    return last, most


def _after(node: Node, moves: Sequence[RecordedMove], ply: int, points: Points) -> int | None:
    """How many moves have been made with a node's; None if it plays others. Passes may be missing in it."""
    try:
        played = list(moves_of(node, points))
    except RecordError:
        return None
    for move in played:
        while ply < len(moves) and moves[ply].move == PASS != move.move:
            ply += 1
        if ply == len(moves) or (moves[ply].colour, moves[ply].move) != (move.colour, move.move):
            return None
        ply += 1
    return ply


def _ignore(warning: str) -> None:
    """Take no notice of a file that is about to be written again."""
