"""Lists of games by a name: what is put on them, taken off, and refused."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from engined_client.errors import ServiceError
from engined_client.web import game_lists
from engined_client.web.game_lists import GameLists
from engined_client.web.messages.my_games import (
    MOST_LISTED,
    ForgetGame,
    ListedGame,
    ListRequest,
    NoteGames,
    RecallList,
)


def listed(link: str, when: int = 0, *digests: str) -> ListedGame:
    return ListedGame(link=link, variant="nip", title="Nip", when=when, digests=digests)


def asked(folder: Path, *requests: ListRequest) -> tuple[ListedGame, ...]:
    """The games that the last answer has, from lists that are read anew."""

    async def main() -> tuple[ListedGame, ...]:
        lists = GameLists(folder)
        return [await lists.answer(request) for request in requests][-1].games

    return asyncio.run(main())


def test_what_was_noted_is_there_the_last_first_and_on_no_other_list(tmp_path: Path) -> None:
    folder = tmp_path / "lists"
    assert asked(folder, RecallList(id="", list="one")) == ()
    asked(folder, NoteGames(id="", list="one", games=(listed("a", 1, "x"), listed("b", 2))))
    later = NoteGames(id="", list="one", games=(listed("a", 3, "y"), listed("b", 1)))
    assert asked(folder, later, RecallList(id="", list="one")) == (listed("a", 3, "x", "y"), listed("b", 2))
    assert asked(folder, RecallList(id="", list="two")) == ()
    assert asked(folder, ForgetGame(id="", list="one", link="a")) == (listed("b", 2),)
    assert asked(folder, RecallList(id="", list="one")) == (listed("b", 2),)
    assert "one" not in str([*folder.iterdir()]), "who lists the folder learns no names"


def test_nothing_is_pushed_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    full = NoteGames(id="", list="one", games=tuple(listed(f"g{number}") for number in range(MOST_LISTED)))
    asked(tmp_path, full)
    with pytest.raises(ServiceError, match="this list would have more than 500 games: take some off"):
        asked(tmp_path, NoteGames(id="", list="one", games=(listed("another"),)))
    assert len(asked(tmp_path, RecallList(id="", list="one"))) == MOST_LISTED
    monkeypatch.setattr(game_lists, "MOST_LISTS", 1)
    with pytest.raises(ServiceError, match="there are 1 lists of games, which is all that this server keeps"):
        asked(tmp_path, NoteGames(id="", list="two", games=(listed("a"),)))
    asked(tmp_path, NoteGames(id="", list="one", games=(listed("g0", 9),)))


def test_a_list_that_is_damaged_is_not_written_over(tmp_path: Path) -> None:
    asked(tmp_path, NoteGames(id="", list="one", games=(listed("a"),)))
    (path,) = tmp_path.iterdir()
    path.write_text("[{")
    for request in (RecallList(id="", list="one"), NoteGames(id="", list="one", games=(listed("b"),))):
        with pytest.raises(ServiceError, match="the list cannot be read"):
            asked(tmp_path, request)
    assert path.read_text() == "[{"
