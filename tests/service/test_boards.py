"""Boards as they may stand in the ``start`` of a request, however they are written."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from engined.service.game import Game
from engined.service.replies.positions import position_reply
from engined.variants.catalogue import Catalogue
from engined_client.files.positions import read_position
from engined_protocol import frames
from engined_protocol import messages as m
from engined_protocol.errors import Code, ProtocolError

VECTORS = Path(__file__).parents[2] / "protocol" / "vectors" / "boards.json"
ROWS: list[dict[str, Any]] = json.loads(VECTORS.read_text("utf-8"))
CATALOGUE = Catalogue()

each_board = pytest.mark.parametrize("row", ROWS, ids=lambda row: row["what"])


def reached(row: dict[str, Any], start: str | None, moves: tuple[str, ...]) -> tuple[str, str, list[str]]:
    """What a reply says of a position."""
    game = Game.begin(CATALOGUE.get(row["variant"]), start).play(moves, record=True)
    reply = position_reply("1", game, "")
    return "|".join(reply.board), reply.mover, list(reply.moves)


def meant(row: dict[str, Any]) -> tuple[str, str, list[str]]:
    return row["board"], row["mover"], row.get("moves", [])


@each_board
def test_a_request_says_a_board_in_many_ways(row: dict[str, Any]) -> None:
    asked = m.Show(id="1", variant=row["variant"], start=row["start"])
    request = frames.decode_request(frames.encode(asked))
    assert isinstance(request, m.Show)
    assert reached(row, request.start, request.moves) == meant(row)


@each_board
def test_one_of_many_positions_and_a_game_for_the_book_do(row: dict[str, Any]) -> None:
    position = m.ManyPosition(start=row["start"])
    game = m.BookGame(start=row["start"], moves=())
    assert reached(row, position.start, position.moves) == meant(row)
    assert (game.start, game.moves) == (position.start, position.moves)


@each_board
def test_commands_read_the_same(row: dict[str, Any]) -> None:
    given = read_position(row["start"])
    assert reached(row, given.start, given.moves) == meant(row)


def test_moves_after_the_board_come_before_the_others() -> None:
    request = m.Analyse(id="1", variant="othello-4x4", start=".....OX..XO..... X; b1", moves=("a1",))
    assert (request.start, request.moves) == (".....OX..XO..... X", ("b1", "a1"))


@pytest.mark.parametrize("rest", ["; zz", " b1 b", " X b1", "; A2:+38;"])
def test_what_is_no_move_after_a_board_is_refused_with_the_board(rest: str) -> None:
    request = m.Show(id="1", variant="othello-4x4", start=f".....OX..XO..... X{rest}")
    with pytest.raises(ProtocolError) as caught:
        Game.begin(CATALOGUE.get("othello-4x4"), request.start)
    assert (caught.value.code, caught.value.field) == (Code.BAD_POSITION, "start")
