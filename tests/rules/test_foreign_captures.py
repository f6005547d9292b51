"""A way to capture that another package brings by an entry point: rows of three, played as our own games are."""

from __future__ import annotations

import importlib
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engined.book.folding import unbookable
from engined.families import kind
from engined.rules.judge import Claim, Fault, judge
from engined.rules.perft import perft
from engined.rules.position import PASS, IllegalMove, Move, Position, parse_move, parse_position, start
from engined.rules.registry import CaptureUnavailable
from engined.rules.symmetry import symmetries
from engined.theory.stable import stable
from engined.tools.lab.card import card_of
from engined.variants.catalogue import Catalogue, DeclarationError
from engined.variants.model import EMPTY, Variant
from tests.process.serving import Served

MODULE = '''
"""Games of rows of three."""

from engined.rules.capture import CaptureRule
from engined.rules.flipping import Bracketing
from engined.variants.model import EMPTY


class ThreeInARow(CaptureRule):
    """Who has three in a row wins at once."""

    settles = True

    def __init__(self, variant):
        super().__init__(variant)
        board = variant.board
        if max(board.width, board.height) < 3:
            raise ValueError("no row of three fits this board")
        self._rows = []
        for cell in board.cells:
            row, column = divmod(cell, board.width)
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                steps = [(row + n * down, column + n * right) for n in range(3)]
                if all(0 <= r < board.height and 0 <= c < board.width for r, c in steps):
                    line = [r * board.width + c for r, c in steps]
                    if not board.holes & set(line):
                        self._rows.append(line)

    def over(self, position):
        return any(self.scores(position))

    def scores(self, position):
        made = {position.board[row[0]] for row in self._rows if len({position.board[cell] for cell in row}) == 1}
        return tuple(float(seat.colour in made) for seat in self.variant.seats)


class Falling(ThreeInARow):
    """Discs fall: one places on a disc, or at the bottom."""

    def captures(self, position, seat, open_cells):
        board, width = self.variant.board, self.variant.board.width
        return {
            cell: frozenset()
            for cell in open_cells
            if cell + width not in board.cells or position.board[cell + width] != EMPTY
        }

    def reason(self, position, square):
        return "a disc would fall from there"

    def keeps(self, symmetry):
        return symmetry[self.variant.board.width] == symmetry[0] + self.variant.board.width


class FirstBlood(Bracketing):
    """Bracketed discs leave the board, and who takes two has won."""

    leaves = True

    def over(self, position):
        return max(position.taken) >= 2

    def scores(self, position):
        return tuple(map(float, position.taken))


def nothing(variant):
    return None
'''
ENTRIES = """
[engined.captures]
three-in-a-row = rows_of_three:ThreeInARow
falling = rows_of_three:Falling
first-blood = rows_of_three:FirstBlood
nothing-at-all = rows_of_three:nothing
gone = rows_of_four:FourInARow
flip = rows_of_three:nothing

[console_scripts]
rows = rows_of_three:nothing
"""


