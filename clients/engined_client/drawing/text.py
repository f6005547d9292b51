"""Boards and analyses as plain text for a terminal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from engined_protocol.dead_stones import Fates, all_stones, fates
from engined_protocol.messages import Analysis, Forecast, Info, OpeningName, Position, ScoredMove
from engined_protocol.notation import PASS, square_name

from .changes import Changes
from .outlook import outlook_lines, range_text
from .table import aligned, fitted
from .theory import theory_lines
from .wording import PLAIN, Wording

KIND_MARKS = {"lower": ">=", "upper": "<="}
SEARCHED = ("estimate", "selective")
"""Kinds of scores that a greater depth makes better."""
PLIES = 12
"""The number of plies of a principal variation that are shown."""
SETTLED = 0.7
"""A point is a side's that was its own so much oftener than the other's, at the end of games played out."""
MARGIN = 3
"""Columns on the left of a board, for the numbers of its rows."""


def score_text(move: ScoredMove) -> str:
    """A score in discs with its sign: ``+1.5`` for estimates, ``+2`` when proven, ``>=+2`` for a bound."""
    return number_text(move.score, move.source or move.kind)


def worth_text(move: ScoredMove) -> str:
    """The text of :func:`score_text`, but with both ends, ``+1..+5``, of a score that hangs on ties."""
    most = None if move.outlook is None else move.outlook.score_most
    return score_text(move) if most is None else range_text(*(number_text(end, "exact") for end in (move.score, most)))


def number_text(score: float, kind: str) -> str:
    """The text of :func:`score_text`, for a score and the name of its kind, of a book's its source's."""
    whole = kind in ("exact", "lower", "upper") and float(score).is_integer()
    text = f"{score:+.0f}" if whole else f"{score:+.1f}"
    return KIND_MARKS.get(kind, "") + (text if float(text) else text[1:])


def count_text(count: float) -> str:
    """A large count in three digits: ``940``, ``12.3 k``, ``4.56 M``, ``1.20 G``."""
    for unit, name in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if count >= unit:
            value = count / unit
            return f"{value:.{2 if value < 10 else 1 if value < 100 else 0}f} {name}"
    return f"{count:.0f}"


def board_lines(
    position: Position, cells: Mapping[str, str] | None = None, best: str = "", words: Wording = PLAIN
) -> list[str]:
    """The board with its coordinates, one line a row.

    ``cells`` maps square names to what is written on these empty cells; the cell ``best`` is bracketed.
    Without ``cells``, the cells among which the mover has to choose are dotted as ``:``; when play has stopped, those
    of a region that one colour borders have its symbol in lower case.
    """
    notes = marks_of(position) if cells is None else dict(cells)
    size = len(position.board[0])
    width = max((len(text) for text in notes.values()), default=1)
    width += 3 if width > 1 else 1
    notation = words.notation
    lines = [" " * MARGIN + "".join(_cell(notation.column(column), width) for column in range(size))]
    for row, symbols in enumerate(position.board):
        texts: list[str] = []
        for column, symbol in enumerate(symbols):
            name = square_name(row * size + column, size)
            text = notes.get(name, symbol) if symbol == "." else symbol
            texts.append(f"[{text}]".rjust(width) if name == best and width > 2 else _cell(text, width))
        lines.append(f"{notation.row(row):>{MARGIN}}" + "".join(texts))
    return [line.rstrip() for line in lines]


def marks_of(position: Position) -> dict[str, str]:
    """What stands on empty cells by itself: ``:`` where one may place, or whose a cell is when play has stopped."""
    if not position.owners:
        return {square_of(move): ":" for move in choices(position)}
    size = len(position.owners[0])
    owners = enumerate("".join(position.owners))
    return {square_name(square, size): symbol.lower() for square, symbol in owners if symbol not in ". "}


def _cell(text: str, width: int) -> str:
    """Right-aligned; a wide cell leaves room for the bracket that closes the best move."""
    return text.rjust(width) if width < 4 else text.rjust(width - 1) + " "


def turn_line(position: Position, words: Wording = PLAIN) -> str:
    """Who moves, the discs of each colour and the prisoners, in chain games the points; or the result, or what it will
    be, and the counts.
    """
    if position.phase == "removal":
        ahead = words("nobody is ahead")
        if position.winner:
            ahead = words(
                "{seat} is ahead by {margin}", seat=words.told(position.winner), margin=f"{position.margin:g}"
            )
        return "; ".join([words("play has stopped"), ahead, _counts(position, words)])
    if position.over:
        result = words.told(position.result)
        return f"{result}; {_counts(position, words)}" if position.ending in ("", "count") else result
    to_move = "{seat} ({colour}) to move" + (", and must pass" if position.legal == (PASS,) else "")
    mover = words(to_move, seat=words.told(position.mover), colour=position.colour)
    parts = [mover, _ahead(position, words), words("{count} empty", count=position.empties)]
    if any(position.prisoners):
        taken = (f"{words.told(seat)} {count}" for seat, count in zip(position.seats, position.prisoners, strict=True))
        parts.append(words("prisoners: {counts}", counts=", ".join(taken)))
    return "; ".join(part for part in parts if part)


def _ahead(position: Position, words: Wording) -> str:
    """What is played for, as it stands: discs of each colour, the mover's first, or points for chains."""
    if position.scoring == "chains":
        return words("points: {counts}", counts=_counts(position, words))
    discs = Counter(symbol for row in position.board for symbol in row if symbol not in ". ")
    order = sorted(discs, key=lambda symbol: (symbol != position.colour, symbol))
    return ", ".join(f"{symbol} {discs[symbol]}" for symbol in order)


