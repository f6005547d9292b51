"""Positions and whole games whose outcome is published."""

from dataclasses import replace

import pytest

from engined.rules.position import (
    PASS,
    IllegalMove,
    Move,
    Position,
    TooManyMoves,
    format_position,
    move_text,
    parse_move,
    parse_position,
    start,
)
from tests.rules.perft_tables import go, variant_of


def played(variant: str, moves: str) -> Position:
    """The position after moves written with blanks or without; forced passes may be left out, and one may
    follow the end of the game.
    """
    position = start(variant_of(variant))
    words = moves.split() if " " in moves else [moves[i : i + 2] for i in range(0, len(moves), 2)]
    for word in words:
        move = parse_move(position, word)
        if move == PASS and position.over:
            break
        if move != PASS and position.legal() == (PASS,):
            position = position.play(PASS)
        position = position.play(move)
    return position


def at(variant: str, text: str) -> Position:
    return parse_position(variant_of(variant), text)


def legal(position: Position) -> set[str]:
    return {move_text(position, move) for move in position.legal()}


FIGURES = [
    ("...........................OX......XO........................... X", "d3 c4 f5 e6"),
    ("...........................OX......XXX.......................... O", "f4 d6 f6"),
    ("...........................OX......XOX.......O.................. X", "d3 c4 e6 f7"),
    ("....................X......OXX.....XXXX......O.................. O", "f2 f3 g4 h4 d6"),
    ("..........................XXX..O...XXXOO.....X.O.....X.......... X", "--"),
    ("..........................XXX..O...XXXOO.....X.O.....X.......... O", "c5 e7"),
]


@pytest.mark.parametrize(("text", "moves"), FIGURES)
def test_legal_moves_of_the_figures(text: str, moves: str) -> None:
    assert legal(at("othello", text)) == set(moves.split())


def test_a_move_turns_discs_in_several_lines() -> None:
    before = at("othello", "....................X......OXO.....XOO.......O.................. X")
    assert len(before.legal()) == 7
    after = before.play(parse_move(before, "g5"))
    assert format_position(after) == "....................X......OXX.....XXXX......O.................. O"
    assert parse_move(before, "g5").chosen == frozenset()


@pytest.mark.parametrize("square", ["e2", "h5"])
def test_no_bracketed_disc_no_move(square: str) -> None:
    position = at("othello", "....................X......OXX.....XXXX......O.................. O")
    with pytest.raises(IllegalMove, match=f"{square}: it captures nothing"):
        position.play(parse_move(position, square))


def test_a_full_board_is_the_end() -> None:
    end = at("othello", "OOOOOOOOOXXOOXOXOXXXXOXXOXOXXXXXOXOOXXXXOXOOOXXXOOOOOOXXOXXXXXXX X")
    assert (end.over, end.legal(), end.result(), end.scores()) == (True, (), "Black wins by 4", (34, 30))


@pytest.mark.parametrize("mover", "XO")
def test_empties_go_to_the_winner_when_nobody_can_move(mover: str) -> None:
    cells = "..................X........XXXX....XXXXX....X.X......X......O.X."
    end = at("othello", f"{cells} {mover}")
    assert (end.over, end.discs(), end.empties) == (True, (14, 1), 49)
    assert (end.scores(), end.value(0), end.value(1)) == ((63, 1), 62, -62)
    plain = at("reversi-cross", f"{cells} {mover}")
    assert (plain.scores(), plain.result()) == ((14, 1), "Black wins by 13")
    misere = at("anti-othello", f"{cells} {mover}")
    assert (misere.scores(), misere.value(0), misere.result()) == ((14, 1), -13, "White wins by 13")


HOLE = '''name = "t"
inherits = "othello-4x4"
[board]
drawing = """
. . . .
. O X .
. X O .
. . . #
"""
'''


@pytest.mark.parametrize(
    ("variant", "board", "counts"),
    [
        ("othello-4x4", "XX.. .... .... ..OO X", (8, 8)),
        ("othello", "X" * 8 + "." * 48 + "O" * 8 + " O", (32, 32)),
        ("reversi-cross", "X" * 8 + "." * 48 + "O" * 8 + " O", (8, 8)),
        (HOLE, "XX.. .... .... .OO O", (7.5, 7.5)),
    ],
    ids=["4x4", "8x8", "empties-to-nobody", "odd"],
)
def test_of_equal_counts_each_gets_half_of_the_empties(variant: str, board: str, counts: tuple[float, float]) -> None:
    end = at(variant, board)
    assert (end.over, end.scores(), end.result(), end.value(0)) == (True, counts, "Draw", 0)


