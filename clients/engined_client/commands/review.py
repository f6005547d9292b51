"""``engined review``: what each move of a game was worth, and what would have been better."""

from __future__ import annotations

import json
import signal
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from itertools import islice
from pathlib import Path

from msgspec import to_builtins

from engined_protocol.records.record import RecordError
from engined_protocol.values import reading
from engined_protocol.words import counted

from ..client import Client
from ..drawing.wording import Wording
from ..errors import ServiceError
from ..files.chosen_game import add_game_arguments, chosen_game, chosen_variant
from ..files.fitting import on_board_of
from ..files.games import FoundGame, read_games, reading_of
from ..files.record_texts import ggf_text, sgf_text
from ..files.replay import Replay, replayed
from ..review.annotated import ggf_review, sgf_review
from ..review.archive import Archive
from ..review.budget import USUAL_SECONDS, Budget
from ..review.budget_options import add_budget, budget_of
from ..review.draft import default_folder
from ..review.model import Grade, Review, ReviewedMove, Thresholds
from ..review.orientation import upright
from ..review.page import review_page
from ..review.reviewer import review_game
from ..review.summary import summarised, summary_lines
from ..review.table import head_line, review_lines, total_lines, why_lines
from ..terminal.command import (
    USUAL,
    Exit,
    WrongInput,
    add_language_option,
    add_usual_options,
    check_folder,
    connected,
    known_variant,
    said,
    wording_of,
    write_lines,
)
from ..terminal.output import terminal
from ..terminal.progress import Progress

SUMMARY = "what each move of a game was worth, what it gave away, and what was better"
EXAMPLES = (
    ("engined review f5d6c3d3c4f4e6 --depth 12", "the moves as they are"),
    ("engined review game.sgf --exact 20 --html game.html", "a page to step through, the last 20 plies proven"),
    ("engined review WTH_2023.wtb --depth 10 --exact 20 --all 2023.jsonl", "every game of a file; again to go on"),
)


_STYLES: Mapping[Grade, str] = {"": "", "inaccuracy": "yellow", "mistake": "dark_orange", "blunder": "bright_red"}


def add_arguments(parser: ArgumentParser) -> None:
    """Add the command's own arguments."""
    add_game_arguments(parser, "moves (f5d6c3...), a position and moves after a semicolon, or a file with a game")
    add_budget(parser, USUAL_SECONDS, clock=True)
    parser.add_argument(
        "--marks",
        metavar="A,B,C",
        type=_thresholds,
        help="an inaccuracy ?! loses A discs or points, a mistake ? B, a blunder ?? C (2,4,8; in chain games 1,2,3)",
    )
    add_language_option(parser)
    parser.add_argument("--json", action="store_true", help="one JSON object")
    parser.add_argument("--sgf", metavar="OUT", type=Path, help="write the record with comments, marks and variations")
    parser.add_argument("--ggf", metavar="OUT", type=Path, help="write the record with scores and a comment")
    parser.add_argument(
        "--html",
        metavar="OUT",
        type=Path,
        help="write one page that needs nothing else: graph, board to step through, best lines to play",
    )
    parser.add_argument(
        "--all",
        metavar="OUT",
        type=Path,
        help="review all games of the file, one JSON object a line in OUT, and sum up by player and phase; "
        "what OUT has already is not done again",
    )
    parser.add_argument("--most", metavar="N", type=reading(int), help="with --all: the file's first N games alone")
    add_usual_options(parser)