def choices(position: Position) -> tuple[str, ...]:
    """The legal moves, where they are worth listing: nothing where one may place almost anywhere, or pass."""
    return () if PASS in position.legal[1:] else position.legal


def _counts(position: Position, words: Wording) -> str:
    """What each seat counts, and what the second is given."""
    counts = [f"{words.told(seat)} {score:g}" for seat, score in zip(position.seats, position.scores, strict=True)]
    if position.komi:
        counts[1] += f" {'+' if position.komi > 0 else '-'} {abs(position.komi):g}"
    return ", ".join(counts)


def removal_lines(position: Position, words: Wording = PLAIN) -> list[str]:
    """Which stones were removed as dead, by colour, and until all do who agrees to that."""
    stood = "".join(position.removed)
    lines = []
    for symbol in sorted({*stood} - {".", " "}):
        cells = words.moves(_names(position, (other == symbol for other in stood)))
        lines.append(words("removed {colour}: {cells}", colour=symbol, cells=cells))
    if position.agreed and not position.result:
        lines.append(words("agreed: {seats}", seats=", ".join(map(words.told, position.agreed))))
    return lines


def removed_cells(position: Position) -> frozenset[str]:
    """The cells of the stones that were removed as dead."""
    return frozenset(_names(position, (symbol not in ". " for symbol in "".join(position.removed))))


def _names(position: Position, wanted: Iterable[bool]) -> list[str]:
    size = len(position.board[0])
    return [square_name(square, size) for square, chosen in enumerate(wanted) if chosen]


def analysis_lines(
    position: Position,
    analysis: Info | Analysis,
    changes: Changes | None = None,
    width: int | None = None,
    words: Wording = PLAIN,
) -> list[str]:
    """The board with a score on each analysed cell, then a table of the moves, best first."""
    board = board_lines(position, *cell_scores(position, analysis, width), words)
    return [*board, *table_lines(position, analysis, changes, width, words)]


def cell_scores(position: Position, analysis: Info | Analysis, width: int | None) -> tuple[dict[str, str], str]:
    """What is written on the cells of a board, and the cell of the best move: scores, whole ones where the board is too
    wide for a window of ``width`` else, or just which moves are best.
    """
    best: dict[str, ScoredMove] = {}
    for move in analysis.moves:
        best.setdefault(square_of(move.move), move)
    first = next(iter(best), "")
    for write in (score_text, _whole):
        scores = {cell: write(move) for cell, move in best.items()}
        longest = max(map(len, scores.values()), default=0)
        if width is None or MARGIN + len(position.board[0]) * (longest + 3) <= width:
            return scores, first
    return {cell: f"{rank}" for rank, cell in enumerate(best, 1) if rank < 10}, first


