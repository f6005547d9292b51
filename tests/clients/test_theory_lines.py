"""Theory as it is printed."""

from __future__ import annotations

from engined_client.drawing.text import analysis_lines
from engined_client.drawing.theory import theory_lines
from engined_protocol import messages as m

POSITION = m.Position(
    id="1",
    variant="othello-4x4",
    digest="",
    board=("XXX.", ".OO.", "XXXX", "OOOO"),
    mover="White",
    colour="O",
    legal=("d1", "a2"),
    moves=(),
    seats=("Black", "White"),
    scores=(0.0, 0.0),
    discs=(7, 6),
    empties=3,
    over=False,
)
THEORY = m.Theory(
    connectivity=8,
    parity="odd",
    regions=(
        m.Region(cells=("d1", "d2"), size=2, parity="even"),
        m.Region(cells=("a2",), size=1, parity="odd"),
    ),
    stable=("a4", "b4", "c4", "d4", "d3"),
    stable_discs=(1, 4),
    mobility=(3, 2),
)


def test_each_fact_has_its_line() -> None:
    assert theory_lines(POSITION, THEORY) == [
        "mobility: Black 3, White 2",
        "stable: O 4 (a4 b4 c4 d4), X 1 (d3)",
        "regions: 2; 3 empty cells (odd); cells hang together by corners too",
        "  even 2  d1 d2",
        "  odd  1  a2",
    ]


def test_long_lists_are_cut() -> None:
    cells = tuple(f"{column}{row}" for row in (1, 2) for column in "abcdefgh")
    theory = m.Theory(
        connectivity=8,
        parity="even",
        regions=(m.Region(cells=cells, size=16, parity="even"),),
        stable=(),
        stable_discs=(0, 0),
        mobility=(0, 0),
    )
    assert theory_lines(POSITION, theory)[-1] == "  even 16  a1 b1 c1 d1 e1 f1 g1 h1 a2 b2 c2 d2 and 4 more"


def test_an_analysis_shows_it_when_it_is_there() -> None:
    plain = m.Analysis(id="1", reason="done", best="", score=None, kind="", depth=0, moves=(), nodes=0, seconds=0.0)
    told = m.Analysis(
        id="1", reason="done", best="", score=None, kind="", depth=0, moves=(), nodes=0, seconds=0.0, theory=THEORY
    )
    assert "mobility: Black 3, White 2" in analysis_lines(POSITION, told)
    assert not any(line.startswith("mobility") for line in analysis_lines(POSITION, plain))


def test_a_chain_game_is_drawn_and_explained() -> None:
    position = m.Position(
        id="1",
        variant="chain-all-4x2",
        digest="",
        board=("XO..", ".X.X"),
        mover="Black",
        colour="X",
        legal=("c1",),
        moves=(),
        seats=("Black", "White"),
        scores=(2.0, 0.0),
        discs=(3, 1),
        empties=4,
        over=False,
    )
    chain = m.Chain(
        cells=("a1", "b1", "b2"),
        ends=("a1", "b2"),
        bends=("b1",),
        grows=True,
        points=(m.ChainPoint(seat="Black", why="ends"), m.ChainPoint(seat="Black", why="count")),
    )
    dead = (m.DeadCell(cell="a2", broken=("neighbours", "block")), m.DeadCell(cell="c2", broken=("block",)))
    theory = m.Theory(
        connectivity=8,
        parity="even",
        regions=(),
        stable=(),
        stable_discs=(),
        mobility=(1, 1),
        chains=(chain,),
        dead=dead,
    )
    assert theory_lines(position, theory) == [
        "mobility: Black 1, White 1",
        "regions: 0; 4 empty cells (even); cells hang together by corners too",
        "    a b c d",
        "  1 A A : .",
        "  2 x A x X",
        "",
        "chains: Black 2 points, White 0 points",
        "  A 3 stones  ends a1 b2; 1 bend: ends for Black, count for Black; may grow",
        "dead: 2 cells (x)",
        "  a stone would have more than two neighbours: a2",
        "  four stones would be a square: a2 c2",
    ]


def test_letters_of_chains_are_no_single_stones() -> None:
    cells = [(f"{column}{row}", f"{column}{row + 1}") for row in range(1, 19, 2) for column in "acegik"]
    position = m.Position(
        id="1",
        variant="chain-count-19x19",
        digest="",
        board=("." * 19,) * 19,
        mover="Black",
        colour="X",
        legal=(),
        moves=(),
        seats=("Black", "White"),
        scores=(0.0, 54.0),
        discs=(54, 54),
        empties=361 - 108,
        over=False,
    )
    chains = tuple(m.Chain(cells=pair, ends=pair, bends=(), grows=False, points=()) for pair in cells)
    theory = m.Theory(
        connectivity=8, parity="even", regions=(), stable=(), stable_discs=(), mobility=(0, 0), chains=chains
    )
    drawn = theory_lines(position, theory)
    letters = [line.split()[0] for line in drawn if " stones " in line]
    assert len(letters) == 54
    assert len(set(letters)) == 49
    assert not set("XxOo").intersection(letters)
    assert letters[-6:] == ["?"] * 6
