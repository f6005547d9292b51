"""Every fault in a declaration is named with its line and its field; no text brings the reader down."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engined.variants.catalogue import Catalogue, DeclarationError
from engined.variants.declaration import LONGEST_TEXT
from engined.variants.model import Capture, CaptureKind, Chain, Choice, DrawRight, ScoreKind, Variant
from engined.variants.schema import SCHEMA

CATALOGUE = Catalogue()


def check(text: str) -> Variant:
    return CATALOGUE.check(text)


def read(text: str) -> Variant | DeclarationError:
    try:
        return CATALOGUE.check(text)
    except DeclarationError as error:
        return error


FAULTS = {
    # the text
    "": (1, "name", "needs a name"),
    'name = "x"\nname = "y"': (2, "", "not TOML"),
    'name = "x"\n\n[board\n': (3, "", "not TOML"),
    'name = "x': (1, "", "not TOML"),
    'name = "x"\nfirst = ' + "9" * 900: (2, "first", "not a whole number"),
    'name = "x"\nteams = ' + "[" * 900: (1, "", "nested too deeply"),
    "#" * (LONGEST_TEXT + 1): (1, "", "at most 65536"),
    'name = "x"\n' + "a." * 600 + "a = 1": (2, "", "1205 characters in a line"),
    'name = "x"\n"a\\nb" = 1': (1, r"'a\nb'", "unknown key"),
    # keys and types
    'name = "x"\nfrist = "White"': (2, "frist", "did you mean 'first'"),
    'name = "x"\n[bord]\nsize = "8x8"': (2, "bord", "did you mean 'board'"),
    'name = "x"\n\n[board]\n# a comment\nsizes = "8x8"': (5, "board.sizes", "did you mean 'size'"),
    'name = "x"\nboard.siz = "8x8"': (2, "board.siz", "did you mean 'size'"),
    'name = "x"\n[board]\ncorners = { nw = "X", nn = "X" }': (3, "board.corners.nn", "unknown key"),
    "name = 7": (1, "name", "a string is wanted here, not a whole number"),
    'name = "x"\n[board]\nsize = 8': (3, "board.size", "a string is wanted here, not a whole number"),
    'name = "x"\nboard = "8x8"': (2, "board", "a table is wanted here, not a string"),
    'name = "x"\n[scoring]\nmisere = 1': (3, "scoring.misere", "true or false is wanted here"),
    'name = "x"\n[scoring]\nkomi = true': (3, "scoring.komi", "a number is wanted here, not true or false"),
    'name = "x"\naliases = "y"': (2, "aliases", "a list of strings"),
    'name = "x"\naliases = ["y", 3]': (2, "aliases", "a list of strings"),
    'name = "x"\nfirst = 1979-05-27': (2, "first", "not a date or time"),
    # names and texts
    'name = "X"': (1, "name", "small letters"),
    'name = ""': (1, "name", "small letters"),
    'name = "x"\naliases = ["y z"]': (2, "aliases", "small letters"),
    'name = "x"\ntitle = "a\\nb"': (2, "title", "one line"),
    'name = "x"\ntitle = ""': (2, "title", "1 to 100"),
    'name = "x"\ninherits = "othelo"': (2, "inherits", "did you mean othello"),
    'name = "x"\ninherits = "x"': (2, "inherits", "from itself"),
    'name = "x"\nsizes = "4-8"': (2, "sizes", "like 4..24"),
    'name = "x"\nsizes = "4..25"': (2, "sizes", "1 to 24"),
    'name = "x"\nsizes = "8..4"': (2, "sizes", "smaller side first"),
    'name = "x"\nsizes = "1..8"': (2, "sizes", "1x1 cannot be: board: a 1x1 board has no 2x2 centre"),
    # the board
    'name = "x"\n[board]\nsize = "8*8"': (3, "board.size", "like 10x8"),
    'name = "x"\n[board]\nsize = "0x8"': (3, "board.size", "1 to 24"),
    'name = "x"\n[board]\nsize = "8x25"': (3, "board.size", "1 to 24"),
    'name = "x"\n[board]\nstart = "crss"': (3, "board.start", "did you mean 'cross'"),
    'name = "x"\n[board]\nsize = "8x1"': (2, "board", "no 2x2 centre"),
    'name = "x"\n[board]\nsize = "4x4"\ndrawing = "..\\n.."': (3, "board.size", "drawn"),
    'name = "x"\nsizes = "4..8"\n[board]\ndrawing = "..\\n.."': (2, "sizes", "drawn"),
    'name = "x"\n[board]\ndrawing = """\n\n"""': (3, "board.drawing", "empty"),
    'name = "x"\n[board]\ndrawing = """\n##\n##\n"""': (2, "board", "no cells, only holes"),
    'name = "x"\n[board]\nholes = "a9"': (3, "board.holes", "not on the 8x8 board"),
    'name = "x"\n[board]\nholes = "a1 b2 a1"': (3, "board.holes", "named twice"),
    'name = "x"\n[board]\nholes = "z9"': (3, "board.holes", "no square"),
    'name = "x"\n[board]\nholes = "d4"\nstart = "cross"': (4, "board.start", "d4 is a hole"),
    'name = "x"\n[board]\nholes = "a1"\ncorners = { nw = "X" }': (4, "board.corners.nw", "a1 is a hole"),
    'name = "x"\n[board]\nsize = "2x2"\ncorners = { nw = "X" }': (4, "board.corners.nw", "already holds"),
    'name = "x"\n[board]\n[board.corners]\nse = "Z"': (4, "board.corners.se", "no colour has the symbol"),
    'name = "x"\n[board]\ndrawing = """\nXO\nOX\n"""\nstart = "cross"': (7, "board.start", "already holds"),
    'name = "x"\n[board]\ndrawing = """\nXO\nOX\n"""\nholes = "a1"': (7, "board.holes", "holds a disc"),
    'name = "x"\n[board]\nrings = ["a1 b2"]': (3, "board.rings", "at least three"),
    'name = "x"\n[board]\nrings = [\n  "a1 b1 c1",\n  "a1 b1 z1",\n]\nstart = 1': (
        7,
        "board.start",
        "a string",
    ),
    'name = "x"\n[board]\nregions = "AB"': (3, "board.regions", "1 rows for a board of 8"),
    'name = "x"\n[board]\nsize = "5x6"\nregions = "quadrants"': (4, "board.regions", "even"),
    # rows of a drawing, with the very row
    'name = "x"\n[board]\ndrawing = """\n....\n....\n...\n"""': (6, "board.drawing", "3 squares in this row"),
    'name = "x"\n[board]\ndrawing = """....\n..Z.\n"""': (4, "board.drawing", "'Z' is no content"),
    'name = "x"\n[colours]\nX = "black"\nR = "red"\n[board]\ndrawing = """\nX*\n"""': (7, "board.drawing", "'*' is no"),
    "name = 'x'\n[board]\ndrawing = '''\n\n  . .\n\n  . é\n'''\nstart = 'empty'": (7, "board.drawing", "'é'"),
    'name = "x"\n[board]\nsize = "2x2"\nregions = """\nAA\nA1\n"""': (
        6,
        "board.regions",
        "'1' names no region",
    ),
    'name = "x"\n[board]\ndrawing = """\n' + "." * 25 + '\n"""': (4, "board.drawing", "at most 24"),
    'name = "x"\n[board]\ndrawing = """\n' + ".\n" * 25 + '"""': (28, "board.drawing", "25 rows"),
    # colours and seats
    'name = "x"\n[colours]\nXX = "black"': (3, "colours.XX", "no symbol"),
    'name = "x"\n[colours]\n"#" = "black"': (3, "colours.#", "no symbol"),
    'name = "x"\n[colours]\nX = "black"\nx = "white"': (3, "colours.X", "a symbol twice"),
    'name = "x"\n[colours]\nX = "black"\nO = "Black"': (3, "colours.X", "two colours are called"),
    'name = "x"\n[colours]\nX = ""': (3, "colours.X", "no colour name"),
    'name = "x"\n[colours]': (2, "colours", "0 colours"),
    'name = "x"\n[colours]\nB = "black"\nO = "white"': (1, "seats.Black.colour", "known are B O"),
    'name = "x"\n[seats]\nBlack = { colour = "X" }': (2, "seats", "1 seats"),
    'name = "x"\n[seats]\nBlack = { colour = "X" }\nWhite = { }': (4, "seats.White", "has no colour"),
    'name = "x"\n[seats.Black]\ncolour = "X"\n[seats.White]\ncolour = "W"': (5, "seats.White.colour", "X O"),
    'name = "x"\n[seats]\nA = { colour = "X" }\na = { colour = "O" }': (3, "seats.A", "two seats"),
    'name = "x"\n[seats]\n"X" = { colour = "X" }\nO = { colour = "O" }': (3, "seats.X", "symbol"),
    'name = "x"\n[seats]\n"A:" = { colour = "X" }\nO = { colour = "O" }': (3, "seats.A:", "no seat name"),
    'name = "x"\n[seats]\nA = { colour = "X" }\nB = { colour = "X" }': (4, "seats.B.colour", "same discs"),
    'name = "x"\n[seats]\nA = { colour = "X", supply = 0 }\nB = { colour = "O" }': (
        3,
        "seats.A.supply",
        "1 to 9999",
    ),
    'name = "x"\n[seats]\nA = { colour = "X", supply = "all" }\nB = { colour = "O" }': (
        3,
        "seats.A.supply",
        "'half'",
    ),
    'name = "x"\n[seats]\nA = { colour = "X", home = "Q" }\nB = { colour = "O" }': (
        3,
        "seats.A.home",
        "no region",
    ),
    'name = "x"\nfirst = "Whte"': (2, "first", "did you mean 'White'"),
    'name = "x"\nteams = [["Black", "White"]]': (2, "teams", "nobody can win"),
    'name = "x"\nteams = [["Black"], ["White"]]': (2, "teams", "at least two"),
    'name = "x"\nteams = [["Black", "Black"]]': (2, "teams", "two teams, or twice"),
    # rules
    'name = "x"\nplacement = "captur"': (2, "placement", "did you mean 'capture'"),
    'name = "x"\npassing = "never"': (2, "passing", "forced, free"),
    'name = "x"\nplacement = "chain"': (2, "placement", "need each other"),
    'name = "x"\n[setup]\nplies = 4': (3, "setup.plies", "do not fit 0"),
    'name = "x"\n[setup]\ncells = "nonsense"': (3, "setup.cells", "want plies beside them"),
    'name = "x"\n[setup]\ncells = "centre"\nplies = 4': (3, "setup.cells", "hold discs"),
    'name = "x"\n[board]\nstart = "empty"\n[setup]\ncells = "centre"\nplies = 5': (
        6,
        "setup.plies",
        "do not fit 4",
    ),
    'name = "x"\n[capture]\nkind = "none"': (1, "placement", "nowhere to place"),
    'name = "x"\n[capture]\nkind = "surround"': (1, "placement", "nowhere to place"),
    'name = "x"\n[capture]\nkind = "remove"\nindirect = 1': (4, "capture.indirect", "only discs that flip"),
    'name = "x"\n[capture]\nindirect = -2': (3, "capture.indirect", "-1 to 576"),
    'name = "x"\n[capture]\nmin_flips = 2': (3, "capture.min_flips", "some"),
    'name = "x"\nplacement = "anywhere"\n[capture]\nkind = "none"\nchoice = "one"': (
        5,
        "capture.choice",
        "choose",
    ),
    'name = "x"\n[scoring]\nkomi = inf': (3, "scoring.komi", "out of range"),
    'name = "x"\n[scoring]\nkomi = nan': (3, "scoring.komi", "out of range"),
    'name = "x"\n[scoring]\nkind = "home"': (1, "seats.Black", "has none"),
    'name = "x"\n[scoring]\nkind = "area"': (1, "passing", "needs passing = 'free'"),
    'name = "x"\n[scoring]\nkind = "chains"': (3, "scoring.kind", "need each other"),
    'name = "x"\nplacement = "chain"\n[chain]\npoints = ["knots"]': (4, "chain.points", "bends, count, ends"),
    'name = "x"\nplacement = "chain"\n[chain]\nmulti = true': (3, "chain.points", "nothing counts"),
    # what is inherited is blamed on the line that inherits
    'name = "x"\n\ninherits = "nip"\n[board]\nholes = "c1"': (4, "board.rings", "so as in nip"),
    'name = "x"\ninherits = "reversi-original"\n[board]\nstart = "cross"': (2, "setup.cells", "so as in"),
}


