"""What was found, for a terminal and as JSON."""

from __future__ import annotations

from typing import Any

from engined_protocol.messages import Position
from engined_protocol.records.record import BLACK, WHITE
from engined_protocol.records.result import Result

from ..drawing.table import aligned
from ..drawing.text import opening_line, turn_line
from ..drawing.wording import Wording
from ..terminal.output import Terminal
from .games import Findings, Game, Tally
from .query import Wanted

_NAMES = {BLACK: "Black", WHITE: "White"}
_ENDINGS = {
    "resignation": " (resigned)",
    "time": " (on time)",
    "forfeit": " (forfeit)",
    "agreement": " (agreed)",
}


def draw(found: Findings, wanted: Wanted | None, screen: Terminal, words: Wording) -> None:
    """The position that was asked for, if one was, the results, the moves that were played in it by how often, and the
    first games.
    """
    if wanted is not None:
        screen.board(wanted.position)
        screen.sentences(["", turn_line(wanted.position, words), *opening_line(wanted.position.openings, words), ""])
    read = [words("{games} read", games=words.counted(found.read, "game"))]
    if found.faults:
        read.append(words("{count} of them cannot be played by the rules", count=found.faults))
    if found.unfinished:
        read.append(words("{count} do not reach the end", count=found.unfinished))
    if found.differing:
        read.append(words("{count} end otherwise by the rules than their files say", count=found.differing))
    games = words("{games} found", games=words.counted(found.total.games, "game"))
    screen.sentences(["; ".join(read), f"{games}{_results(found.total, words)}"])
    if wanted is not None and found.following:
        screen.lines(["", *_moves(found, wanted.position, words)])
    if found.games:
        left = found.total.games - len(found.games)
        more = [words("and {games} more (--games N)", games=words.counted(left, "game"))] if left else []
        screen.sentences(["", *(_game_line(game, words) for game in found.games), *more])


def as_json(found: Findings) -> dict[str, Any]:
    """Results from Black's view; moves as seen in the position that was asked for, the most played first."""
    return {
        "read": found.read,
        "faults": found.faults,
        "unfinished": found.unfinished,
        "differing": found.differing,
        "found": _tally(found.total),
        "moves": [{"move": move, **_tally(tally)} for move, tally in _ordered(found)],
        "games": [_game(game) for game in found.games],
    }


def _game(game: Game) -> dict[str, Any]:
    result = game.result
    return {
        "where": game.where,
        "black": game.black,
        "white": game.white,
        "winner": _NAMES.get(result.winner, ""),
        "margin": result.margin,
        "ending": result.ending,
        "ply": game.ply,
        "following": game.following,
    }


def _ordered(found: Findings) -> list[tuple[str, Tally]]:
    return sorted(found.following.items(), key=lambda item: (-item[1].games, item[0]))


def _tally(tally: Tally) -> dict[str, Any]:
    return {
        "games": tally.games,
        "black": tally.black,
        "draws": tally.draws,
        "white": tally.white,
        "mean": tally.mean,
    }


def _results(tally: Tally, words: Wording) -> str:
    if not tally.known:
        return ""
    shares = [f"{count / tally.known:.1%}" for count in (tally.black, tally.draws, tally.white)]
    facts = dict(zip(("black", "drawn", "white"), shares, strict=True))
    text = words("Black won {black}, drawn {drawn}, White won {white}", **facts)
    if tally.mean is not None:
        text += "; " + words("Black {mean} on average", mean=f"{tally.mean:+.2f}")
    unknown = tally.games - tally.known
    return f": {text}" + (f"; {words('{count} without a result', count=unknown)}" if unknown else "")


def _moves(found: Findings, position: Position, words: Wording) -> list[str]:
    """A table of the moves that were played, from the view of who moves there."""
    sign = 1 if position.mover == position.seats[0] else -1
    heads = (words("move"), words("games"), "", words("won"), words("drawn"), words("lost"), words("mean"))
    rows: list[tuple[str, ...]] = [heads]
    for move, tally in _ordered(found):
        share = f"{tally.games / found.total.games:.1%}"
        won, lost = (tally.black, tally.white) if sign > 0 else (tally.white, tally.black)
        known = tally.known
        shares = [f"{count / known:.0%}" if known else "" for count in (won, tally.draws, lost)]
        mean = "" if tally.mean is None else f"{sign * tally.mean + 0.0:+.2f}"
        rows.append((words.move(move), str(tally.games), share, *shares, mean))
    return aligned(rows, range(1, 7))


def _end(result: Result, words: Wording) -> str:
    """How a game ended, in words; empty where nobody knows."""
    if not result.decided:
        return words("unfinished") if result.ending == "unfinished" else ""
    how = words(_ENDINGS[result.ending]) if result.ending in _ENDINGS else ""
    if not result.winner:
        return words("drawn") + how
    seat = words.told(_NAMES[result.winner])
    margin = f"{abs(result.margin):g}" if result.margin else ""
    won = words("{seat} won by {margin}", seat=seat, margin=margin) if margin else words("{seat} won", seat=seat)
    return won + how


def _game_line(game: Game, words: Wording) -> str:
    names = f": {game.black or '?'} - {game.white or '?'}" if game.black or game.white else ""
    end = _end(game.result, words)
    result = f", {end}" if end else ""
    ply = ", " + words("after {moves}", moves=words.counted(game.ply, "move")) if game.ply is not None else ""
    following = f": {words.move(game.following)}" if game.following else ""
    return f"{game.where}{names}{result}{ply}{following}"
