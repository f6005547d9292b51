"""Records of games as the page has them: read from a file of any kind, written as one."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from msgspec.structs import replace

from engined_protocol import json_frames
from engined_protocol.frames import MAX_BYTES
from engined_protocol.records.record import Record, RecordError
from engined_protocol.records.result import UNKNOWN
from engined_protocol.records.sgf import SET_UP, format_result, moves_of, parse_result, points_of
from engined_protocol.records.sgf_tree import Node, escaped, format_tree

from ..async_client import AsyncClient
from ..files.games import FoundGame, Reading, games_in
from ..files.positions import GivenPosition
from ..files.record_texts import WRITERS, sgf_tree, stones_of, told_in
from ..files.replay import Replay, plain_name, plain_names
from ..notation import PROTOCOL, Notation
from ..terminal.command import USUAL, WrongInput
from . import messages as m

LONGEST_FILE = 8 << 20
"""Bytes of a file that are read."""
LONGEST_TREE = MAX_BYTES * 3 // 4
"""Bytes of one that can be kept, with room for moves to come."""
MOST_LISTED = 500
MOST_WARNINGS = 20
_READ = frozenset({*SET_UP, "B", "W", "PL", "GM", "FF", "CA", "SZ", "RU", "KM", "HA", "PB", "PW"})
"""Properties of SGF that become the moves, the start, the names and the variant."""


def read_record(data: bytes, chosen: int, usual: str = USUAL, notation: Notation = PROTOCOL) -> m.ReadRecord:
    """The games of a file, and one of them; ``usual`` is what is played where the file does not say it, and
    ``notation`` that of its transcripts.

    Raises WrongInput when the game cannot be read, unless the list says so beside other games.
    """
    warnings: list[str] = []
    rows: list[m.FoundGame] = []
    tree: m.GameTree | None = None
    fault: WrongInput | None = None
    games = games_in(data, "", Reading(notation, warn=warnings.append))
    for number, game in enumerate(islice(games, max(MOST_LISTED, chosen)), 1):
        if number <= MOST_LISTED:
            rows.append(_row(game, number))
        if number == chosen:
            if isinstance(game, WrongInput):
                fault = game
            else:
                tree = _tree(game, usual, warnings)
    if fault is not None and (len(rows) == 1 or chosen > MOST_LISTED):
        raise fault
    if tree is None and fault is None:
        raise WrongInput(f"there is no game {chosen}: the file has {len(rows)}")
    more = next(games, None) is not None or chosen > MOST_LISTED
    if len(warnings) > MOST_WARNINGS:
        warnings[MOST_WARNINGS:] = [f"and {len(warnings) - MOST_WARNINGS} more"]
    return m.ReadRecord(id="", games=tuple(rows), more=more, chosen=chosen, game=tree, warnings=tuple(warnings))


def _row(game: FoundGame | WrongInput, number: int) -> m.FoundGame:
    if isinstance(game, WrongInput):
        return m.FoundGame(where=f"game {number}", fault=str(game))
    record = game.record
    names = (record.black, record.white) if record is not None and (record.black or record.white) else ()
    result = format_result(record.result) if record is not None else ""
    return m.FoundGame(where=game.where, plies=len(game.given.moves), names=names, result=result)


def _tree(game: FoundGame, usual: str, warnings: list[str]) -> m.GameTree:
    record, given = game.record, game.given
    nodes = [m.TreeNode(parent=ply - 1, move=move) for ply, move in enumerate(given.moves)]
    properties: dict[str, tuple[str, ...]] = {}
    if game.tree is not None:
        nodes = list(islice(_nodes(game.tree, properties, warnings), m.MOST_NODES + 1))
    elif record is not None:
        result = format_result(record.result)
        told = told_in("sgf", record, game.kind) | ({"RE": result} if result else {})
        properties = _carried(Node({name: [escaped(text)] for name, text in told.items()}), warnings)
    comment = Node({"C": [*properties.pop("C", ("",))]}).text("C")
    if record is not None and record.komi is not None:
        properties["KM"] = (f"{record.komi:g}",)
    if len(nodes) > m.MOST_NODES:
        raise WrongInput(f"a game of more than {m.MOST_NODES} nodes")
    names = (record.black[:200], record.white[:200]) if record is not None and (record.black or record.white) else ()
    tree = m.GameTree(
        variant=given.variant or usual,
        start=given.start,
        comment=comment,
        nodes=tuple(nodes),
        names=names,
        properties=properties,
    )
    if len(json_frames.encode(tree)) > LONGEST_TREE:
        warnings.append("only moves, comments and what is said of the game are kept: there is too much else")
        tree = replace(tree, nodes=tuple(replace(node, properties={}) for node in nodes))
    return tree


def _nodes(root: Node, header: dict[str, tuple[str, ...]], warnings: list[str]) -> Iterator[m.TreeNode]:
    """The moves of SGF with its variations, each after the one that it follows, and what else their nodes say; what is
    said before the first move goes to ``header``. Raises WrongInput.
    """
    points = points_of(root)
    main = {id(node) for node in root.main_line()}
    count = 0
    pending = [(root, -1)]
    while pending:
        node, parent = pending.pop()
        if SET_UP & node.properties.keys() and id(node) not in main:
            warnings.append(f"{node.place}: a variation that sets stones up is left out")
            continue
        try:
            moves = list(moves_of(node, points))
        except RecordError as error:
            raise WrongInput(str(error)) from error
        for move in moves[:-1]:
            yield m.TreeNode(parent=parent, move=move.move)
            parent = count
            count += 1
        said = _carried(node, warnings)
        if moves:
            raw = said.pop("C", ())
            yield m.TreeNode(parent=parent, move=moves[-1].move, comment=node.text("C") if raw else "", properties=said)
            parent = count
            count += 1
        elif parent == -1 and not header.keys() & said.keys():
            header |= said
        elif said:
            warnings.append(f"{node.place}: what is said beside no move is left out ({', '.join(said)})")
        pending += [(child, parent) for child in reversed(node.children)]


def _carried(node: Node, warnings: list[str]) -> dict[str, tuple[str, ...]]:
    """What the page carries of a node for files to come."""
    carried: dict[str, tuple[str, ...]] = {}
    for name, values in node.properties.items():
        if name in _READ:
            continue
        if len(carried) == m.MOST_PROPERTIES or len(values) > m.MOST_VALUES or max(map(len, values)) > m.LONGEST_VALUE:
            warnings.append(f"{node.place}: {name} is left out, there is too much of it")
        else:
            carried[name] = tuple(values)
    return carried


async def written_record(client: AsyncClient, tree: m.GameTree, kind: str) -> str:
    """A tree as a file of a kind; only SGF has variations. Raises WrongInput and ServiceError."""
    if kind not in WRITERS:
        raise WrongInput(f"{kind[:20]!r} is not a kind of record: {', '.join(WRITERS)}")
    game = game_of(tree)
    line = game.given.moves
    first = await client.show(variant=tree.variant, start=tree.start)
    if len(first.seats) != 2 and kind != "txt":
        raise WrongInput(f"records have two colours, {first.variant} has {len(first.seats)} seats: take a transcript")
    last = await client.show(variant=tree.variant, start=tree.start, moves=line)
    described = await client.describe(tree.variant)
    notation = Notation.of(described)
    if kind == "txt":
        start = tree.start or stones_of(first)
        return f"{'' if start is None else f'{start}; '}{notation.write_moves(last.moves)}\n"
    usual = first if tree.start is None else await client.show(variant=tree.variant)
    symbols = tuple(symbol for _, symbol in described.seats)
    same = (first.board, first.mover) == (usual.board, usual.mover)
    candidates = [await client.describe(name) for name in plain_names(described)]
    plain = plain_name(described, candidates)
    replay = Replay(game, first, last, symbols, same, notation, plain=plain)
    try:
        if kind != "sgf":
            return WRITERS[kind](replay) + "\n"
        root = sgf_tree(replay)
        root.properties |= {name: [*values] for name, values in tree.properties.items() if name not in root.properties}
        if "RE" in tree.properties:
            root.properties["RE"] = [*tree.properties["RE"]]
        return format_tree(_with_moves(root, tree, replay)) + "\n"
    except RecordError as error:
        raise WrongInput(str(error)) from error


def game_of(tree: m.GameTree) -> FoundGame:
    """The line of a tree that is looked at, as a record."""
    black, white = (*tree.names, "", "")[:2]
    root = Node({name: [*values] for name, values in tree.properties.items()})
    if tree.comment:
        root.put("C", tree.comment)
    line = _line(tree, tree.at)
    result = parse_result(root.line("RE")) if line == _line(tree, -1) else UNKNOWN
    komi = root.line("KM")
    said = Record(0, 0, properties={name: root.text(name) for name in root.properties})
    record = Record(
        0,
        0,
        black=black,
        white=white,
        result=result,
        komi=float(komi) if komi else None,
        properties=told_in("ggf", said, "sgf"),
    )
    return FoundGame("", 1, GivenPosition(tree.start, line), record, kind="ggf")


def _line(tree: m.GameTree, at: int) -> tuple[str, ...]:
    """The moves of the line through a node, and from there on the first of each."""
    first: dict[int, int] = {}
    for index, node in enumerate(tree.nodes):
        first.setdefault(node.parent, index)
    path: list[int] = []
    while at >= 0:
        path.append(at)
        at = tree.nodes[at].parent
    path.reverse()
    at = path[-1] if path else -1
    while (at := first.get(at, -1)) >= 0:
        path.append(at)
    return tuple(tree.nodes[index].move for index in path)


def _with_moves(root: Node, tree: m.GameTree, replay: Replay) -> Node:
    """The header with all moves of the tree under it."""
    root.children.clear()
    points = points_of(root)
    nodes = {-1: root}
    plies = {-1: 0}
    for index, node in enumerate(tree.nodes):
        child = nodes[node.parent].add()
        nodes[index], plies[index] = child, plies[node.parent] + 1
        colour = "B" if replay.colour(plies[node.parent]) == "X" else "W"
        child.put(colour, points.value(node.move))
        child.properties |= {name: [*values] for name, values in node.properties.items() if name not in _READ}
        if node.comment:
            child.put("C", node.comment)
    return root
