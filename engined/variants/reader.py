"""From the keys of a declaration to a checked :class:`Variant`."""

from __future__ import annotations

import math
import re
import unicodedata
from dataclasses import replace
from enum import StrEnum
from typing import TypeVar

from engined_protocol.handicap import MOST, handicap_points

from . import plugins
from .drawing import cells_named, colour_index, read_board, read_regions
from .model import (
    EMPTY,
    Board,
    Capture,
    CaptureKind,
    Chain,
    Choice,
    Colour,
    DrawRight,
    Ko,
    Passing,
    Placement,
    ScoreKind,
    Scoring,
    Seat,
    Setup,
    Variant,
)
from .schema import Fault, Table, suggestion
from .toml_lines import Path

Word = TypeVar("Word", bound=StrEnum)

MOST_SEATS = 8
LONGEST_NAME = 256
"""Characters of a name that are looked at."""
CHAIN_POINTS = ("bends", "count", "ends")


def build(table: Table) -> Variant:
    """The variant that complete keys declare (inheritance done, keys and types checked). Raises Fault."""
    colours = _colours(table.get("colours", {"X": "black", "O": "white"}))
    board = read_board(table.get("board", {}), colours)
    seats = _seats(table.get("seats", {"Black": {"colour": "X"}, "White": {"colour": "O"}}), table, board, colours)
    handicap = table.get("board", {}).get("handicap", 0)
    board = _with_handicap(board, handicap, seats[0].colour)
    first = 1 if handicap > 1 else 0
    variant = Variant(
        name=table["name"],
        board=board,
        colours=colours,
        seats=seats,
        first=_seat_index(table["first"], seats, ("first",)) if "first" in table else first,
        setup=_setup(table.get("setup", {}), board),
        placement=_word(Placement, table.get("placement", "capture"), ("placement",)),
        capture=_capture(table.get("capture", {})),
        passing=_word(Passing, table.get("passing", "forced"), ("passing",)),
        scoring=_scoring(table.get("scoring", {})),
        teams=_teams(table.get("teams", []), seats),
        chain=_chain(table["chain"], seats) if "chain" in table else None,
        title=str(table.get("title", table["name"])),
        note=table.get("note", ""),
        aliases=tuple(table.get("aliases", ())),
    )
    _check_capture(variant)
    _check_sides(variant)
    _check_scoring(variant)
    return variant


def _word(kind: type[Word], text: str, path: Path) -> Word:
    try:
        return kind(text)
    except ValueError:
        words = [word.value for word in kind]
        raise Fault(path, f"{text[:40]!r} is not known{suggestion(text, words)}") from None


def _within(value: int | float, least: float, most: float, path: Path) -> None:
    if not (least <= value <= most):
        raise Fault(path, f"{value} is out of range: {least:g} to {most:g}")


def check_name(text: str, path: Path) -> None:
    """Raise Fault unless the text can name a variant."""
    if not re.fullmatch(r"[a-z][a-z0-9-]{0,62}", text):
        raise Fault(path, f"{text[:40]!r} is no name: 1 to 63 small letters, digits, hyphens, a letter first")


def check_alias(text: str, path: Path) -> None:
    """Raise Fault unless the text can be another name of a variant, in any script."""
    if not re.fullmatch(r"[^\W\d_][^\W_]*(-[^\W_]+)*", text[:64]) or len(text) > 63:
        raise Fault(
            path, f"{text[:40]!r} is no name: 1 to 63 small letters of any script, digits, hyphens, a letter first"
        )
    if text != folded(text):
        raise Fault(path, f"{text!r} is looked up as {folded(text)!r}: write that")


def folded(name: str) -> str:
    """A name as it is looked up: small letters, and of a letter's widths the usual one (``ｵｾﾛ`` is ``オセロ``)."""
    return unicodedata.normalize("NFKC", name[:LONGEST_NAME]).strip().lower()


