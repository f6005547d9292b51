"""``engined practise``: problems, the mistakes of one's own games, and openings."""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Iterator
from datetime import date
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Annotated

from msgspec import Meta

from engined_protocol.values import reading

from ..client import Client
from ..connection import PrivateDaemon
from ..drawing.wording import Wording
from ..errors import ServiceError
from ..files.chosen_game import add_game_options, chosen_game, chosen_variant, position_of
from ..files.games import FoundGame, Reading, read_games, reading_of
from ..files.positions import GivenPosition
from ..find.openings import opening_called
from ..practice.deck import Deck
from ..practice.exercise import Exercise, Outcome, ask
from ..practice.judge import Judge
from ..practice.making import Maker, Unequal, Wanted, own_games
from ..practice.mistakes import exercises, mistakes_of
from ..practice.opening_lesson import OpeningLesson
from ..practice.problem import Problem
from ..practice.teacher import measure
from ..review.budget import Budget
from ..review.budget_options import add_budget, budget_of
from ..review.draft import default_folder as drafts_folder
from ..review.reviewer import review_game
from ..terminal.command import (
    Exit,
    WrongInput,
    add_encoding_option,
    add_language_option,
    add_usual_options,
    connected,
    errors_in,
    known_variant,
    said,
    wording_of,
)
from ..terminal.output import terminal
from ..terminal.progress import Progress
from ..terminal.seats import wanted_seat

SUMMARY = "get better: problems, the mistakes of your games, openings from the book"
EXAMPLES = (
    ("engined practise make WTH_2003.wtb --most 100", "problems from games; --own 20: from its own"),
    ("engined practise problems", "those that are due today"),
    ("engined practise mistakes game.sgf --seat white", "what you gave away there: find what was better"),
    ("engined practise opening tiger", "play it against the book"),
)

REVIEW_SECONDS = 0.5
MOST = 20
"""Problems asked at a time."""
COUNT = reading(Annotated[int, Meta(ge=1, le=10**6)])
USUAL_EMPTIES = (8, 16)


def add_arguments(parser: ArgumentParser) -> None:
    """Add the verbs and their own arguments."""
    verbs = parser.add_subparsers(dest="verb", metavar="VERB", required=True)

    def verb(name: str, text: str) -> ArgumentParser:
        added = verbs.add_parser(name, help=text, description=text, allow_abbrev=False)
        add_usual_options(added)
        add_language_option(added)
        return added

    problems = verb("problems", "asks what is due; each comes back at growing intervals until it is known")
    problems.add_argument("--most", metavar="N", type=COUNT, default=MOST, help=f"at most so many (default: {MOST})")
    problems.add_argument("--list", action="store_true", help="say how many there are, due and known; ask nothing")
    make = verb("make", "makes problems from games of files, or of its own; Ctrl-C ends it, what is made stays")
    make.add_argument("files", metavar="FILE", nargs="*", type=Path, help="games of any kind that engined reads")
    make.add_argument("--own", metavar="N", type=COUNT, help="from so many games that it plays itself")
    make.add_argument("--seed", metavar="N", type=reading(int), default=1, help="of its own games (default: 1)")
    make.add_argument("--most", metavar="N", type=COUNT, help="so many problems at most")
    make.add_argument(
        "--empties", metavar="A-B", type=_empties, help="with so many empty cells (default: 8-16); all is exact"
    )
    make.add_argument(
        "--margin",
        metavar="D",
        type=measure,
        help="the best move is better by that than any other (2; in chain games 1)",
    )
    make.add_argument(
        "--level", metavar="N", type=COUNT, default=3, help="too hard for the levels of play below that (default: 3)"
    )
    add_encoding_option(make)
    mistakes = verb("mistakes", "reviews a game, then asks for a better move wherever much was given away")
    mistakes.add_argument("position", metavar="MOVES|FILE", nargs="+", help="the game")
    mistakes.add_argument("--seat", metavar="SEAT", action="append", help="of these alone (default: of all)")
    add_game_options(mistakes)
    add_budget(mistakes, REVIEW_SECONDS)
    opening = verb("opening", "play an opening against the book: it warns of what is not there, and varies its answers")
    opening.add_argument("position", metavar="NAME|MOVES", nargs="*", help="tiger, 虎, f5d6...; default: the start")
    opening.add_argument("--seat", metavar="SEAT", help="yours (default: the one to move)")
    opening.add_argument(
        "--error", metavar="D", type=measure, default=1.0, help="a move may give away so much by the book (default: 1)"
    )