@pytest.mark.parametrize(("right", "winner"), [("first", "Black"), ("second", "White")])
def test_a_right_to_a_draw(right: str, winner: str) -> None:
    end = at(f'name = "t"\ninherits = "othello-4x4"\n[scoring]\ndraw_right = "{right}"', "XX.. .... .... ..OO X")
    assert (end.result(), end.value(0)) == (f"{winner} wins by the right to a draw", 0)


def test_a_draw_is_worth_the_same_to_all_of_a_team() -> None:
    variant = variant_of('name = "t"\ninherits = "yonin-team"\nboard.size = "4x4"')
    worths = [replace(start(variant), seat=seat).draw_worth(2.5) for seat in range(4)]
    assert worths == [2.5, -2.5, 2.5, -2.5]


def test_komi_goes_to_the_second_seat() -> None:
    end = at('name = "t"\ninherits = "othello-4x4"\n[scoring]\nkomi = 1.5', "XX.. .... .... ..OO X")
    assert (end.scores(), end.value(0), end.result()) == ((8, 8), -1.5, "White wins by 1.5")


def test_the_solved_game_ends_in_a_draw() -> None:
    record = (
        "F5D6C3D3C4F4F6F3E6E7D7C5B6D8C6C7D2B5A5A6A7G5E3B4C8G6G4C2E8D1F7E2G3H4F1E1F2G1B1F8G8B3H3B2H5B7"
        "A3A4A1A2C1H2H1G2B8A8G7H8H7H6"
    )
    end = played("othello", record)
    assert (end.over, end.scores(), end.result()) == (True, (32, 32), "Draw")


def test_the_solved_6x6_game_is_whites_by_four() -> None:
    end = played(
        "othello-6x6",
        "c2 b4 c5 d2 e4 e3 d1 c1 b1 d5 d6 f4 b3 b2 f3 f2 e2 b6 a4 c6 a6 a2 b5 a5 e6 e5 a3 a1 f5 f6 -- e1 f1",
    )
    assert (end.over, end.scores(), end.result()) == (True, (16, 20), "White wins by 4")


LIMITS = [
    (
        "reversi-1890-4x4",
        "b3 c3 c2 b2 d3 b4 a4 d4 c4 d2 d1 b1 c1 a3 a1 --",
        "a2",
        8,
        7,
        True,
    ),
    (
        "reversi-1890-6x6",
        "d4 d3 c3 c4 e3 e4 c5 e2 f3 c2 d5 c6 d1 f2 b5 f4 b1 b6 e5 d6 e6 f6 b3 d2 f1 a5 a6 b2 c1 a4 e1 b4 f5 -- a2 a1",
        "a3",
        18,
        17,
        False,
    ),
    (
        "reversi-1890",
        "e4 e5 d4 d5 c6 e3 f5 g6 f4 f3 e2 c4 g2 f6 e6 c5 b3 c7 b6 d7 b7 a7 g5 d3 d2 e1 d1 a5 c8 c1 g7 d6 g4 "
        "h7 c2 b8 c3 d8 a8 a6 h6 a4 a2 h3 e8 b4 b1 g3 b2 g1 a3 a1 h5 g8 h8 f7 b5 f2 h2 h4 f8 h1 e7 --",
        "f1",
        32,
        31,
        True,
    ),
]


@pytest.mark.parametrize(("variant", "moves", "missed", "black", "white", "over"), LIMITS)
def test_a_seat_without_discs_to_place_passes(
    variant: str, moves: str, missed: str, black: int, white: int, over: bool
) -> None:
    position = played(variant, moves)
    assert position.placed == (black, white)
    assert position.over is over
    with pytest.raises(IllegalMove, match="over" if over else f"placed all {black} discs"):
        position.play(parse_move(position, missed))
    unlimited = at(variant.replace("1890", "original"), format_position(position).split()[0] + "X")
    assert missed in legal(unlimited)
    if not over:
        assert position.legal() == (PASS,)
        assert len(position.play(PASS).legal()) == 1


def test_the_limited_4x4_game_ends_with_this_board() -> None:
    variant, moves, *_ = LIMITS[0]
    assert format_position(played(variant, moves)).startswith("XXXX.OXOOOOOXXXO ")


def test_parallel_and_original_starts() -> None:
    parallel = start(variant_of("reversi-parallel"))
    assert format_position(parallel)[24:40] == "...OO......XX..."
    assert legal(parallel) == {"c3", "d3", "e3", "f3"}
    original = start(variant_of("reversi-original"))
    assert legal(original) == {"d4", "e4", "d5", "e5"}
    with pytest.raises(IllegalMove, match="not one of the set-up cells"):
        original.play(parse_move(original, "a1"))
    four = played("reversi-original", "d4 e4 d5 e5")
    assert four.discs() == (2, 2)
    assert not four.in_setup


