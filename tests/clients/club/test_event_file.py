"""The file of a tournament: what people write stays, what engined adds is read again, and faults are named."""

from __future__ import annotations

import csv
import random
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engined_client.club.event import Club, Table, next_round
from engined_client.club.event_file import EventFile, with_score
from engined_client.club.score import read_score
from engined_client.club.tables import as_csv, round_lines, standing_lines
from engined_client.drawing.wording import Wording
from engined_client.terminal.command import WrongInput
from engined_protocol.messages import TimeControl

BY_HAND = """# Thursday, in the library
name = 'Thursday'   # every week
players = ["Aoki", "Baba", "Chida", '虎 丸']

[[round]]   # the first
games = [
    "Aoki  40-24  Baba",   # a close one
    'Chida - 虎 丸',
]
"""


def test_what_is_written_by_hand_stays(tmp_path: Path) -> None:
    path = tmp_path / "t.toml"
    path.write_text(BY_HAND)
    file = EventFile(path)
    file.put(1, 2, with_score(file.club.drawn[0].tables[1], read_score("20-44")))
    assert path.read_text() == BY_HAND.replace("'Chida - 虎 丸'", '"Chida 20-44 虎 丸"')
    file.put(1, 1, Table("Baba", "Aoki", read_score("32-32")))
    text = path.read_text()
    assert text == BY_HAND.replace("'Chida - 虎 丸'", '"Chida 20-44 虎 丸"').replace(
        "Aoki  40-24  Baba", "Baba 32-32 Aoki"
    )
    file.add(next_round(file.club))
    assert path.read_text().startswith(text)
    assert EventFile(path).club == file.club
    assert len(file.club.drawn) == 2


@given(st.integers(2, 6), st.sampled_from(["swiss", "round-robin"]), st.randoms())
@settings(max_examples=25, deadline=None)
def test_a_tournament_goes_on_from_its_file(
    tmp_path_factory: pytest.TempPathFactory, count: int, format: str, dice: random.Random
) -> None:
    """Each step is read again from the file alone."""
    path = tmp_path_factory.mktemp("club") / "t.toml"
    players = tuple(dice.sample(["Aoki", "O'Neil", "é ü", "J. K. 3rd", "白石", "x-y", "40"], count))
    club = Club(players, format=format)  # type: ignore[arg-type]
    EventFile.create(path, club)
    for _ in range(club.total):
        EventFile(path).add(next_round(EventFile(path).club))
        number = len(EventFile(path).club.drawn)
        for at in range(1, len(EventFile(path).club.drawn[-1].tables) + 1):
            file = EventFile(path)
            table = with_score(file.club.drawn[-1].tables[at - 1], read_score(dice.choice(["1-0", "40-24", "32<32"])))
            file.put(number, at, table)
            assert EventFile(path).club.drawn[-1].tables[at - 1] == table
    assert replace(EventFile(path).club, drawn=()) == club


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("players = [", "t.toml: "),
        ("players = ['a']", "players: "),
        ("players = ['a', 'b']\nround = 3", "round: "),
        ("players = ['a', 'b']\nfomat = 'swiss'", "did you mean 'format'"),
        ("players = ['a', 'b']\nclock = {increment = 3}", "clock: "),
        ("players = ['a', 'b']\nclock = {main = 3, days = 3}", "clock"),
        ("players = ['a', 'a']", "players: a is there twice"),
        ("players = ['a', 'b 1-0 c']", "'b 1-0 c' is no name"),
        ("players = ['a', 'b']\nwithdrawn = ['c']", "withdrawn: 'c' is none of the players"),
        ("players = ['a', 'b']\n[[round]]\ngames = ['a b']", "round 1, game 1: 'a b' is no game"),
        ("players = ['a', 'b']\n[[round]]\ngames = ['a - c']", "round 1, game 1: 'c' is none of the players"),
        ("players = ['a', 'b']\n[[round]]\ngames = ['a 40-20 b']", "round 1, game 1: 40-20: 60 discs of 64"),
        ("players = ['a', 'b']\n[[round]]\ngames = ['a - b', 'b - a']", "round 1: b is there twice"),
        ("players = ['a', 'b']\n[[round]]\ngames = ['a - b']\nbye = ['b']", "round 1: b is there twice"),
    ],
)
def test_faults_are_named(tmp_path: Path, text: str, says: str) -> None:
    path = tmp_path / "t.toml"
    path.write_text(text)
    with pytest.raises(WrongInput) as error:
        EventFile(path)
    assert says in str(error.value)


def test_a_file_that_cannot_be_added_to_stays_as_it_is(tmp_path: Path) -> None:
    """Rounds in one line are read, but their results have to be put in by hand."""
    path = tmp_path / "t.toml"
    text = "players = ['a', 'b', 'c', 'd']\nround = [{games = ['a - b', 'c - d']}]\n"
    path.write_text(text)
    file = EventFile(path)
    with pytest.raises(WrongInput, match="put the result in"):
        file.put(1, 1, with_score(file.club.drawn[0].tables[0], read_score("1-0")))
    with pytest.raises(WrongInput):
        file.add(file.club.drawn[0])
    assert path.read_text() == text


@pytest.mark.parametrize(
    "text", [BY_HAND, "players = ['a', 'b']", "\n# no rounds yet\nplayers = ['a', 'b']\nround = []"]
)
def test_it_gets_an_organiser_once(tmp_path: Path, text: str) -> None:
    path = tmp_path / "t.toml"
    path.write_text(text)
    club = EventFile(path).club
    assert club.organiser == ""
    EventFile(path).appoint()
    appointed = path.read_text()
    assert appointed.endswith(text)
    key = EventFile(path).club.organiser
    assert len(key) > 20
    assert EventFile(path).club == replace(club, organiser=key)
    EventFile(path).appoint()
    assert path.read_text() == appointed


@pytest.mark.parametrize(
    "clock", [None, TimeControl(main=1500), TimeControl(main=0.5, increment=2.25), TimeControl(byoyomi=30)]
)
def test_what_is_played_is_written_and_read(tmp_path: Path, clock: TimeControl | None) -> None:
    club = Club(("Aoki", "Baba"), variant="go-9x9", cells=81, clock=clock, organiser="a-secret")
    assert EventFile.create(tmp_path / "t.toml", club).club == club


def test_it_is_printed_and_exported(tmp_path: Path) -> None:
    path = tmp_path / "t.toml"
    path.write_text(BY_HAND)
    club = EventFile(path).club
    assert list(csv.reader(as_csv(club).splitlines()))[1] == ["1", "Aoki", "1", "1", "1", "0", "0", "40", "40"]
    assert standing_lines(club, Wording())[-1] == "Brightwell: discs, and 64 for each win of an opponent"
    assert "ブライトウェル" in standing_lines(club, Wording(language="ja"))[0]
    assert round_lines(club.drawn[0], 1, Wording()) == [
        "round 1:",
        "  1  Aoki   40-24  Baba",
        "  2  Chida  -      虎 丸",
    ]