def run(arguments: Namespace) -> int:
    """Print the review, or write it as asked. Ctrl-C and SIGTERM end it: what is done is printed, written, and kept for
    the next time.
    """
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    thresholds: Thresholds | None = arguments.marks
    budget = budget_of(arguments)
    if arguments.all is not None:
        return _review_all(arguments, budget, thresholds)
    with connected(arguments) as client:
        game = chosen_game(arguments, reading_of(client, arguments))
        variant = chosen_variant(client, arguments, game)
        if not game.given.moves:
            client.show(variant=variant, start=game.given.start)  # what is no position either is said to be none
            raise WrongInput("there is no move to review")
        words = wording_of(client, variant, arguments)
        outputs: list[tuple[Path, Callable[[Review], str]]] = []
        for path, form, text in ((arguments.sgf, sgf_review, sgf_text), (arguments.ggf, ggf_review, ggf_text)):
            if path is not None:
                check_folder(path)
                outputs.append((path, _writer(client, game, variant, form, text)))
        if arguments.html is not None:
            check_folder(arguments.html)
            outputs.append((arguments.html, partial(review_page, client, language=arguments.language)))
        with Progress(len(game.given.moves), "moves") as progress:

            def hear(move: ReviewedMove, total: int) -> None:
                progress.reach(total + 1 - move.ply, total)

            drafts = default_folder()
            review = review_game(client, game, variant, budget, thresholds, hear, why=True, drafts=drafts)
            for path, write in outputs:
                if review.left:
                    progress.complain(f"{path}: written without the first {counted(review.left, 'ply', 'plies')}")
                write_lines(path, [write(review)])
    if arguments.json:
        print(json.dumps(to_builtins(review)))
    else:
        table = review_lines(review, words)
        more = [*why_lines(review, words), *total_lines(review, words)]
        screen = terminal(words)
        plain = len(table) - len(review.moves)
        screen.lines(table, [""] * plain + [_STYLES[move.grade] for move in review.moves])
        screen.sentences(more)
    if review.left:
        raise KeyboardInterrupt
    return Exit.FINE


def _writer(
    client: Client,
    game: FoundGame,
    variant: str,
    write: Callable[[Replay, Review], str],
    plain: Callable[[Replay], str],
) -> Callable[[Review], str]:
    """What writes a review into the record of its game. Raises WrongInput, before anything is searched, for a game
    that has no record, or of which ``plain`` makes none of that kind.
    """
    try:
        replay = replayed(client, upright(client, game, variant)[0], variant)
        plain(replay)
    except ServiceError as error:
        raise WrongInput(said(error)) from error
    except RecordError as error:
        raise WrongInput(str(error)) from error

    def written(review: Review) -> str:
        try:
            return write(replay, review)
        except RecordError as error:
            raise WrongInput(str(error)) from error

    return written


def _review_all(arguments: Namespace, budget: Budget, thresholds: Thresholds | None) -> int:
    """Review the games of a file; complain about those that cannot be played, then exit with 1. Ctrl-C ends it, and the
    same command goes on from there.
    """
    if len(arguments.position) != 1:
        raise WrongInput("--all: name one file")
    code = Exit.FINE
    words = Wording(language=arguments.language)
    reviews: list[Review] = []
    broken = True
    with (
        Archive(arguments.all, budget, thresholds) as archive,
        connected(arguments) as client,
        Progress(None, "games") as progress,
        suppress(KeyboardInterrupt),
    ):
        named = arguments.variant and known_variant(client, arguments.variant)
        found = read_games(Path(arguments.position[0]), reading_of(client, arguments, progress.complain))
        games = list(islice(on_board_of(client, named, found), arguments.most))
        progress.reach(0, len(games))
        for game in games:
            try:
                if isinstance(game, WrongInput):
                    raise game
                variant = named or game.given.variant or USUAL
                key = archive.key(game, variant)
                review = archive.get(key)
                if review is None:
                    review = review_game(client, game, variant, budget, thresholds, drafts=default_folder())
                    if review.left:
                        raise KeyboardInterrupt
                    archive.put({key: review})
                    if not arguments.json:
                        number = review.where.rpartition(", ")[2]  # of the file, which the user has named
                        progress.row(f"{number}: {head_line(review, words)}")
                reviews.append(review)
            except WrongInput as error:
                progress.complain(str(error))
                code = Exit.WRONG_INPUT
            progress.advance()
        broken = False
    players = summarised(reviews)
    if arguments.json:
        print(json.dumps({"games": len(reviews), "players": to_builtins(players)}))
    else:
        done = words("{games} reviewed, in {file}", games=words.counted(len(reviews), "game"), file=arguments.all)
        more = words("broken off: the same command goes on there") if broken else ""
        screen = terminal()
        screen.sentences(["", "; ".join(filter(None, [done, more])), ""])
        if players:
            screen.lines(summary_lines(players, words))
            screen.sentences(
                ["", words("loss: given away a game, also by phase; best: how often the best move was found")]
            )
    if broken:
        raise KeyboardInterrupt
    return code


def _thresholds(text: str) -> Thresholds:
    try:
        inaccuracy, mistake, blunder = (float(part) for part in text.split(","))
    except ValueError:
        raise ArgumentTypeError(f"three numbers such as 2,4,8 are expected, not {text!r}") from None
    try:
        return Thresholds(inaccuracy, mistake, blunder)
    except ValueError as error:
        raise ArgumentTypeError(f"{error}: {text!r}") from None