def _colours(table: Table) -> tuple[Colour, ...]:
    if not (1 <= len(table) <= MOST_SEATS):
        raise Fault(("colours",), f"{len(table)} colours; there can be 1 to {MOST_SEATS}")
    for symbol, name in table.items():
        path = ("colours", symbol)
        if not re.fullmatch(r"[A-Za-z*@+%&$]", symbol):
            raise Fault(path, f"{symbol[:20]!r} is no symbol: one letter, or one of * @ + % & $")
        if sum(other.lower() == symbol.lower() for other in table) > 1:
            raise Fault(path, f"{symbol!r} is a symbol twice: capital and small letters are the same")
        _check_label(name, path, "colour")
        if sum(other.lower() == name.lower() for other in table.values()) > 1:
            raise Fault(path, f"two colours are called {name!r}")
    return tuple(Colour(symbol, name) for symbol, name in table.items())


def _check_label(text: str, path: Path, what: str) -> None:
    if not re.fullmatch(r"[A-Za-z][A-Za-z0-9 '-]{0,31}", text):
        raise Fault(path, f"{text[:40]!r} is no {what} name: 1 to 32 letters, digits, blanks, ' or -, a letter first")


def _seats(table: Table, whole: Table, board: Board, colours: tuple[Colour, ...]) -> tuple[Seat, ...]:
    if not (2 <= len(table) <= MOST_SEATS):
        raise Fault(("seats",), f"{len(table)} seats; there must be 2 to {MOST_SEATS}")
    regions = read_regions(text, board) if (text := whole.get("board", {}).get("regions", "")) else {}
    seats = []
    for name, keys in table.items():
        path: Path = ("seats", name)
        _check_label(name, path, "seat")
        plain = "".join(name.lower().split())
        if sum("".join(other.lower().split()) == plain for other in table) > 1:
            raise Fault(path, f"two seats are called {name!r}")
        if any(colour.symbol.lower() == plain for colour in colours):
            raise Fault(path, f"{name!r} is a colour's symbol and cannot name a seat")
        if "colour" not in keys:
            raise Fault(path, f"the seat {name} has no colour: write colour = {colours[0].symbol!r}")
        seats.append(
            Seat(
                name=name,
                colour=colour_index(keys["colour"], colours, (*path, "colour")),
                forbidden=_region(keys.get("forbidden", ""), regions, (*path, "forbidden")),
                home=_region(keys.get("home", ""), regions, (*path, "home")),
                supply=_supply(keys.get("supply"), board, (*path, "supply")),
            )
        )
    return tuple(seats)


def _region(letters: str, regions: dict[str, frozenset[int]], path: Path) -> frozenset[int]:
    for letter in letters:
        if letter not in regions:
            raise Fault(path, f"board.regions has no region {letter!r}{suggestion(letter, regions)}")
    return frozenset().union(*(regions[letter] for letter in letters))


def _supply(value: int | str | None, board: Board, path: Path) -> int | None:
    if value == "half":
        return len(board.cells) // 2
    if isinstance(value, str):
        raise Fault(path, f"a supply is a number of discs, or 'half' of the cells, not {value[:20]!r}")
    if value is not None:
        _within(value, 1, 9999, path)
    return value


def _seat_index(name: str, seats: tuple[Seat, ...], path: Path) -> int:
    names = [seat.name for seat in seats]
    if name not in names:
        raise Fault(path, f"no seat is called {name[:40]!r}{suggestion(name, names)}")
    return names.index(name)


def _setup(table: Table, board: Board) -> Setup:
    plies = table.get("plies", 0)
    if "cells" in table and "plies" not in table:
        raise Fault(("setup", "cells"), "cells to set up on want plies beside them: how many discs are set up")
    if plies == 0:
        return Setup()
    cells = cells_named(table.get("cells", ""), board, ("setup", "cells"))
    if taken := [square for square in cells if board.start[square] != EMPTY]:
        raise Fault(("setup", "cells"), f"{len(taken)} of the set-up cells hold discs at the start")
    if not (0 < plies <= len(cells)):
        raise Fault(("setup", "plies"), f"{plies} plies do not fit {len(cells)} set-up cells")
    return Setup(cells, plies)


