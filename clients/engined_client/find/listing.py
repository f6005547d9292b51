"""What was found, for a terminal and as JSON."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from engined_protocol.messages import Position

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
    read = [words("{games} read", games=words.counted(found.read, "game"))]
    if found.faults:
        read.append(words("{count} of them cannot be played by the rules", count=found.faults))
    if found.unfinished:
        read.append(words("{count} do not reach the end", count=found.unfinished))
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
        "found": _tally(found.total),
        "moves": [{"move": move, **_tally(tally)} for move, tally in _ordered(found)],
        "games": [asdict(game) for game in found.games],
    }


def _ordered(found: Findings) -> list[tuple[str, Tally]]:
    return sorted(found.following.items(), key=lambda item: (-item[1].games, item[0]))


def _tally(tally: Tally) -> dict[str, Any]:
    mean = tally.discs / tally.known if tally.known else None
    return {"games": tally.games, "black": tally.black, "draws": tally.draws, "white": tally.white, "mean": mean}


def _results(tally: Tally, words: Wording) -> str:
    if not tally.known:
        return ""
    shares = [f"{count / tally.known:.1%}" for count in (tally.black, tally.draws, tally.white)]
    facts = dict(zip(("black", "drawn", "white"), shares, strict=True), mean=f"{tally.discs / tally.known:+.2f}")
    text = words("Black won {black}, drawn {drawn}, White won {white}; Black {mean} on average", **facts)
    return f": {text}"


def _moves(found: Findings, position: Position, words: Wording) -> list[str]:
    """From the view of who moves there."""
    sign = 1 if position.mover == position.seats[0] else -1
    heads = (words("move"), words("games"), "", words("won"), words("drawn"), words("lost"), words("mean"))
    rows: list[tuple[str, ...]] = [heads]
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
        seat = words.told("Black" if game.margin > 0 else "White")
        result = ", " + words("{seat} won by {margin}", seat=seat, margin=f"{abs(game.margin):g}")
    else:
        result = ", " + words("drawn")
    ply = ", " + words("after {moves}", moves=words.counted(game.ply, "move")) if game.ply is not None else ""
    following = f": {words.move(game.following)}" if game.following else ""
    return f"{game.where}{names}{result}{ply}{following}"
