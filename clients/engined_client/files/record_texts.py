"""Games as the texts of each kind of record."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from engined_protocol.messages import Position
from engined_protocol.records.ggf import format_ggf, variant_of
from engined_protocol.records.kind import Kind
from engined_protocol.records.obf import format_obf
from engined_protocol.records.pgn import format_pgn
from engined_protocol.records.record import Record, RecordError
from engined_protocol.records.sgf import tree_of
from engined_protocol.records.sgf_tree import Node, format_tree
from engined_protocol.records.sgf_variant import name_variant
from engined_protocol.variant_name import VariantName

from .replay import Replay

_SHARED: Sequence[Mapping[Kind, str]] = (
    {"ggf": "DT", "sgf": "DT", "pgn": "Date"},
    {"ggf": "PC", "sgf": "PC", "pgn": "Site"},
    {"ggf": "RB", "sgf": "BR", "pgn": "BlackElo"},
    {"ggf": "RW", "sgf": "WR", "pgn": "WhiteElo"},
    {"ggf": "CO", "sgf": "C"},
    {"ggf": "EV", "sgf": "EV", "pgn": "Event"},
    {"ggf": "RO", "sgf": "RO", "pgn": "Round"},
)
"""The facts that several formats hold, by the names that they have there; GGF's are those of all others."""
_DATE = re.compile(r"(\d{4})([-./])(\d{1,2})\2(\d{1,2})(?:[ _T].*)?", re.ASCII | re.DOTALL)
"""The pattern of a day, which GGF writes with the time after it."""
_DATE_SIGNS: Mapping[Kind, str] = {"sgf": "-", "pgn": "."}
"""The sign between year, month and day, in formats that have one form of dates."""


def sgf_text(replay: Replay) -> str:
    """The game as SGF, with its variations where it comes from SGF."""
    return format_tree(sgf_tree(replay))


def commented_sgf(replay: Replay, comments: Mapping[int, str]) -> str:
    """The same with comments, by the number of plies that have been played where each stands."""
    tree = sgf_tree(replay)
    for ply, node in enumerate(tree.main_line()):
        if ply in comments:
            node.put("C", comments[ply])
    return format_tree(tree)


def sgf_tree(replay: Replay) -> Node:
    """The tree of the game's file; of another kind of file one of ours, which says in SGF's words what the file says.

    Raises RecordError for a start that SGF cannot write: on a board with holes only the variant's own is known.
    """
    if replay.game.tree is not None:
        if replay.renamed:
            name_variant(replay.game.tree, replay.variant)
        return replay.game.tree
    record = replay.record
    if replay.usual and " " in "".join(replay.first.board):
        record = replace(record, start=None)
    return tree_of(replace(record, properties=told_in("sgf", record, replay.game.kind)))


def told_in(kind: Kind, record: Record, source: Kind) -> dict[str, str]:
    """What a record of one kind says of its game, by the names of another."""
    if source == kind:
        return dict(record.properties)
    names = {row.get(source, row["ggf"]): row[kind] for row in _SHARED if kind in row}
    told = {names[name]: text for name, text in record.properties.items() if name in names}
    date = next(row[kind] for row in _SHARED if row["ggf"] == "DT")
    if date in told and kind in _DATE_SIGNS:
        told[date] = _dated(told[date], _DATE_SIGNS[kind])
    return told


def _dated(text: str, sign: str) -> str:
    """A date with a sign between its parts; as it is where it is no single day."""
    match = _DATE.fullmatch(text.strip())
    if match is None or not (1 <= int(match[3]) <= 12 and 1 <= int(match[4]) <= 31):
        return text
    return sign.join((match[1], f"{match[3]:0>2}", f"{match[4]:0>2}"))


def ggf_text(replay: Replay) -> str:
    """The game as GGF. Raises RecordError for a variant that GGF has no name for."""
    record, variant = replay.record, replay.plain or replay.variant
    told = told_in("ggf", record, replay.game.kind)
    told["BO"] = size = "88" if variant == "eight-stars" else f"{record.width}"
    if "TY" not in told or variant_of(told, record.width) != variant:
        told["TY"] = size + "a" * variant.startswith("anti-")
    if variant_of(told, record.width) != variant:
        raise RecordError(f"it has no name for {variant}", "GGF")
    komi = replay.last.komi or None if record.komi is None else record.komi
    return format_ggf(replace(record, properties=told, komi=komi))


def pgn_text(replay: Replay) -> str:
    """The game as PGN, with an empty line after it."""
    record = replace(replay.record, properties=told_in("pgn", replay.record, replay.game.kind))
    return format_pgn(replace(record, start=None) if replay.usual else record)


def transcript_text(replay: Replay) -> str:
    """The moves, after the start where it is not the variant's own, or has handicap stones: a transcript names none."""
    moves = replay.notation.write_moves(replay.moves)
    return moves if replay.usual and stones_of(replay.first) is None else f"{replay.start}; {moves}"


def stones_of(first: Position) -> str | None:
    """The first position of a variant with handicap stones, as text; None of any other."""
    stones = int(VariantName.of(first.variant).handicap or 0)
    return f"{''.join(first.board)} {first.colour}" if stones > 1 else None


def obf_text(replay: Replay) -> str:
    """The last position, with the scores that its file has."""
    return format_obf(replay.end, replay.game.given.expected)


WRITERS: Mapping[str, Callable[[Replay], str]] = {
    "sgf": sgf_text,
    "ggf": ggf_text,
    "pgn": pgn_text,
    "txt": transcript_text,
    "obf": obf_text,
}
"""The writers of records, by the kind of the file."""
