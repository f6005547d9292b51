"""Games as the texts of each kind of record."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from engined_protocol.ggf import format_ggf, variant_of
from engined_protocol.obf import ScoredPosition, format_obf
from engined_protocol.record import Record, RecordError
from engined_protocol.sgf import tree_of
from engined_protocol.sgf_tree import Node, format_tree
from engined_protocol.sgf_variant import name_variant

from .replay import Replay

_SHARED = {"DT": "DT", "PC": "PC", "RB": "BR", "RW": "WR", "CO": "C"}
"""What GGF and SGF both have, by its name in GGF."""


def sgf_text(replay: Replay) -> str:
    """The game as SGF, with its variations where it comes from SGF."""
    return format_tree(sgf_tree(replay))


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
    return tree_of(replace(record, properties=told_in_sgf(record)))


def told_in_sgf(record: Record) -> dict[str, str]:
    """What a record of another kind says of its game, by SGF's names."""
    return {_SHARED[tag]: text for tag, text in record.properties.items() if tag in _SHARED}


def told_in_ggf(properties: Mapping[str, str]) -> dict[str, str]:
    """What a record of SGF says of its game, by GGF's names."""
    return {tag: properties[name] for tag, name in _SHARED.items() if name in properties}


def ggf_text(replay: Replay) -> str:
    """The game as GGF. Raises RecordError for a variant that GGF has no name for."""
    record = replay.record
    told = dict(record.properties)
    if replay.game.tree is not None:
        told = told_in_ggf(told)
    told["BO"] = size = "88" if replay.variant == "eight-stars" else f"{record.width}"
    if "TY" not in told or variant_of(told, record.width) != replay.variant:
        told["TY"] = size + "a" * replay.variant.startswith("anti-")
    if variant_of(told, record.width) != replay.variant:
        raise RecordError(f"it has no name for {replay.variant}", "GGF")
    return format_ggf(replace(record, properties=told))


def transcript_text(replay: Replay) -> str:
    """The moves, after the start where it is not the variant's own."""
    moves = replay.notation.write_moves(replay.moves)
    return moves if replay.usual else f"{replay.start}; {moves}"


def obf_text(replay: Replay) -> str:
    """The last position, with the scores that its file has."""
    return format_obf(ScoredPosition(replay.end, replay.game.given.expected))


WRITERS: Mapping[str, Callable[[Replay], str]] = {
    "sgf": sgf_text,
    "ggf": ggf_text,
    "txt": transcript_text,
    "obf": obf_text,
}
"""By the kind."""