def _whole(move: ScoredMove) -> str:
    return f"{KIND_MARKS.get(move.source or move.kind, '')}{round(move.score):+d}".replace("+0", "0")


def table_lines(
    position: Position,
    analysis: Info | Analysis,
    changes: Changes | None = None,
    width: int | None = None,
    words: Wording = PLAIN,
) -> list[str]:
    """What is said below the board; see :func:`move_table`."""
    lines = ["", turn_line(position, words), *opening_line(position.openings, words)]
    if analysis.moves:
        anew = analysis.known_depth > 0
        table = move_table(analysis.moves, anew=anew, changes=changes, width=width, words=words)
        lines += ["", *table, *draw_lines(position, analysis.moves, words)]
        lines += [fitted(line, width) for line in outlook_lines(position, analysis, words)]
        lines += owned_line(position, analysis.forecast, words) if position.mover else []
    if analysis.forecast is not None and analysis.forecast.life:
        told = fates(all_stones(position.board, position.removed), analysis.forecast.life)
        lines += fate_lines(told, words) or [words("no stones are dead at the end")]
    if isinstance(analysis, Analysis) and analysis.theory is not None:
        lines += ["", *theory_lines(position, analysis.theory, words)]
    return [*lines, "", summary_line(analysis, words)]


def opening_line(openings: Sequence[OpeningName], words: Wording = PLAIN) -> list[str]:
    """One line with the names of the opening, each once, in all languages; no line where it has no name."""
    names = dict.fromkeys(opening.name for opening in openings)
    return [words("opening: {names}", names=", ".join(names))] if names else []


def draw_lines(position: Position, moves: Sequence[ScoredMove], words: Wording = PLAIN) -> list[str]:
    """Who wins a draw, where one is proven and somebody has the right to it."""
    drawn = any(move.score == 0 and (move.source or move.kind) == "exact" for move in moves)
    return ["", f"0: {draw_text(position.draw_right, words)}"] if drawn and position.draw_right else []


def draw_text(winner: str, words: Wording = PLAIN) -> str:
    """How a side wins that has the right to a draw."""
    return words("{seat} wins by the right to a draw", seat=words.told(winner))


def summary_line(analysis: Info | Analysis, words: Wording = PLAIN) -> str:
    """Depth, nodes, time and speed, and why the analysis ended."""
    spent = "{nodes} new nodes in {seconds} s" if analysis.known_depth else "{nodes} nodes in {seconds} s"
    nodes = words(spent, nodes=count_text(analysis.nodes), seconds=f"{analysis.seconds:.2f}")
    text = f"{depth_text(analysis, words)}, {nodes}"
    if analysis.seconds > 0:
        text += " " + words("({nodes} nodes/s)", nodes=count_text(analysis.nodes / analysis.seconds))
    if isinstance(analysis, Info):
        return text + (f"; {words.told(analysis.state)}" if analysis.state else "")
    endings = {
        "done": "finished",
        "limit": "the limit is reached",
        "stopped": "stopped",
        "shutdown": "the daemon shut down",
    }
    return f"{text}; {words.told(endings.get(analysis.reason, analysis.reason))}"


def depth_text(analysis: Info | Analysis, words: Wording = PLAIN) -> str:
    """The depth that all moves have, the one that was known before, and the one that some have already."""
    notes = []
    if analysis.known_depth:
        partly = analysis.known_depth < analysis.depth
        notes.append(words("{depth} known before" if partly else "known before", depth=analysis.known_depth))
    deepest = max((move.depth for move in analysis.moves if move.kind in ("estimate", "selective")), default=0)
    if deepest > analysis.depth:
        notes.append(words("{depth} begun", depth=deepest))
    if notes:
        return words("depth {depth} ({notes})", depth=analysis.depth, notes="; ".join(notes))
    return words("depth {depth}", depth=analysis.depth)


def square_of(move: str) -> str:
    """The cell of a move: ``f5`` for ``f5:e5+d5``."""
    return move.partition(":")[0]