def run(arguments: Namespace) -> int:
    """Do what the verb says."""
    verbs = {"problems": _problems, "make": _make, "mistakes": _mistakes, "opening": _opening}
    with connected(arguments, clock=False) as client:
        return verbs[arguments.verb](client, arguments)


# --- problems -----------------------------------------------------------------------------------------


def _problems(client: Client, arguments: Namespace) -> int:
    variant = known_variant(client, arguments.variant)
    words, deck = wording_of(client, variant, arguments), _deck(client, variant)
    today = date.today()
    due = deck.due(today)[: arguments.most]
    if not due or arguments.list:
        terminal(words).sentences([_count_line(deck, today, words)])
        return Exit.FINE
    solved = asked = 0
    for card in due:
        outcome = _ask(client, variant, card.problem, words)
        if outcome == "quit":
            break
        if outcome != "left":
            asked, solved = asked + 1, solved + (outcome == "right")
            deck.put(card.answered(today, right=outcome == "right"))
            deck.save()
    score = words("{solved} of {asked} solved at once", solved=solved, asked=asked)
    terminal(words).sentences(["", score, _count_line(deck, today, words)])
    return Exit.FINE


def _ask(client: Client, variant: str, problem: Problem, words: Wording) -> Outcome:
    position = client.open(variant=variant, start=problem.start, moves=problem.moves)
    judge = Judge(client, Budget(exact=position.empties))
    question = words(
        "find the best move: it is better than any other by {margin} (difficulty {difficulty})",
        margin=f"{problem.score - problem.second:g}",
        difficulty=problem.difficulty,
    )
    try:
        exercise = Exercise(position, question, partial(judge.judged, position), lambda: problem.best)
        return ask(client, exercise, words)
    finally:
        client.close_session(position.session)


def _deck(client: Client, variant: str) -> Deck:
    description = client.describe(variant)
    return Deck.of(description.name, description.digest)


def _count_line(deck: Deck, today: date, words: Wording) -> str:
    """How many problems there are, and what is to be done."""
    if not len(deck):
        return words("there are no problems yet: `engined practise make` makes some from games")
    due = len(deck.due(today))
    known = sum(card.known for card in deck.cards)
    parts = [words("{problems}, {due} due, {known} known", problems=len(deck), due=due, known=known)]
    following = deck.next_due()
    if not due and following is not None:
        parts.append(words("the next one on {day}", day=following.isoformat()))
    return "; ".join(parts)


def _make(client: Client, arguments: Namespace) -> int:
    if bool(arguments.files) == (arguments.own is not None):
        raise WrongInput("name files with games, or --own N for its own: one of them")
    variant = known_variant(client, arguments.variant)
    description, words = client.describe(variant), wording_of(client, variant, arguments)
    least, most = arguments.empties or USUAL_EMPTIES
    margin = arguments.margin or (1.0 if description.scoring == "chains" else 2.0)
    wanted = Wanted(range(least, most + 1), margin, arguments.level)
    deck, code, made, broken = _deck(client, variant), Exit.FINE, 0, False
    with PrivateDaemon("--store", "") as other, Client(other.endpoint) as second, Progress(None, "games") as progress:
        if arguments.variant and arguments.variant.endswith(".toml"):
            known_variant(second, arguments.variant)
        maker = Maker(client, second, wanted)
        reading_as = reading_of(client, arguments, progress.complain)
        try:
            for game in _games(client, arguments, variant, reading_as):
                where = ""
                try:
                    if isinstance(game, WrongInput):
                        raise game
                    where = f"{game.where}: "
                    if game.given.variant not in ("", description.name):
                        raise WrongInput(f"a game of {game.given.variant}, not of {description.name}")
                    for problem in maker.problems(game, variant):
                        made += deck.add([problem])
                        deck.save()  # whatever ends this: an hour's work stays
                        if arguments.most is not None and made >= arguments.most:
                            break
                except (WrongInput, ServiceError, Unequal) as error:
                    progress.complain(f"{where}{said(error)}")
                    code = Exit.WRONG_INPUT
                progress.advance()
                progress.note(words("{made} problems", made=made))
                if arguments.most is not None and made >= arguments.most:
                    break
        except KeyboardInterrupt:
            broken = True
    text = words(
        "{made} new problems from {looked} positions, in {file}", made=made, looked=maker.positions, file=deck.path
    )
    terminal(words).sentences([text])
    if broken:
        raise KeyboardInterrupt
    return code