@pytest.mark.parametrize("text", FAULTS, ids=[str(number) for number in range(len(FAULTS))])
def test_faults_are_named_with_line_and_field(text: str) -> None:
    line, field, message = FAULTS[text]
    with pytest.raises(DeclarationError) as caught:
        CATALOGUE.check(text, "mine.toml")
    error = caught.value
    assert (error.line, error.field) == (line, field), error
    assert message in error.message
    assert str(error).startswith(f"mine.toml:{line}: ")
    assert len(str(error)) < 400


def test_lines_count_alike_with_other_line_ends() -> None:
    for text, (line, field, _) in FAULTS.items():
        with pytest.raises(DeclarationError) as caught:
            CATALOGUE.check(text.replace("\n", "\r\n"))
        assert (caught.value.line, caught.value.field) == (line, field)


def test_every_field_of_the_model_can_be_declared() -> None:
    variant = check(
        """
name = "all-of-it"
title = "All of it"
note = "Two lines\\nof text."
aliases = ["everything"]
first = "South"
placement = "touch"
passing = "free"
teams = [["North", "South"], ["East", "West"]]
[board]
drawing = '''
# . . . X
. . O . .
. R . . .
'''
rings = ["b1 c1 d1 d2"]
regions = '''
#AABB
.AABB
CCCCC
'''
[colours]
X = "black"
O = "white"
R = "red"
[seats.North]
colour = "X"
supply = "half"
home = "AB"
[seats.East]
colour = "O"
forbidden = "A"
home = "C"
[seats.South]
colour = "X"
supply = 3
home = "C"
[seats.West]
colour = "O"
home = "B"
[setup]
cells = "a2 a3"
plies = 1
[capture]
choice = "some"
min_flips = 0
indirect = 2
[scoring]
kind = "home"
misere = true
komi = -2
"""
    )
    assert (variant.board.width, variant.board.height, variant.board.holes) == (5, 3, frozenset({0}))
    assert variant.board.start == (-1, -1, -1, -1, 0, -1, -1, 1, -1, -1, -1, 2, -1, -1, -1)
    assert variant.board.rings == ((1, 2, 3, 8),)
    assert [colour.name for colour in variant.colours] == ["black", "white", "red"]
    north, east, south, _ = variant.seats
    assert (north.name, north.colour, north.supply, sorted(north.home)) == (
        "North",
        0,
        7,
        [1, 2, 3, 4, 6, 7, 8, 9],
    )
    assert (sorted(east.forbidden), south.supply) == ([1, 2, 6, 7], 3)
    assert (variant.first, variant.teams) == (2, ((0, 2), (1, 3)))
    assert (sorted(variant.setup.cells), variant.setup.plies) == ([5, 10], 1)
    assert variant.capture == Capture(CaptureKind.FLIP, Choice.SOME, 0, 2)
    scoring = variant.scoring
    assert (scoring.kind, scoring.misere, scoring.komi) == (ScoreKind.HOME, True, -2.0)
    assert scoring.empties_to_winner is False
    assert (variant.aliases, variant.note) == (("everything",), "Two lines\nof text.")


