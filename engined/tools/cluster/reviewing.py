"""``engined cluster review``: the games of a file, a task each; OUT is as `engined review --all` has it."""

from __future__ import annotations

import json
from argparse import Namespace
from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from msgspec import to_builtins

from engined.service.game import Game
from engined.variants.model import Variant
from engined_client.client import Client
from engined_client.connection import PrivateDaemon
from engined_client.drawing.wording import Wording
from engined_client.files.games import FoundGame
from engined_client.review.archive import Archive
from engined_client.review.budget import Budget
from engined_client.review.budget_options import budget_of
from engined_client.review.model import Review
from engined_client.review.orientation import mirrored
from engined_client.review.reviewer import review_game
from engined_client.review.summary import summarised, summary_lines
from engined_client.review.table import head_line
from engined_client.terminal.command import USUAL, WrongInput
from engined_client.terminal.progress import Progress
from engined_protocol.errors import Code, ProtocolError

from .answering import AHEAD
from .crew import Crew
from .posing import declared, games_of, refused
from .question import Declared, key_of


def review(declared: Declared, game: FoundGame, budget: Budget) -> Review | str:
    """The task: a game's review by a daemon of this worker's own; or what is wrong with the game."""
    client = _client()
    declared.variant()
    name = declared.name
    if declared.text:
        name = f"{client.declare(declared.text).name}@{declared.digest[:16]}"
    try:
        return review_game(client, game, name, budget)
    except WrongInput as error:
        return str(error)


@lru_cache(maxsize=1)
def _client() -> Client:
    """A client of a daemon that ends with this process."""
    daemon = PrivateDaemon("--threads", "1", "--store", "", "--log", "-").__enter__()
    return Client(daemon.endpoint, coordinates="othello")


def check(variant: Variant, game: FoundGame) -> None:
    """Raise WrongInput for a game that cannot be played by the rules, as it stands or with its board mirrored."""
    given = game.given
    try:
        begun = Game.begin(variant, given.start)
        try:
            begun.play(given.moves, record=True)
        except ProtocolError as error:
            if error.code != Code.ILLEGAL_MOVE or given.start is not None:
                raise
            try:
                begun.play(tuple(mirrored(move, variant.board.width) for move in given.moves), record=True)
            except ProtocolError:
                raise error from None
    except ProtocolError as error:
        raise refused(game, error) from None


class Reviews:
    """The games of a file, reviewed by a crew."""

    def __init__(self, arguments: Namespace, archive: Archive, progress: Progress) -> None:
        """Raises WrongInput for a variant that is none."""
        self._budget, self._archive = budget_of(arguments), archive
        self._named = None if arguments.variant is None else declared(arguments.variant)
        self._progress, self._as_json = progress, arguments.json
        self._words = Wording(language=arguments.language)
        self._waiting: dict[str, tuple[FoundGame, str]] = {}
        """Games by the keys of their tasks, and by which key the review of each is kept."""
        self._reviews: list[Review] = []
        self.faults = 0

    def run(self, games: Iterable[FoundGame | WrongInput], crew: Crew) -> None:
        """Review them. Raises NoCluster, and WrongInput where results cannot be kept."""
        for game in games:
            try:
                if isinstance(game, WrongInput):
                    raise game
                self._ask(game, crew)
            except WrongInput as error:
                self._complain(str(error))
            if len(crew) >= AHEAD:
                self._take_in(crew)
        while len(crew):
            self._take_in(crew)

    def summary(self, out: Path) -> str:
        """What there is to say of all."""
        players = summarised(self._reviews)
        if self._as_json:
            return json.dumps({"games": len(self._reviews), "players": to_builtins(players)})
        words = self._words
        games = words.counted(len(self._reviews), "game")
        told = words("{games} reviewed, in {file}", games=games, file=out)
        return "\n".join(["", told, "", *summary_lines(players, words)])

    def _ask(self, game: FoundGame, crew: Crew) -> None:
        what = self._named or declared(game.given.variant or USUAL)
        kept = self._archive.key(game, what.name)
        known = self._archive.get(kept)
        key = key_of(what.digest, game.where, game.given.start, game.given.moves, str(self._budget))
        if known is not None:
            self._have(known)
        elif key not in self._waiting:
            check(what.variant(), game)
            self._waiting[key] = game, kept
            crew.ask(key, review, what, replace(game, tree=None), self._budget)

    def _take_in(self, crew: Crew) -> None:
        for ended in crew.ended():
            game, kept = self._waiting.pop(ended.key)
            if isinstance(ended.result, Review):
                self._archive.put({kept: ended.result})
                if not self._as_json:
                    self._progress.print(f"{ended.result.where}: {head_line(ended.result, self._words)}")
                self._have(ended.result)
            else:
                self._complain(ended.result or f"{game.where}: {ended.fault}")

    def _have(self, review: Review) -> None:
        self._reviews.append(review)
        self._progress.advance()

    def _complain(self, fault: str) -> None:
        self.faults += 1
        self._progress.complain(fault)
        self._progress.advance()


def review_file(arguments: Namespace) -> bool:
    """Review the games of a file, or go on with that; whether all of them made sense."""
    games, total = games_of(arguments.file)
    with (
        Archive(arguments.out, budget_of(arguments), None) as archive,
        Progress(total, "games") as progress,
        Crew(arguments.scheduler, arguments.workers) as crew,
    ):
        reviews = Reviews(arguments, archive, progress)
        reviews.run(games, crew)
        progress.print(reviews.summary(arguments.out))
    return not reviews.faults
