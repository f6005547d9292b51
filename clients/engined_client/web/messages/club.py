"""Messages of tournaments of people: where one stands, the next round, results of games of the page."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from engined_protocol.messages import TimeControl
from engined_protocol.messages.envelope import Reply, Request

from ...club.pairing import Format

Number = Annotated[int, Meta(ge=1, le=1000)]


class _OfTournament(Request, frozen=True, kw_only=True):
    number: Number = 1
    """The place of the tournament among those that the server was given, from 1."""
    key: Annotated[str, Meta(max_length=64)] = ""
    """The organiser's; others may only look."""


class AskTournament(_OfTournament, frozen=True, kw_only=True, tag="tournament"):
    """Asks where a tournament stands -> :class:`Tournament`."""


class DrawRound(_OfTournament, frozen=True, kw_only=True, tag="draw-round"):
    """Draw the next round -> :class:`Tournament`."""

    round: Number
    """The number that it is to have: one that is drawn already is not drawn again."""


class PutResult(_OfTournament, frozen=True, kw_only=True, tag="put-result"):
    """Put the result of a game into the tournament's file, or another one in its place -> :class:`Tournament`."""

    round: Number
    table: Number
    score: Annotated[str, Meta(max_length=20)]
    """The score is written as ``40-24``, Black's discs first, or as ``1-0``."""


class TakeResults(_OfTournament, frozen=True, kw_only=True, tag="take-results"):
    """Put the results of games that have ended on the page into the tournament's file -> :class:`Tournament`."""


class Standing(Struct, frozen=True, kw_only=True):
    """A player in the table."""

    rank: int
    name: str
    points: float
    games: int
    won: int
    drawn: int
    lost: int
    discs: float
    brightwell: float


class Meeting(Struct, frozen=True, kw_only=True):
    """A game of a round."""

    black: str
    white: str
    score: str = ""
    """The score that the tournament's file has; empty: it was not played yet."""
    link: str = ""
    """The name of its game on the page; empty where it has none."""
    ended: str = ""
    """The score of the page's game if that has ended, and the file has none yet."""


class TournamentRound(Struct, frozen=True, kw_only=True):
    """A round as it was drawn."""

    meetings: tuple[Meeting, ...]
    byes: tuple[str, ...] = ()


class Tournament(Reply, frozen=True, kw_only=True, tag="tournament-stands"):
    """A whole tournament."""

    names: tuple[str, ...]
    """The names of all tournaments of the server."""
    number: int
    format: Format
    variant: str
    title: str
    aliases: tuple[str, ...] = ()
    """The other names of the variant."""
    cells: int
    """The number of cells of its board, which the discs of a result add up to."""
    clock: TimeControl | None = None
    """The clocks of the games."""
    organised: bool = False
    """It is true where the organiser asked, who may draw rounds and put in results."""
    total: int
    """The number of rounds in all."""
    standings: tuple[Standing, ...]
    """The players, best first."""
    coefficient: int = 0
    """The Brightwell points for each win of an opponent; 0 before the first game."""
    rounds: tuple[TournamentRound, ...] = ()
    waits: str = ""
    """The reason why no other round can be drawn now; empty where one can."""


TournamentRequest = AskTournament | DrawRound | PutResult | TakeResults
