"""A match in words: one line a game while it runs, and the sum at the end."""

from __future__ import annotations

from engined_protocol.words import counted

from .game_log import FinishedGame
from .player import Engine
from .process import End
from .standing import MatchStanding, Thinking
from .strength import Strength


def game_line(game: FinishedGame, total: int, standing: MatchStanding) -> str:
    """A finished game, and where the match stands: ``  3/100 A first  A wins by 12   A +2 =0 -1  66.7 %``."""
    if game.discs is not None:
        result = counted_result(game.winner, game.discs)
    else:
        loser = {"A": "B", "B": "A", None: "draw"}[game.winner]
        result = f"{loser}: {game.end}"
    sum_up = f"A +{standing.won} ={standing.drawn} -{standing.lost}  {100 * standing.score:.1f} %"
    elo = f"  Elo {_elo(standing.strength)}" if standing.strength else ""
    return f"{game.number:>4}/{total} {game.first} first  {result:<22} {sum_up}{elo}"


def counted_result(winner: str | None, ahead: float) -> str:
    """Who wins a game that was played out, and by how much: by nothing where one side has the right to a draw."""
    margin = f" by {abs(ahead):g}" if ahead else ""
    return f"{winner} wins{margin}" if winner else "draw"


def forfeit_line(game: FinishedGame) -> str | None:
    """What went wrong in a game, in full; None when nothing did."""
    if game.end == End.SCORE:
        return f"game {game.number}: {game.detail}, so all stones count" if game.detail else None
    loser = {"A": "B", "B": "A", None: "nobody"}[game.winner]
    return f"game {game.number}: {loser} loses: {game.end}" + (f", {game.detail}" if game.detail else "")


def summary(standing: MatchStanding, engines: tuple[Engine, Engine], unit: str = "discs") -> str:
    """The whole match, several lines; ``unit`` is what scores count."""
    lines = [
        f"{label}  {engine.name}: {' '.join(engine.command)} ({engine.limit})"
        for label, engine in zip("AB", engines, strict=True)
    ]
    if not standing.games:
        return "\n".join([*lines, "no game was finished"])
    lines.append(
        f"{standing.games} games: A won {standing.won}, drew {standing.drawn}, lost {standing.lost}"
        f" ({100 * standing.score:.1f} %)"
    )
    if standing.discs:
        error = "" if standing.discs.error is None else f" ± {standing.discs.error:.2f} (standard error)"
        lines.append(f"{unit}: {standing.discs.value:+.2f}{error} a game")
    if standing.strength:
        pairs = " ".join(map(str, standing.pairs))
        chance = f"{100 * standing.strength.superiority:.1f} % likely"
        lines.append(f"Elo: {_elo(standing.strength)} (95 %), A is {chance} the stronger one")
        lines.append(f"pairs of games with 0, 1/2, 1, 3/2, 2 points: {pairs}")
    if standing.repeats:
        lines.append(
            f"{counted(standing.repeats, 'game')} went as an earlier one did, move by move, and told nothing new: "
            "more openings may help"
        )
    for side, label in enumerate("AB"):
        taken = standing.thinking[side]
        if taken:
            line = f"{label} took {taken.mean:.3f} s a move, {taken.most:.3f} s at most"
            if taken.processor is not None:
                line += f", {taken.processor:.3f} s of processors"
            lines.append(line + _doubt(side, taken, standing, engines))
    for label, forfeits in zip("AB", standing.forfeits, strict=True):
        if forfeits:
            said = ", ".join(f"{end} {count}" for end, count in sorted(forfeits.items()))
            lines.append(f"{label} lost without a score: {said}")
    return "\n".join(lines)


def _doubt(side: int, taken: Thinking, standing: MatchStanding, engines: tuple[Engine, Engine]) -> str:
    """A doubt about the match where an engine used much less time than it had, or than the other with the same limit.

    Some take ``time_settings`` for something else: Edax 4.5 and 4.6 play at 0.1 s whatever the period is, and mended
    in that, end most moves early. Clocks they all understand.
    """
    other = standing.thinking[1 - side]
    limit = engines[side].limit
    if limit.seconds is None or limit.depth is not None or limit.nodes is not None:
        return ""
    whole = round(taken.moves / standing.games * limit.seconds, 2)
    way_out = f"a clock may help: --clock-{'ab'[side]} {whole:g}"
    if taken.most <= limit.seconds / 2:
        return f": never half of its {limit.seconds:g} s, so it may not have understood them; {way_out}"
    if other and limit == engines[1 - side].limit and taken.mean < other.mean / 2:
        return f": less than half of what {'BA'[side]} took, so times were not equal; {way_out}"
    return ""


def _elo(strength: Strength) -> str:
    """``+35 (-12 .. +83)``."""
    return f"{strength.elo:+.0f} ({strength.low:+.0f} .. {strength.high:+.0f})"
