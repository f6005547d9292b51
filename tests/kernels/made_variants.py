"""Boards that nobody listed: hypothesis makes them."""

from dataclasses import replace

from hypothesis import strategies as st

from engined.variants.model import EMPTY, Board, Capture, Scoring, Seat, Setup, Variant


@st.composite
def variants(draw: st.DrawFn, most_cells: int = 256) -> Variant:
    """Two-seat flipping games on any board of 2 to 16 rows and columns, with any declared extras."""
    height = draw(st.integers(2, 16))
    width = draw(st.integers(2, min(16, most_cells // height)))
    squares = range(width * height)
    holes = draw(st.sets(st.sampled_from(squares), max_size=width * height // 4))
    cells = tuple(square for square in squares if square not in holes)
    contents = st.lists(st.sampled_from((EMPTY, EMPTY, 0, 1)), min_size=len(squares), max_size=len(squares))
    content = draw(contents)
    start = tuple(EMPTY if square in holes else content[square] for square in squares)
    rings: tuple[tuple[int, ...], ...] = ()
    if draw(st.booleans()) and len(cells) >= 3:
        rings = (tuple(draw(st.permutations(cells))[: draw(st.integers(3, 63))]),)
    setup = Setup()
    if draw(st.booleans()):
        free = [square for square in cells if start[square] == EMPTY]
        plies = draw(st.integers(0, min(4, len(free))))
        chosen = frozenset(draw(st.permutations(free))[: plies + 1])
        setup = Setup(chosen, plies) if plies else Setup()
    supplies = [draw(st.none() | st.integers(1, 2 * len(cells))) for _ in range(2)]
    scoring = Scoring(empties_to_winner=draw(st.booleans()), misere=draw(st.booleans()))
    capture = Capture(indirect=draw(st.sampled_from((0, 0, 0, -1, 1, 2))))
    seats = (Seat("Black", 0, supply=supplies[0]), Seat("White", 1, supply=supplies[1]))
    first = draw(st.integers(0, 1))
    board = Board(width, height, cells, start, rings)
    return replace(Variant("made", board), seats=seats, first=first, setup=setup, scoring=scoring, capture=capture)