@pytest.mark.parametrize(
    ("handicap", "corners"),
    [(1, "a1"), (2, "a1 h8"), (3, "a1 h8 h1"), (4, "a1 h8 h1 a8")],
)
def test_handicaps_stand_in_corners_and_white_begins(handicap: int, corners: str) -> None:
    position = start(variant_of(f"handicap-{handicap}"))
    assert position.variant.seats[position.seat].name == "White"
    assert position.discs() == (2 + handicap, 2)
    assert all(position.board[parse_move(position, corner).square] == 0 for corner in corners.split())


def test_nips_ring_brackets_round_the_corner() -> None:
    cells = ["........"] * 8
    cells[0] = "..O....."  # c1
    cells[1] = ".O......"  # b2
    cells[2] = "O......."  # a3
    cells[3] = "X......."  # a4
    nip, octagon = at("nip", f"{''.join(cells)} X"), at("octagon-52", f"{''.join(cells)} X")
    after = nip.play(parse_move(nip, "d1"))
    assert after.discs() == (5, 0)
    with pytest.raises(IllegalMove, match="cannot place anywhere"):
        octagon.play(parse_move(octagon, "d1"))


def test_no_disc_brackets_with_itself_round_a_ring() -> None:
    ring = "d1 e1 f1 g2 h3 h4 h5 h6 g7 f8 e8 d8 c8 b7 a6 a5 a4 a3 b2"
    rows = [list("........") for _ in range(8)]
    for name in ring.split():
        rows[int(name[1]) - 1][ord(name[0]) - ord("a")] = "O"
    rows[3][3] = "X"
    position = at("nip", "".join(map("".join, rows)) + " X")
    assert "c1" not in legal(position)


def test_one_disc_turns_of_those_bracketed() -> None:
    position = at('name = "t"\ninherits = "othello-4x4"\n[capture]\nchoice = "one"', ".OOX .... .... .... X")
    assert legal(position) == {"a1:b1", "a1:c1"}
    assert format_position(position.play(parse_move(position, "a1:c1"))) == "XOXX............ O"
    with pytest.raises(IllegalMove, match="leaves open"):
        parse_move(position, "a1")
    for wrong in ("a1:d1", "a1:b1+c1"):
        with pytest.raises(IllegalMove):
            position.play(parse_move(position, wrong))


def test_chosen_discs_turn() -> None:
    position = at('name = "t"\ninherits = "othello-4x4"\n[capture]\nchoice = "some"', ".OOX .... .... .... X")
    assert legal(position) == {"a1:b1", "a1:c1", "a1:b1+c1"}
    assert parse_move(position, "A1:C1+B1") == Move(0, frozenset({1, 2}))
    with pytest.raises(ValueError, match="twice"):
        parse_move(position, "a1:b1+b1")
    free = at(
        'name = "t"\ninherits = "othello-4x4"\n[capture]\nchoice = "some"\nmin_flips = 0',
        ".OOX............ X",
    )
    assert legal(free) == {"a1", "a1:b1", "a1:c1", "a1:b1+c1"}
    assert format_position(free.play(parse_move(free, "a1"))) == "XOOX............ O"


def test_bracketed_discs_can_be_removed() -> None:
    removing = 'name = "t"\ninherits = "othello-4x4"\n[capture]\nkind = "remove"'
    after = at(removing, ".OOX .... .... .... X").play(Move(0))
    assert (format_position(after), after.taken) == ("X..X............ O", (2, 0))


def test_too_many_choices_are_refused_not_listed() -> None:
    size = 24
    row = "." + "O" * (size - 2) + "X"
    text = row + "." * size * (size - 1) + "X"
    position = at(f'name = "t"\n[board]\nsize = "{size}x{size}"\n[capture]\nchoice = "some"', text)
    with pytest.raises(TooManyMoves):
        position.legal()
    with pytest.raises(TooManyMoves):
        parse_move(position, "a1")
    assert parse_move(position, "a1:b1+f1") == Move(0, frozenset({1, 5}))
    assert position.play(Move(0, frozenset({1, 5}))).discs() == (4, size - 4)


def test_indirect_bracketing_by_generations() -> None:
    # a1 turns b1; b1 and b4 then bracket b2 and b3. One generation is enough here.
    text = ".OX. .O.. .O.. .X.. X"
    for indirect, row in (
        (0, "XXX. .O.. .O.. .X.."),
        (1, "XXX. .X.. .X.. .X.."),
        (-1, "XXX. .X.. .X.. .X.."),
    ):
        position = at(f'name = "t"\ninherits = "othello-4x4"\n[capture]\nindirect = {indirect}', text)
        after = position.play(Move(0))
        assert format_position(after) == row.replace(" ", "") + " O"