def _games(client: Client, arguments: Namespace, variant: str, reading_as: Reading) -> Iterator[FoundGame | WrongInput]:
    if arguments.own is not None:
        return own_games(client, variant, arguments.own, arguments.seed)
    return chain.from_iterable(_read(path, reading_as) for path in arguments.files)


def _read(path: Path, reading_as: Reading) -> Iterator[FoundGame | WrongInput]:
    """The games of a file; where it cannot be read, the error in their place."""
    try:
        yield from read_games(path, reading_as)
    except WrongInput as error:
        yield error


# --- mistakes -----------------------------------------------------------------------------------------


def _mistakes(client: Client, arguments: Namespace) -> int:
    budget = budget_of(arguments)
    game = chosen_game(arguments, reading_of(client, arguments))
    if not game.given.moves:
        raise WrongInput("there is no move to review")
    variant = chosen_variant(client, arguments, game)
    words = wording_of(client, variant, arguments)
    with Progress(len(game.given.moves), "moves") as progress:
        review = review_game(
            client,
            game,
            variant,
            budget,
            hear=lambda move, total: progress.reach(total + 1 - move.ply, total),
            drafts=drafts_folder(),
        )
    if review.left:
        raise KeyboardInterrupt
    seats = frozenset(wanted_seat(name, review.seats) for name in arguments.seat or review.seats)
    moves = mistakes_of(review, seats)
    screen = terminal(words)
    screen.sentences([words("no mistakes") if not moves else words("{count} mistakes to learn from", count=len(moves))])
    found = 0
    for exercise in exercises(client, review, moves, budget, words):
        outcome = ask(client, exercise, words)
        if outcome == "quit":
            break
        found += outcome == "right"
    if moves:
        screen.sentences(["", words("{solved} of {asked} solved at once", solved=found, asked=len(moves))])
    return Exit.FINE


# --- openings -----------------------------------------------------------------------------------------


def _opening(client: Client, arguments: Namespace) -> int:
    variant = known_variant(client, arguments.variant)
    words = wording_of(client, variant, arguments)
    named = opening_called(client, variant, " ".join(arguments.position)) if arguments.position else ()
    if named is None:
        game = position_of(arguments.position, Reading(words.notation)).given
    else:
        game = GivenPosition(moves=named)
    with errors_in(words.notation):
        position = client.open(variant=variant, start=game.start, moves=game.moves)
        seat = wanted_seat(arguments.seat, position.seats) if arguments.seat else position.mover
        lesson = OpeningLesson(client, position, seat, arguments.error, words)
        lesson.give()
    if lesson.asked:
        said = words("{solved} of {asked} moves as the book has them, at once", solved=lesson.right, asked=lesson.asked)
        terminal(words).sentences([said])
    return Exit.FINE


def _empties(text: str) -> tuple[int, int]:
    least, dash, most = text.partition("-")
    try:
        found = int(least), int(most if dash else least)
    except ValueError:
        raise ArgumentTypeError(f"so many empty cells, as 8-16 or 12, not {text!r}") from None
    if not 1 <= found[0] <= found[1] <= 1000:
        raise ArgumentTypeError(f"so many empty cells, as 8-16 or 12, not {text!r}")
    return found
