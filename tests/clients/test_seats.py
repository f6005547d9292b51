"""Seats and colours as people write them."""

from __future__ import annotations

import pytest

from engined_client.terminal.seats import call, colour, seat_of

ROLIT = ("Red", "Yellow", "Green", "Blue")


@pytest.mark.parametrize(
    ("text", "seats", "seat"),
    [
        ("black", ("Black", "White"), "Black"),
        ("b", ("Black", "White"), "Black"),
        ("W", ("Black", "White"), "White"),
        ("黒", ("Black", "White"), "Black"),
        (" 白 ", ("Black", "White"), "White"),
        ("赤", ROLIT, "Red"),
        ("g", ROLIT, "Green"),
        ("b", ("Black", "Blue"), None),
        ("", ROLIT, None),
        ("red", ("Black", "White"), None),
    ],
)
def test_a_seat_is_meant(text: str, seats: tuple[str, ...], seat: str | None) -> None:
    assert seat_of(text, seats) == seat


def test_what_is_called_is_a_side_or_a_colour() -> None:
    assert [call(text) for text in ("up", "上", "下", "黒", "w", "x")] == ["up", "up", "down", "black", "white", "x"]
    assert [colour(text) for text in ("B", "白", "up")] == ["black", "white", "up"]