def _capture(table: Table) -> Capture:
    capture = Capture(
        kind=_capture_kind(table.get("kind", "flip")),
        choice=_word(Choice, table.get("choice", "all"), ("capture", "choice")),
        min_flips=table.get("min_flips", 1),
        indirect=table.get("indirect", 0),
        ko=_word(Ko, table.get("ko", "simple"), ("capture", "ko")),
        suicide=table.get("suicide", False),
    )
    _within(capture.min_flips, 0, 576, ("capture", "min_flips"))
    _within(capture.indirect, -1, 576, ("capture", "indirect"))
    if capture.min_flips != 1 and capture.choice is not Choice.SOME:
        raise Fault(("capture", "min_flips"), "only choice = 'some' has a least number of flips")
    return capture


def _with_handicap(board: Board, stones: int, colour: int) -> Board:
    """A board with handicap stones; one stone is none, but the move."""
    path: Path = ("board", "handicap")
    _within(stones, 0, MOST, path)
    if stones < 2:
        return board
    if board.holes:
        raise Fault(path, "a board with holes has no points for handicap stones")
    try:
        points = handicap_points(board.width, board.height, stones)
    except ValueError as error:
        raise Fault(path, str(error)) from None
    if any(board.start[square] != EMPTY for square in points):
        raise Fault(path, "there is a disc on a handicap point already")
    return replace(board, start=tuple(colour if s in points else content for s, content in enumerate(board.start)))


def _capture_kind(text: str) -> str:
    ours = set(CaptureKind)
    if text not in ours and text not in (others := plugins.captures().names):
        raise Fault(("capture", "kind"), f"{text[:40]!r} is not known{suggestion(text, {*ours, *others})}")
    return text


def _scoring(table: Table) -> Scoring:
    kind = _word(ScoreKind, table.get("kind", "discs"), ("scoring", "kind"))
    komi = float(table.get("komi", 0.0))
    if not math.isfinite(komi) or abs(komi) > 1000:
        raise Fault(("scoring", "komi"), f"{komi:g} is out of range: -1000 to 1000")
    return Scoring(
        kind=kind,
        # Only discs can be added to discs.
        empties_to_winner=kind is ScoreKind.DISCS and table.get("empties_to_winner", True),
        misere=table.get("misere", False),
        komi=komi + 0.0,
        draw_right=_word(DrawRight, table.get("draw_right", "none"), ("scoring", "draw_right")),
    )


def _teams(lists: list[list[str]], seats: tuple[Seat, ...]) -> tuple[tuple[int, ...], ...]:
    path: Path = ("teams",)
    teams = tuple(tuple(sorted(_seat_index(name, seats, path) for name in team)) for team in lists)
    members = [seat for team in teams for seat in team]
    for seat in members:
        if members.count(seat) > 1:
            raise Fault(path, f"{seats[seat].name} is in two teams, or twice in one")
    if any(len(team) < 2 for team in teams):
        raise Fault(path, "a team has at least two seats")
    return tuple(sorted(teams))


def _chain(table: Table, seats: tuple[Seat, ...]) -> Chain:
    points = table.get("points", [])
    for point in points:
        if point not in CHAIN_POINTS:
            hint = suggestion(point, CHAIN_POINTS)
            raise Fault(("chain", "points"), f"{point[:40]!r} counts nothing{hint}")
    if not points:
        raise Fault(("chain", "points"), f"nothing counts: name some of {', '.join(CHAIN_POINTS)}")
    odd = _seat_index(table.get("odd", seats[0].name), seats, ("chain", "odd"))
    return Chain(multi=table.get("multi", False), points=frozenset(points), odd=odd)


# --- what must go together --------------------------------------------------------------------------