@pytest.fixture(scope="module", autouse=True)
def installed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The package as an installer leaves it, here and in processes that begin here."""
    site = tmp_path_factory.mktemp("site")
    (site / "rows_of_three.py").write_text(MODULE)
    about = site / "rows_of_three-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: rows-of-three\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text(ENTRIES)
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(site))
        patch.setenv("PYTHONPATH", str(site))
        yield site
    sys.modules.pop("rows_of_three", None)
    importlib.invalidate_caches()


def declaration(kind: str = "three-in-a-row", width: int = 3, height: int = 3, seats: int = 2, more: str = "") -> str:
    colours = "".join(f'{symbol} = "colour {symbol}"\n' for symbol in "XORG"[:seats])
    sitting = "".join(f'Player{symbol} = {{ colour = "{symbol}" }}\n' for symbol in "XORG"[:seats])
    return (
        f'name = "rows"\nplacement = "anywhere"\n[capture]\nkind = "{kind}"\n[board]\nsize = "{width}x{height}"\n'
        f'start = "empty"\n{more}[colours]\n{colours}[seats]\n{sitting}'
    )


def declared(text: str) -> Variant:
    return Catalogue().check(text)


def rows_of(position: Position) -> set[int]:
    """Colours that have three in a row: a second opinion, by columns and rows."""
    board = position.variant.board
    at = {(s % board.width, s // board.width): position.board[s] for s in board.cells}
    return {
        colour
        for (x, y), colour in at.items()
        for dx, dy in ((1, 0), (0, 1), (1, 1), (-1, 1))
        if colour != EMPTY and at.get((x + dx, y + dy)) == colour == at.get((x + 2 * dx, y + 2 * dy))
    }


@given(st.integers(3, 7), st.integers(1, 7), st.integers(2, 4), st.booleans(), st.randoms(use_true_random=False))
@settings(max_examples=60, deadline=None)
def test_random_games(width: int, height: int, seats: int, holed: bool, dice: random.Random) -> None:
    variant = declared(declaration(width=width, height=height, seats=seats, more='holes = "b1"\n' if holed else ""))
    position, placed = start(variant), 0
    assert position.board == (EMPTY,) * (width * height)
    while True:
        made = rows_of(position)
        empty = [square for square in variant.board.cells if position.board[square] == EMPTY]
        assert position.over == (bool(made) or not empty)
        assert position.legal() == (() if position.over else tuple(map(Move, empty)))
        assert position.scores() == tuple(float(seat in made) for seat in range(seats))
        assert (position.seat, position.placements_left, position.taken) == (placed % seats, len(empty), ())
        assert stable(position) == set(variant.board.cells) - set(empty)
        if position.over:
            break
        move = dice.choice(position.legal())
        following = position.play(move)
        changed = {s for s in variant.board.cells if following.board[s] != position.board[s]}
        assert changed == {move.square}
        assert following.board[move.square] == position.seat
        with pytest.raises(IllegalMove, match="is occupied" if not following.over else "the game is over"):
            following.play(move)
        position, placed = following, placed + 1
    if made:
        (winner,) = made
        assert position.result() == f"Player{'XORG'[winner]} wins by 1"
        assert position.ranks()[winner] == 1
        assert position.moves_by_cell() == {}
        assert all(position.choices(square) == () for square in empty)
        with pytest.raises(IllegalMove, match="the game is over"):
            position.play(Move(empty[0]) if empty else Move(0))
    else:
        assert position.result() == "Draw"


def test_as_many_games_as_noughts_and_crosses_has() -> None:
    # 1440 of the 15120 sequences of five plies end the game; a finished game is one leaf at every deeper depth.
    variant = declared(declaration())
    assert [perft(start(variant), depth) for depth in range(7)] == [1, 9, 72, 504, 3024, 15120, 13680 * 4 + 1440]
    assert len(symmetries(variant)) == 8
    assert kind(variant) == "rules"
    assert unbookable(variant) == ""
    assert ("Score", "as three-in-a-row has it") in card_of(variant, "rules", "").rules


def test_a_move_is_judged() -> None:
    position = parse_position(declared(declaration()), "XX. OO. ... X")
    right = position.play(Move(2))
    assert judge(position, Claim("c1", right.board)).fault is None
    assert judge(position, Claim("a1", right.board)).fault is Fault.NOT_PLAYABLE
    moved = (*right.board[:-1], 1)
    verdict = judge(position, Claim("c1", moved))
    assert (verdict.fault, verdict.message) == (Fault.EXTRA_FLIPS, "c3 should not have changed")
    with pytest.raises(IllegalMove, match="over"):
        judge(right, Claim("c3", right.board))


def test_a_set_up_comes_first() -> None:
    variant = declared(declaration() + '[setup]\ncells = "a1 b2"\nplies = 1\n')
    assert {move.square for move in start(variant).legal()} == {0, 4}
    assert len(start(variant).play(Move(4)).legal()) == 8


def test_rules_that_close_cells_and_know_up_from_down() -> None:
    variant = declared(declaration("falling"))
    position = start(variant).play(Move(7))
    assert [move.square for move in position.legal()] == [4, 6, 8]
    with pytest.raises(IllegalMove, match="PlayerO may not place on a1: a disc would fall from there"):
        position.play(parse_move(position, "a1"))
    assert len(symmetries(variant)) == 2


def test_discs_that_were_taken_are_of_the_position() -> None:
    variant = declared(declaration("first-blood", 5, 1))
    assert start(variant).taken == (0, 0)
    one, other = (
        parse_position(variant, "XO... X").play(Move(2)),
        parse_position(variant, "X...X X").play(Move(2)).play(Move(1)),
    )
    assert (one.taken, one.scores(), one.over) == ((1, 0), (1, 0), False)
    again = parse_position(variant, "X.X.. O")
    assert again.board == one.board
    assert (again.digest == one.digest, other.over) == (False, False)
    two = parse_position(variant, "XOO.. X").play(Move(3))
    assert (two.over, two.legal(), two.result()) == (True, (), "PlayerX wins by 2")
    assert unbookable(variant)


def test_declarations_may_say_what_ours_may_not() -> None:
    text = declaration("first-blood", more='rings = ["a1 b1 b2"]\n') + '[scoring]\nkind = "territory"\n'
    text = text.replace("[capture]", '[capture]\nindirect = 1\nchoice = "one"')
    variant = declared(text.replace('"anywhere"', '"capture"\npassing = "free"'))
    assert parse_position(variant, ".OX ... ... X").legal() == (Move(0, frozenset({1})), PASS)
    with pytest.raises(DeclarationError, match="in a chain game nothing is captured"):
        declared('name = "x"\nplacement = "chain"\n[capture]\nkind = "three-in-a-row"\n[chain]\npoints = ["ends"]')


def test_ours_cannot_be_replaced() -> None:
    assert len(start(declared('name = "x"\n[capture]\nkind = "flip"')).legal()) == 4


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        ("three-in-a-rwo", "'three-in-a-rwo' is not known: did you mean 'three-in-a-row'?"),
        (
            "xyz",
            "'xyz' is not known: known here are"
            " falling, first-blood, flip, gone, none, nothing-at-all, remove, surround, three-in-a-row",
        ),
        ("rows", "is not known"),
    ],
)
def test_what_nobody_brings_is_said(kind: str, said: str) -> None:
    with pytest.raises(DeclarationError) as caught:
        declared(declaration(kind))
    assert (caught.value.line, caught.value.field) == (4, "capture.kind")
    assert said in caught.value.message


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (declaration("gone"), "ModuleNotFoundError: No module named 'rows_of_four'"),
        (declaration("nothing-at-all"), "TypeError: it makes no CaptureRule"),
        (declaration(width=2, height=2), "no row of three fits this board"),
    ],
)
def test_what_cannot_be_played_is_said(text: str, said: str) -> None:
    variant = declared(text)
    with pytest.raises(CaptureUnavailable) as caught:
        start(variant)
    kind = variant.capture.kind
    assert str(caught.value) == f"rows cannot be played, capture.kind = {kind!r}: {said}"


def test_nothing_is_loaded_before_it_is_needed() -> None:
    program = (
        "import sys\nfrom engined.rules.position import start\nfrom engined.variants.catalogue import Catalogue\n"
        "catalogue = Catalogue()\nfor name in catalogue.names(): start(catalogue.get(name)).legal()\n"
        "print('importlib.metadata' in sys.modules)\n"
        f"variant = catalogue.check({declaration()!r})\nprint('rows_of_three' in sys.modules)\n"
        "start(variant)\nprint('rows_of_three' in sys.modules)"
    )
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True, text=True)
    assert run.stdout.split() == ["False", "False", "True"]


def test_the_command_line(tmp_path: Path) -> None:
    file, broken = tmp_path / "rows.toml", tmp_path / "broken.toml"
    file.write_text(declaration())
    broken.write_text(declaration("gone"))
    with Served() as served:
        checked = served.engined("check", str(file), str(broken))
        assert checked.stdout == f"{file}: rows: fine (3x3, 9 cells, 2 seats)\n"
        assert "No module named 'rows_of_four'" in checked.stderr
        assert checked.returncode == 1
        assert served.engined("perft", str(file), "4").stdout.split()[1::3] == ["9", "72", "504", "3024"]
        seats = ("--seat", "PlayerX", "--seat", "PlayerO")
        played = served.engined("play", "--variant", str(file), *seats, stdin="a1 b1 a2 b2\nb2\na3\nc3\nquit\n")
        assert (played.returncode, played.stderr) == (0, "")
        assert "? b2: b2 is occupied" in played.stdout
        assert "PlayerX wins by 1; PlayerX 1, PlayerO 0" in played.stdout
        assert "? c3: the game is over" in played.stdout
        judged = served.engined("judge", "a3", "XO.XO.X..", "--variant", str(file), "--position", "a1 b1 a2 b2")
        assert (judged.returncode, judged.stdout) == (0, "a3: legal\n"), judged.stderr
        gtp = served.engined("gtp", "--variant", str(broken), stdin="quit\n")
        assert (gtp.returncode, gtp.stdout) == (2, "")
        assert "No module named 'rows_of_four'" in gtp.stderr
        refused = served.engined("analyse", "--variant", str(file), "--depth", "1")
        assert "can be played by its rules, but not searched" in refused.stderr