def test_chains_and_draws_can_be_declared() -> None:
    variant = check(
        'name = "x"\nplacement = "chain"\ncapture.kind = "none"\nscoring.kind = "chains"\n'
        'scoring.draw_right = "second"\n[board]\nsize = "6x5"\nstart = "empty"\n'
        '[chain]\npoints = ["ends", "bends"]\nmulti = true\nodd = "White"'
    )
    assert variant.chain == Chain(multi=True, points=frozenset({"ends", "bends"}), odd=1)
    assert variant.scoring.draw_right is DrawRight.SECOND


@given(st.text(max_size=200))
@settings(max_examples=150, deadline=None)
def test_no_text_brings_the_reader_down(text: str) -> None:
    with pytest.raises(DeclarationError) as caught:
        check(f'name = "x"\n[board]\ndrawing = """\n{text}\n"""\n?')
    assert caught.value.line >= 1
    outcome = read(text)
    assert isinstance(outcome, Variant) or 1 <= outcome.line <= text.count("\n") + 1


def _keys(schema: dict[str, object], path: str = "") -> list[str]:
    found = []
    for key, value in schema.items():
        here = f"{path}{'Black' if key == '*' else key}"
        found += [here, *(_keys(value, f"{here}.") if isinstance(value, dict) else ())]
    return found