def _check_capture(variant: Variant) -> None:
    placement, capture = variant.placement, variant.capture
    foreign = not isinstance(capture.kind, CaptureKind)  # it knows itself what it needs
    lined = foreign or capture.kind in (CaptureKind.FLIP, CaptureKind.REMOVE)
    if capture.choice is not Choice.ALL and not lined:
        raise Fault(("capture", "choice"), f"capture.kind = '{capture.kind}' leaves nothing to choose")
    if capture.indirect and not foreign and capture.kind is not CaptureKind.FLIP:
        raise Fault(("capture", "indirect"), "only discs that flip can capture in their turn")
    if (placement is Placement.CHAIN) != (variant.chain is not None):
        raise Fault(("placement",), "placement = 'chain' and the table [chain] need each other")
    if placement is Placement.CHAIN and capture.kind is not CaptureKind.NONE:
        raise Fault(("capture", "kind"), "in a chain game nothing is captured: write kind = 'none'")
    if placement is Placement.CAPTURE and not lined:
        raise Fault(("placement",), f"nowhere to place: capture.kind = '{capture.kind}' brackets nothing")
    if capture.surrounds and placement is not Placement.ANYWHERE:
        raise Fault(("placement",), "capture.kind = 'surround' needs placement = 'anywhere'")
    if not capture.surrounds and not foreign:
        for field, usual in (("ko", Ko.SIMPLE), ("suicide", False)):
            if getattr(capture, field) != usual:
                raise Fault(("capture", field), "only where discs are surrounded: kind = 'surround'")
    if capture.surrounds and variant.board.rings:
        raise Fault(("board", "rings"), "rings are lines; surrounding knows no lines")


def _check_sides(variant: Variant) -> None:
    """Two sides at least, and a colour belongs to one side where discs are counted by colour."""
    seats = variant.seats
    sides = [set(team) for team in variant.teams]
    sides += [{seat} for seat in range(len(seats)) if not any(seat in team for team in sides)]
    if len(sides) < 2:
        raise Fault(("teams",), "everybody is in one team: nobody can win")
    if variant.scoring.kind is ScoreKind.HOME:
        return
    for first, second in ((a, b) for a in range(len(seats)) for b in range(a)):
        if seats[first].colour == seats[second].colour and not any({first, second} <= side for side in sides):
            raise Fault(
                ("seats", seats[first].name, "colour"),
                f"{seats[second].name} counts the same discs: put both in one team, or count homes",
            )


def _check_scoring(variant: Variant) -> None:
    scoring, seats = variant.scoring, variant.seats
    if scoring.kind is ScoreKind.HOME:
        for seat in seats:
            if not seat.home:
                raise Fault(("seats", seat.name), f"the score counts homes and {seat.name} has none")
    if variant.chain is not None and (len(seats) != 2 or seats[0].colour == seats[1].colour):
        raise Fault(("seats",), "a chain game is for two seats of different colours")
    foreign = not isinstance(variant.capture.kind, CaptureKind)
    prisoners = scoring.kind in (ScoreKind.TERRITORY, ScoreKind.AREA_AND_PRISONERS)
    if prisoners and not foreign and not variant.capture.surrounds:
        raise Fault(("scoring", "kind"), f"{scoring.kind} counts prisoners: it needs capture.kind = 'surround'")
    regions = prisoners or scoring.kind is ScoreKind.AREA
    if regions and variant.passing is not Passing.FREE:
        raise Fault(("passing",), f"scoring.kind = '{scoring.kind}' needs passing = 'free' to come to an end")
    if (scoring.kind is ScoreKind.CHAINS) != (variant.chain is not None):
        raise Fault(("scoring", "kind"), "kind = 'chains' and the table [chain] need each other")
    if scoring.draw_right is not DrawRight.NONE and len(seats) != 2:
        raise Fault(("scoring", "draw_right"), "a right to a draw needs two seats")
    several_colours = any(len({seats[seat].colour for seat in team}) > 1 for team in variant.teams)
    if scoring.empties_to_winner and several_colours:
        raise Fault(("scoring", "empties_to_winner"), "empties have no winner where a team has two colours")