def move_table(
    moves: Sequence[ScoredMove],
    *,
    anew: bool = False,
    changes: Changes | None = None,
    width: int | None = None,
    words: Wording = PLAIN,
) -> list[str]:
    """A table of moves; of those from the book, the kind of their source and the games that went there.

    ``anew``: something was known before, and the nodes are those that came to it. ``changes``: another column says how
    a score has changed since the depth before, and a ``+`` marks moves that are a depth ahead of the last one.
    ``width``: so many characters of a line, of which the principal variation has what is left. Where games were played
    out, see :func:`games_table`.
    """
    if any(move.forecast is not None for move in moves):
        return games_table(moves, width, words)
    heads = ("move", "score", "kind", "depth", "new nodes" if anew else "nodes")
    rows = [tuple(map(words, (*heads, *(("change",) if changes else ()), "principal variation")))]
    least = min((move.depth for move in moves if move.kind in SEARCHED), default=0)
    for move in moves:
        nodes = count_text(move.nodes) if move.nodes else words.counted(move.games, "game") if move.games else ""
        nodes = words("known") if move.known else nodes
        ahead = "+" if changes and move.depth > least and move.kind in SEARCHED else ""
        change = (_changed(move, changes, words),) if changes else ()
        row = (words.move(move.move), worth_text(move), _kind_text(move, words), f"{move.depth}{ahead}", nodes, *change)
        rows.append((*row, words.moves(move.pv[:PLIES])))
    right = {*range(len(rows[0]) - 1)} - {0, 2}
    return [fitted(line, width) for line in aligned(rows, right)]


def games_table(moves: Sequence[ScoredMove], width: int | None = None, words: Wording = PLAIN) -> list[str]:
    """A table of moves by the games through them, which they are ranked by: how many were won, and by how many points
    on average, with the standard deviation.
    """
    rows = [tuple(map(words, ("move", "games", "wins", "score", "spread", "kind", "principal variation")))]
    for move in moves:
        games = move.forecast
        told = ("", "", "") if games is None else _games_text(games)
        row = (words.move(move.move), *told[:2], worth_text(move), told[2], _kind_text(move, words))
        rows.append((*row, words.moves(move.pv[:PLIES])))
    return [fitted(line, width) for line in aligned(rows, {1, 2, 3, 4})]


def _games_text(games: Forecast) -> tuple[str, str, str]:
    return count_text(games.visits), f"{games.win_rate:.1%}", f"{games.spread:.1f}"


def owned_line(position: Position, forecast: Forecast | None, words: Wording = PLAIN) -> list[str]:
    """Where games were played out, how many points of the board are whose at their end, and how many are unsettled."""
    if forecast is None or not forecast.ownership:
        return []
    mine = sum(part >= SETTLED for part in forecast.ownership)
    theirs = sum(part <= -SETTLED for part in forecast.ownership)
    other = next(seat for seat in position.seats if seat != position.mover)
    counts = zip((position.mover, other), (mine, theirs), strict=True)
    text = ", ".join(f"{words.told(seat)} {count}" for seat, count in counts)
    open_points = len(forecast.ownership) - mine - theirs
    return ["", words("points of the board: {seats}, unsettled {count}", seats=text, count=open_points)]


def fate_lines(told: Fates, words: Wording = PLAIN) -> list[str]:
    """Which stones are dead, which alive in seki and which unsettled; none where all are alive."""
    lines = {
        "dead at the end: {stones}": told.dead,
        "alive in seki: {stones}": told.seki,
        "unsettled, who moves first decides or nobody knows: {stones}": told.unsettled,
    }
    return [
        words(text, stones="; ".join(" ".join(map(words.move, group)) for group in groups))
        for text, groups in lines.items()
        if groups
    ]


def _kind_text(move: ScoredMove, words: Wording) -> str:
    if move.kind == "lower" and move.outlook is not None:
        return words("hangs on ties")
    kind = f"{words.told(move.kind)} ({words.told(move.source)})" if move.source else words.told(move.kind)
    return f"{kind} {move.confidence} %" if "selective" in (move.kind, move.source) else kind


def _changed(move: ScoredMove, changes: Changes, words: Wording) -> str:
    """``+0.4 since 12``: by how much, since which depth."""
    before = changes.before(move)
    if before is None:
        return ""
    return words("{change} since {depth}", change=f"{move.score - before.score + 0.0:+.1f}", depth=before.depth)