VALUES = st.one_of(
    st.sampled_from(
        [
            '"cross"', '"empty"', '"centre"', '"home"', '"some"', '"one"', '"4x4"', '"3..9"', '"X"',
            '"White"', '["ends"]', '[["Black", "White"]]', '"nip"', '"othello"', '"half"', '"quadrants"',
            '"surround"', '"anywhere"', '"free"', '"chain"', '"chains"', '"none"', '"a1 b2 c3"',
            '["a1 b2 c3"]', "{}", "true", '"""\n. X\nO #\n"""', '{ colour = "X" }', '{ nw = "X" }',
        ]
    ),
    st.integers(-3, 100).map(str),
    st.text(st.characters(exclude_characters='"\\', exclude_categories=("Cc", "Cs")), max_size=12).map(
        lambda text: f'"{text}"'
    ),
)  # fmt: skip


@given(
    st.lists(st.tuples(st.sampled_from(_keys(SCHEMA)), VALUES), max_size=6, unique_by=lambda pair: pair[0]),
    st.sampled_from(["", 'inherits = "nip"\n', 'inherits = "reversi-1890-6x4"\n']),
)
@settings(max_examples=300, deadline=None)
def test_any_keys_make_a_variant_or_a_named_fault(pairs: list[tuple[str, str]], parent: str) -> None:
    text = 'name = "x"\n' + parent + "".join(f"{key} = {value}\n" for key, value in pairs)
    variant = read(text)
    if isinstance(variant, DeclarationError):
        assert 1 <= variant.line <= text.count("\n") + 1
        assert variant.field or "not TOML" in variant.message
        return
    cells = set(variant.board.cells)
    assert cells
    assert len(variant.board.start) == variant.board.width * variant.board.height
    assert all(variant.board.start[square] == -1 for square in variant.board.holes)
    assert all(set(ring) <= cells for ring in variant.board.rings)
    assert all(0 <= seat.colour < len(variant.colours) for seat in variant.seats)
    assert variant.setup.cells <= cells
    assert len(variant.digest) == 32


@pytest.mark.parametrize("drawing", ["..#.\n.OX.\n.XO.", "--#-\n-o*-\n-*o-", "..#.\n.WB.\n.BW.", "__#_\n_○●_\n_●○_"])
def test_a_drawing_of_two_colours_is_read_as_boards_are(drawing: str) -> None:
    board = check(f'name = "x"\n[board]\ndrawing = """\n{drawing}\n"""').board
    assert (board.width, board.height, len(board.cells)) == (4, 3, 11)
    assert [board.start[square] for square in (5, 6, 9, 10)] == [1, 0, 0, 1]
    assert sum(content >= 0 for content in board.start) == 4
