"""What was found, for a terminal and as JSON."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from engined_protocol.messages import Position
from engined_protocol.words import counted

from ..drawing import opening_line, turn_line
from ..table import aligned
from ..terminal import Terminal
from ..wording import Wording
from .games import Findings, Game, Tally
from .query import Query


def draw(found: Findings, query: Query, screen: Terminal, words: Wording) -> None:
    """The position, the results, the moves that were played in it by how often, and the first games."""
    wanted = query.position
    if wanted is not None:
        screen.board(wanted.position)
        screen.sentences(["", turn_line(wanted.position, words), *opening_line(wanted.position.openings, words), ""])
    faults = f"; {found.faults} of them cannot be played by the rules" if found.faults else ""
    unfinished = f"; {found.unfinished} do not reach the end" if found.unfinished else ""
    screen.sentences([f"{counted(found.read, 'game')} read{faults}{unfinished}"])
    screen.sentences([f"{counted(found.total.games, 'game')} found{_results(found.total)}"])
    if wanted is not None and found.following:
        screen.lines(["", *_moves(found, wanted.position, words)])
    if found.games:
        left = found.total.games - len(found.games)
        more = [f"and {counted(left, 'game')} more (--games N)"] if left else []
        screen.sentences(["", *(_game_line(game, words) for game in found.games), *more])


def as_json(found: Findings) -> dict[str, Any]:
    """Results from Black's view; moves as seen in the position that was asked for, the most played first."""
    return {
        "read": found.read,
        "faults": found.faults,
        "unfinished": found.unfinished,
        "found": _tally(found.total),
        "moves": [{"move": move, **_tally(tally)} for move, tally in _ordered(found)],
        "games": [asdict(game) for game in found.games],
    }


def _ordered(found: Findings) -> list[tuple[str, Tally]]:
    return sorted(found.following.items(), key=lambda item: (-item[1].games, item[0]))


def _tally(tally: Tally) -> dict[str, Any]:
    mean = tally.discs / tally.known if tally.known else None
    return {"games": tally.games, "black": tally.black, "draws": tally.draws, "white": tally.white, "mean": mean}


def _results(tally: Tally) -> str:
    if not tally.known:
        return ""
    shares = [f"{count / tally.known:.1%}" for count in (tally.black, tally.draws, tally.white)]
    mean = tally.discs / tally.known
    return f": Black won {shares[0]}, drawn {shares[1]}, White won {shares[2]}; Black {mean:+.2f} on average"


def _moves(found: Findings, position: Position, words: Wording) -> list[str]:
    """From the view of who moves there."""
    sign = 1 if position.mover == position.seats[0] else -1
    rows: list[tuple[str, ...]] = [("move", "games", "", "won", "drawn", "lost", "mean")]
    for move, tally in _ordered(found):
        share = f"{tally.games / found.total.games:.1%}"
        won, lost = (tally.black, tally.white) if sign > 0 else (tally.white, tally.black)
        known = tally.known
        shares = [f"{count / known:.0%}" if known else "" for count in (won, tally.draws, lost)]
        mean = f"{sign * tally.discs / known + 0.0:+.2f}" if known else ""
        rows.append((words.move(move), str(tally.games), share, *shares, mean))
    return aligned(rows, range(1, 7))


def _game_line(game: Game, words: Wording) -> str:
    names = f": {game.black or '?'} - {game.white or '?'}" if game.black or game.white else ""
    if game.margin is None:
        result = ""
    elif game.margin:
        result = f", {'Black' if game.margin > 0 else 'White'} won by {abs(game.margin):g}"
    else:
        result = ", drawn"
    ply = f", after {counted(game.ply, 'move')}" if game.ply is not None else ""
    following = f": {words.move(game.following)}" if game.following else ""
    return f"{game.where}{names}{result}{ply}{following}"
