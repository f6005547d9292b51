"""The game, or the position of it, that a command line names: by moves, as a board, or in a file."""

from __future__ import annotations

import os
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path

from engined_protocol.notation import split_transcript
from engined_protocol.values import reading as value_reading

from ..client import Client
from ..terminal.command import WrongInput, add_encoding_option, known_variant
from .fitting import check_board
from .games import STDIN, FoundGame, Reading, games_of, read_games
from .positions import START, GivenPosition, read_position

_SUFFIXES = frozenset({".sgf", ".ggf", ".wtb", ".pgn", ".txt", ".obf", ".pos"})
"""The suffixes of names that are files' even where there is no such file."""


def add_game_arguments(parser: ArgumentParser, text: str) -> None:
    """Add what says which game, or which position of it."""
    parser.add_argument("position", metavar="MOVES|POSITION|FILE", nargs="*", help=text)
    add_game_options(parser)


def add_game_options(parser: ArgumentParser) -> None:
    """Add what else says which game it is, for a command with arguments of its own."""
    parser.add_argument("--start", action="store_true", help=f"the start position, as the word `{START}`")
    parser.add_argument("--game", metavar="N", type=value_reading(int), help="which one of the file's games, from 1")
    parser.add_argument(
        "--plies", metavar="N", type=value_reading(int), help="only the first N moves of the game, passes included"
    )
    add_encoding_option(parser)


def chosen_game(arguments: Namespace, reading: Reading) -> FoundGame:
    """The game that the arguments name: moves or a position as they are, or from a file; without any, the start.

    Raises WrongInput.
    """
    words: Sequence[str] = arguments.position
    if arguments.start and words:
        raise WrongInput("--start: no other position beside it")
    if len(words) == 1 and (words[0] == STDIN or is_file(words[0])):
        source = "standard input" if words[0] == STDIN else words[0]
        found = _one(games_of(words[0], reading), source, arguments.game)
    elif arguments.game is not None:
        raise WrongInput("--game: there is no file to choose from")
    else:
        found = position_of(words, reading)
    if arguments.plies is None:
        return found
    if not 0 <= arguments.plies <= len(found.given.moves):
        raise WrongInput(f"--plies: the game has {len(found.given.moves)}, not {arguments.plies}")
    return replace(found, given=replace(found.given, moves=found.given.moves[: arguments.plies]))


def chosen_variant(client: Client, arguments: Namespace, game: FoundGame) -> str:
    """The variant in which the chosen game is played: the one that the options name, else what its record says.

    Raises WrongInput where the game has another board.
    """
    variant = known_variant(client, arguments.variant, game.given.variant)
    check_board(game, client.describe(variant))
    return variant


def position_of(words: Sequence[str], reading: Reading) -> FoundGame:
    """The position that words are: moves, or a board; without any, the start. Raises WrongInput."""
    if len(words) == 1 and os.path.isdir(words[0]) and not _is_transcript(words[0]):
        raise WrongInput(f"{words[0]}: a file is wanted here, not a folder")
    try:
        given = read_position(" ".join(words), reading.notation) if words else GivenPosition()
    except ValueError as error:
        raise WrongInput(str(error)) from error
    if given.assumed:
        reading.warn(given.assumed)
    return FoundGame("", 1, given)


def game_of_file(name: str, number: int | None, reading: Reading) -> FoundGame:
    """The game of a file by its number, or its only one. Raises WrongInput."""
    return _one(read_games(Path(name), reading), name, number)


def _one(games: Iterator[FoundGame | WrongInput], source: str, number: int | None) -> FoundGame:
    """The game of a number; without one, the only game."""
    if number is not None and number < 1:
        raise WrongInput(f"--game: games are counted from 1, not {number}")
    found = list(islice(games, (number or 1) - 1, (number or 1) + (number is None)))
    if not found:
        raise WrongInput(f"{source}: there is no game {number or 1}")
    if isinstance(found[0], WrongInput) and (number is not None or len(found) == 1):
        raise found[0]
    if len(found) > 1:
        raise WrongInput(f"{source} has several games: --game N says which one")
    assert isinstance(found[0], FoundGame)
    return found[0]


def is_position(word: str) -> bool:
    """Whether a word says a position by itself, and no variant: moves, or the file of a game."""
    return (is_file(word) and Path(word).suffix != ".toml") or _is_transcript(word)


def is_file(word: str) -> bool:
    """Whether a word is a file's name; moves are moves, whatever files there are."""
    if Path(word).suffix.lower() in _SUFFIXES:
        return True
    return not _is_transcript(word) and os.path.exists(word) and not os.path.isdir(word)


def _is_transcript(word: str) -> bool:
    try:
        split_transcript(word)
    except ValueError:
        return False
    return True
