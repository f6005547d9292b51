"""Openings by what people call them."""

from __future__ import annotations

import pytest

from engined.book.openings import named
from engined.variants.catalogue import Catalogue
from engined_client.find.openings import by_name
from engined_protocol import messages as m
from engined_protocol.notation import split_transcript

KNOWN = by_name(
    m.NamedOpening(name=opening.name, language=opening.language, moves=opening.moves)
    for opening in named(Catalogue().get("othello"))
)


@pytest.mark.parametrize(
    ("names", "moves"),
    [
        (("tiger", "虎", "虎定石"), "f5d6c3d3c4"),
        (("rabbit", "兎", "兎定石"), "f5d6c5f4e3"),
        (("cow", "牛", "牛定石"), "f5f6e6f4e3"),
        (("mouse", "鼠", "鼠定石"), "f5f4e3"),
        (("buffalo", "kenichi", "buffalo/kenichi variation"), "f5f6e6f4c3"),
        (("perpendicular", "縦取り"), "f5d6"),
        (("diagonal opening", "斜め取り"), "f5f6"),
        (("parallel", "並び取り"), "f5f4"),
        (("mainline tiger",), "f5d6c3d3c4f4c5b4b5c6f3e6e3g6f6g5d7g3"),
    ],
)
def test_an_opening_has_all_its_names(names: tuple[str, ...], moves: str) -> None:
    """The animals are those of the literature, verified on its boards."""
    for name in names:
        assert KNOWN[name].moves == split_transcript(moves), name