def test_a_second_generation_of_indirect_bracketing() -> None:
    # a1 turns b1; b1-b3 then turns b2; b2-d2 then turns c2.
    text = ".OX. .OOX .X.. .... X"
    for indirect, row in ((1, "XXX. .XOX .X.. ...."), (-1, "XXX. .XXX .X.. ....")):
        position = at(f'name = "t"\ninherits = "othello-4x4"\n[capture]\nindirect = {indirect}', text)
        assert format_position(position.play(Move(0))) == row.replace(" ", "") + " O"


def test_rolit_places_beside_discs_only_when_nothing_is_bracketed() -> None:
    position = start(variant_of("rolit-4"))
    assert [seat.name for seat in position.variant.seats] == ["Red", "Yellow", "Green", "Blue"]
    with pytest.raises(IllegalMove, match="captures nothing"):
        position.play(parse_move(position, "c3"))
    alone = at("rolit-4", "Y" + "." * 63 + "R")
    assert legal(alone) == {"b1", "a2", "b2"}
    with pytest.raises(IllegalMove, match="touches no disc"):
        alone.play(parse_move(alone, "h8"))


@pytest.mark.parametrize(
    ("balls", "result"),
    [
        ("R" * 20 + "Y" * 16 + "G" * 14 + "B" * 14, "Red wins by 4"),
        ("R" * 10 + "Y" * 22 + "G" * 22 + "B" * 10, "Draw between Yellow, Green"),
        ("RYGB" * 16, "Draw"),
    ],
)
def test_most_balls_win(balls: str, result: str) -> None:
    end = at("rolit-4", balls + "R")
    assert (end.over, end.result()) == (True, result)
    assert sum(end.scores()) == 64


def test_discs_that_a_team_shares_count_once() -> None:
    seats = "".join(f'{name} = {{ colour = "{colour}" }}\n' for name, colour in zip("ABCD", "XOXO", strict=True))
    declared = f'name = "t"\ninherits = "othello-4x4"\nteams = [["A", "C"], ["B", "D"]]\n[seats]\n{seats}'
    end = at(declared, "XXXX XXXX XXXX XXOO D")
    assert (end.scores(), end.value(2), end.value(3)) == ((14, 2, 14, 2), 12, -12)
    assert end.result() == "A and C win by 12"


def test_yonin_seats_keep_out_of_the_opposite_quadrant_and_score_their_own() -> None:
    variant = variant_of("yonin-team-4x4")
    position = start(variant)
    assert [sorted(seat.home)[0] for seat in variant.seats] == [0, 2, 10, 8]
    assert position.scores() == (1, 1, 1, 1)
    opposite = variant.seats[0].forbidden
    assert opposite == variant.seats[2].home
    assert not {move.square for move in position.legal()} & opposite
    assert legal(parse_position(variant, ".OX. .... .... .... A")) == {"a1"}
    reserved = parse_position(variant, ".OX. .... .... .... C")
    assert reserved.legal() == (PASS,)
    with pytest.raises(IllegalMove, match="C may not place on a1"):
        reserved.play(Move(0))
    end = parse_position(variant, "XXXX XXXX XXOO XXOO B")
    assert (end.over, end.scores(), end.value(0), end.value(1)) == (True, (4, 0, 0, 0), 4, -4)
    assert end.result() == "A and C win by 4"


def test_ko_is_illegal_at_once_and_legal_later() -> None:
    text = ".XO.. X.XO. .XO.. ..... ..... O"
    position = at(go(5), text)
    taken = position.play(parse_move(position, "b2"))
    assert taken.taken == (0, 1)
    with pytest.raises(IllegalMove, match="ko"):
        taken.play(parse_move(taken, "c2"))
    exchanged = taken.play(parse_move(taken, "e5")).play(parse_move(taken, "a5"))
    assert parse_move(exchanged, "c2") in exchanged.legal()


def test_area_and_territory() -> None:
    text = ".X.O. XX.OO ..... ..... ..... X"
    assert at(go(5), text).scores() == (4, 4)
    territory = go(5).replace("area", "territory")
    assert at(territory, text).scores() == (1, 1)


def test_two_passes_end_go() -> None:
    position = start(variant_of(go(5)))
    assert position.legal()[-1] == PASS
    end = position.play(PASS).play(PASS)
    assert (end.over, end.legal(), end.result()) == (True, (), "Draw")
    with pytest.raises(IllegalMove, match="over"):
        end.play(Move(0))
