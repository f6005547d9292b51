"""Names, patterns, folders: how variants are found."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

import engined.variants
import engined.variants.catalogue as catalogue_module
from engined.rules.position import start
from engined.tools.match.openings import play, xot
from engined.variants.catalogue import Catalogue, DeclarationError, UnknownVariant
from engined.variants.drawing import MOST
from engined.variants.model import EMPTY, Capture, CaptureKind, Choice, Placement, Setup

RESIZABLE = [
    "anti-othello",
    "handicap-1",
    "handicap-2",
    "handicap-3",
    "handicap-4",
    "hasami-choose",
    "hasami-choose-0",
    "hasami-indirect",
    "hasami-indirect-1",
    "hasami-one",
    "hasami-remove",
    "othello",
    "reversi-1890",
    "reversi-cross",
    "reversi-original",
    "reversi-parallel",
]


HALVED = ("reversi-1890", "hasami-remove")
"""Every seat has half of the discs."""
QUARTERED = ["yonin", "yonin-plain", "yonin-team", "yonin-team-plain"]
"""Resizable too, to even sides."""


CHAINS = [
    "hashijime",
    "chain-count",
    "chain-bend",
    "chain-ends-count",
    "chain-ends-bend",
    "chain-count-bend",
    "chain-all",
]
GO_SUFFIXES = [
    "area",
    "area-and-prisoners",
    "situational-superko",
    "positional-superko",
    "suicide",
    "handicap-N",
    "komi-N",
]


@pytest.fixture
def catalogue() -> Catalogue:
    return Catalogue()


def test_the_promised_names(catalogue: Catalogue) -> None:
    assert {*RESIZABLE, "octagon-52", "nip", "grand-othello", "eight-stars", "annexation-48"} <= set(catalogue.names())
    assert {*QUARTERED, "rolit-2", "rolit-3", "rolit-4"} <= set(catalogue.names())
    assert {"go", *CHAINS} <= set(catalogue.names())
    sized = [f"{name}-WxH" for name in (*RESIZABLE, *QUARTERED, "go", *CHAINS)]
    suffixed = [f"go-{suffix}" for suffix in GO_SUFFIXES]
    suffixed += [f"{name}-{suffix}" for name in CHAINS for suffix in ("multi", "odd-second", "half")]
    lots = ["xot-N", "black-hole-CELL", "othello-komi-DISCS"]
    assert catalogue.patterns() == tuple(sorted([*sized, *suffixed, *lots]))
    assert {catalogue.sizes(name) for name in ("go", *CHAINS)} == {range(2, 20)}
    assert {catalogue.sizes(name) for name in (*RESIZABLE, *QUARTERED)} == {range(4, MOST + 1)}


def test_every_file_is_named_after_its_variant(catalogue: Catalogue) -> None:
    folder = Path(engined.variants.__file__).parent
    assert sorted(file.stem for file in folder.glob("*.toml")) == list(catalogue.names())
    for name in catalogue.names():
        assert catalogue.get(name).name == name
        assert catalogue.get(name).title


@pytest.mark.parametrize("name", RESIZABLE)
def test_every_size_can_be_named(catalogue: Catalogue, name: str) -> None:
    """As far as declarations go."""
    for width in range(4, MOST + 1):
        for height in range(4, MOST + 1):
            sized = catalogue.get(f"{name}-{width}x{height}")
            assert (sized.board.width, sized.board.height) == (width, height)
            assert sized.name == f"{name}-{width}x{height}"
            assert len(sized.board.cells) == width * height
            supplies = {seat.supply for seat in sized.seats}
            assert supplies == ({width * height // 2} if name in HALVED else {None})
    assert catalogue.get(f"{name}-8x8").digest == catalogue.get(name).digest


@pytest.mark.parametrize(
    ("width", "height", "white"), [(8, 8, "d4 e5"), (5, 7, "b3 c4"), (10, 9, "e4 f5"), (16, 4, "h2 i3")]
)
def test_the_cross_leans_to_the_top_left(catalogue: Catalogue, width: int, height: int, white: str) -> None:
    board = catalogue.get(f"othello-{width}x{height}").board
    where = [(ord(name[0]) - ord("a")) + (int(name[1]) - 1) * width for name in white.split()]
    assert [square for square in board.cells if board.start[square] == 1] == where
    assert [board.start[where[0] + 1], board.start[where[1] - 1]] == [0, 0]


def test_scores_of_the_families(catalogue: Catalogue) -> None:
    adds = {name for name in catalogue.names() if catalogue.get(name).scoring.empties_to_winner}
    draws = {"othello-black-draws", "othello-white-draws"}
    lots = {"xot", "black-hole", "othello-komi"}
    assert adds == {"othello", "grand-othello", "eight-stars", *(f"handicap-{n}" for n in (1, 2, 3, 4)), *draws, *lots}
    assert [n for n in catalogue.names() if catalogue.get(n).scoring.misere] == ["anti-othello"]


def test_names_are_found_in_any_case_and_by_alias(catalogue: Catalogue) -> None:
    assert catalogue.get(" Othello ") is catalogue.get("othello")
    assert catalogue.get("reversi").name == "reversi-cross"
    assert catalogue.get("reversi-6x6").name == "reversi-cross-6x6"


@pytest.mark.parametrize(
    ("name", "same"),
    [
        ("オセロ", "othello"),
        ("ｵｾﾛ-６x６", "othello-6x6"),
        ("リバーシ", "reversi-cross"),
        ("ニップ", "nip"),
        ("グランドオセロ", "grand-othello"),
        ("エイトスターズオセロ", "eight-stars"),
        ("負けオセロ-4x4", "anti-othello-4x4"),
        ("アネクゼイション", "annexation-48"),
        ("ハンディキャップ-2", "handicap-2"),
        ("ハンデキャップ-2", "handicap-2"),
        ("挟み碁-9x10", "reversi-cross-9x10"),
        ("挟み碁-間接-8x9", "hasami-indirect-8x9"),
        ("挟み碁-任意-0-八角形", "hasami-choose-0-octagon"),
    ],
)
def test_japanese_names_work_like_others(catalogue: Catalogue, name: str, same: str) -> None:
    assert catalogue.get(name).name == same
    assert catalogue.get(name) == catalogue.get(same)


def test_a_declaration_may_inherit_by_any_name(catalogue: Catalogue) -> None:
    assert catalogue.check('name = "child"\ninherits = "ニップ"') == catalogue.get("nip")


@pytest.mark.parametrize("board", ["", "-8x9", "-9x10", "-octagon"])
@pytest.mark.parametrize("kind", ["all", "one", "choose", "choose-0", "indirect", "indirect-1", "remove"])
def test_hasami_go_on_each_of_its_boards(catalogue: Catalogue, kind: str, board: str) -> None:
    variant = catalogue.get(f"hasami-{kind}{board}")
    other = {"": "reversi-cross", "-octagon": "octagon-52"}.get(board, f"reversi-cross{board}")
    assert variant.board == catalogue.get(other).board
    assert not variant.scoring.empties_to_winner
    capture = variant.capture
    assert (
        capture
        == {
            "all": Capture(),
            "one": Capture(choice=Choice.ONE),
            "choose": Capture(choice=Choice.SOME),
            "choose-0": Capture(choice=Choice.SOME, min_flips=0),
            "indirect": Capture(indirect=-1),
            "indirect-1": Capture(indirect=1),
            "remove": Capture(CaptureKind.REMOVE),
        }[kind]
    )


def test_xot_has_a_name_for_each_of_its_boards(catalogue: Catalogue) -> None:
    openings = xot()
    for number in (*range(1, len(openings), 599), len(openings)):
        variant = catalogue.get(f"xot-{number}")
        assert variant.name == f"xot-{number}"
        assert start(variant).board == play(catalogue.get("othello"), openings[number - 1]).board
    assert catalogue.get("xot") == catalogue.get("xot-1")
    assert catalogue.get("XOT-17").first == 0


def test_a_black_hole_may_be_anywhere_but_in_the_centre(catalogue: Catalogue) -> None:
    holes: set[int] = set()
    for square in range(64):
        name = f"{'abcdefgh'[square % 8]}{square // 8 + 1}"
        if name in ("d4", "e4", "d5", "e5"):
            with pytest.raises(UnknownVariant, match=f"{name} is a hole and cannot hold a disc"):
                catalogue.get(f"black-hole-{name}")
        else:
            holes |= catalogue.get(f"ブラックホールオセロ-{name}").board.holes
    assert len(holes) == 60


@pytest.mark.parametrize(
    ("alias", "name"),
    [
        ("ロリット", "rolit-4"),
        ("ロリット-2", "rolit-2"),
        ("源平碁", "reversi-cross"),
        ("ヨニン", "yonin"),
        ("ヨニン-6x6", "yonin-6x6"),
    ],
)
def test_games_go_by_their_japanese_names(catalogue: Catalogue, alias: str, name: str) -> None:
    assert catalogue.get(alias).name == name


def test_komi_is_agreed_upon(catalogue: Catalogue) -> None:
    assert catalogue.get("othello-komi").scoring.komi == 0.5
    assert catalogue.get("othello-komi-3").scoring.komi == 3
    assert catalogue.get("コミオセロ-12").board == catalogue.get("othello").board


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("othello-komi-a3", "a number of discs, not a3"),
        ("othello-komi-1001", "out of range"),
        ("xot-10785", "XOT has the boards 1 to 10784, not 10785"),
        ("xot-c3", "not c3"),
        ("xot-0", "no variant"),
        ("black-hole-i3", "not on the 8x8 board"),
        ("othello-17", "no variant"),
    ],
)
def test_lots_that_cannot_be_drawn(catalogue: Catalogue, name: str, message: str) -> None:
    with pytest.raises(UnknownVariant, match=message):
        catalogue.get(name)


@pytest.mark.parametrize("name", ["annexation-48", "annexation-80"])
def test_reconstructions_say_so(catalogue: Catalogue, name: str) -> None:
    variant = catalogue.get(name)
    assert len(variant.board.cells) == int(name[-2:])
    assert "reconstruction" in variant.title
    assert variant.note.startswith("A reconstruction")
    assert variant.setup.plies == 4


@pytest.mark.parametrize(
    "alias", ["ABC", "two words", "under_score", "ｵｾﾛﾗ", "7up", "-x", "x--y", "オセロ・", "あ" * 64]
)
def test_aliases_are_words_as_they_are_looked_up(catalogue: Catalogue, alias: str) -> None:
    with pytest.raises(DeclarationError) as caught:
        catalogue.declare(f'name = "new"\naliases = ["{alias}"]')
    assert (caught.value.line, caught.value.field) == (2, "aliases")


@pytest.mark.parametrize(
    ("name", "same"),
    [
        ("yonin-6x6-team", "yonin-team-6x6"),
        ("yonin-4x4-plain", "yonin-plain-4x4"),
        ("yonin-6x4-team-plain", "yonin-team-plain-6x4"),
        ("yonin-team-6x6-plain", "yonin-team-plain-6x6"),
        ("reversi-4x6-1890", "reversi-1890-4x6"),
    ],
)
def test_the_size_may_stand_anywhere_in_a_name(catalogue: Catalogue, name: str, same: str) -> None:
    assert catalogue.get(name) == catalogue.get(same)
    assert catalogue.get(name).name == same


def test_quarters_are_equal(catalogue: Catalogue) -> None:
    for width, height in ((4, 4), (6, 6), (6, 10), (16, 4)):
        variant = catalogue.get(f"yonin-team-{width}x{height}")
        assert {len(seat.home) for seat in variant.seats} == {width * height // 4}
        assert [seat.forbidden for seat in variant.seats] == [variant.seats[other].home for other in (2, 3, 0, 1)]
        assert variant.teams == ((0, 2), (1, 3))
    with pytest.raises(UnknownVariant, match="both sides must be even"):
        catalogue.get("yonin-5x6")


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("othelo", "did you mean othello"),
        ("othello-WxH", "'othello-WxH': did you mean othello or othello-10x10 or"),
        ("othello-6x", "did you mean othello-6x6 or"),
        ("xot-N", "did you mean xot-1 or xot"),
        ("othello-3x8", "its sides can have 4 to 24 squares, as in othello-4x8$"),
        ("othello-8x25", "4 to 24 squares, as in othello-8x24$"),
        ("nip-10x10", "nip has one size"),
        ("zzz", "`engined variants` lists them all"),
        ("", "`engined variants` lists them all"),
        ("othello-8x8-8x8", "no variant"),
        ("../othello", "no variant"),
        ("x" * 5000, "no variant"),
    ],
)
def test_unknown_names_are_answered_with_what_exists(catalogue: Catalogue, name: str, message: str) -> None:
    with pytest.raises(UnknownVariant, match=message) as caught:
        catalogue.get(name)
    assert isinstance(caught.value, KeyError)
    assert len(str(caught.value)) < 250


def test_equal_declarations_have_equal_digests_whatever_they_are_called(catalogue: Catalogue) -> None:
    drawn = catalogue.declare(
        'name = "drawn"\ntitle = "Another"\n[board]\ndrawing = """\n'
        + "........\n" * 3
        + "...OX...\n...XO...\n"
        + "........\n" * 3
        + '"""\n'
    )
    assert drawn.digest == catalogue.get("othello").digest
    assert catalogue.get("othello-8x9").digest != catalogue.get("othello-9x8").digest


def test_three_lines_make_a_variant(catalogue: Catalogue) -> None:
    variant = catalogue.declare('name = "hollow"\ninherits = "othello"\nboard = {size = "10x10", holes = "c3 h8"}')
    assert variant.board.holes == {22, 77}
    assert catalogue.get("hollow") is variant
    assert "hollow" in catalogue.names()


def test_a_declaration_may_be_resizable_and_have_aliases(catalogue: Catalogue) -> None:
    catalogue.declare('name = "mine"\naliases = ["ours"]\nsizes = "6..10"\n[scoring]\nkomi = 0.5')
    assert "mine-WxH" in catalogue.patterns()
    assert catalogue.get("ours-6x10").scoring.komi == 0.5
    child = catalogue.declare('name = "child"\ninherits = "ours-6x10"\n[scoring]\nmisere = true')
    assert (child.board.height, child.scoring.komi, child.scoring.misere) == (10, 0.5, True)
    assert child.aliases == ()


def test_checking_does_not_declare(catalogue: Catalogue) -> None:
    assert catalogue.check('name = "mine"').name == "mine"
    with pytest.raises(UnknownVariant):
        catalogue.get("mine")


def test_declaring_the_same_twice_is_no_error(catalogue: Catalogue) -> None:
    first = catalogue.declare('name = "mine"\ntitle = "Mine"')
    assert catalogue.declare('name = "mine"\n\ntitle = "Mine" # again') is first


@pytest.mark.parametrize(
    ("text", "line", "field"),
    [
        ('name = "given"\ntitle = "Other"', 1, "name"),
        ('title = "x"\nname = "othello"', 2, "name"),
        ('name = "reversi"', 1, "name"),
        ('name = "othello-6x6"', 1, "name"),
        ('name = "new"\naliases = ["nip"]', 2, "aliases"),
        ('name = "new"\naliases = ["new"]', 2, "aliases"),
        ('name = "xot-17"', 1, "name"),
    ],
)
def test_taken_names(catalogue: Catalogue, text: str, line: int, field: str, tmp_path: Path) -> None:
    (tmp_path / "given.toml").write_text('name = "given"')
    assert not catalogue.load_folder(tmp_path)
    before = catalogue.names()
    with pytest.raises(DeclarationError, match="taken") as caught:
        catalogue.declare(text)
    assert (caught.value.line, caught.value.field) == (line, field)
    assert catalogue.names() == before


def test_what_was_declared_can_be_declared_anew(catalogue: Catalogue) -> None:
    """As by somebody who edits a file and tries again."""
    first = catalogue.declare('name = "mine"\naliases = ["ours", "theirs"]\nsizes = "4..8"\n[scoring]\nkomi = 1')
    child = catalogue.declare('name = "child"\ninherits = "mine"')
    assert catalogue.get("mine-6x6").scoring.komi == 1
    second = catalogue.declare('name = "mine"\naliases = ["ours"]\nsizes = "4..8"\n[scoring]\nkomi = 2')
    assert (first.scoring.komi, second.scoring.komi, child.scoring.komi) == (1, 2, 1)
    assert catalogue.get("ours") is catalogue.get("mine") is second
    assert catalogue.get("mine-6x6").scoring.komi == 2
    with pytest.raises(UnknownVariant):
        catalogue.get("theirs")
    assert catalogue.get("child") is child
    assert catalogue.declare('name = "child"\ninherits = "mine"').scoring.komi == 2, "its parent is another now"
    for fault in (
        'name = "mine"\naliases = ["nip"]',
        'name = "mine"\n[board]\nsize = "1x1"',
        'name = "mine"\ninherits = "mine"',
    ):
        with pytest.raises(DeclarationError):
            catalogue.declare(fault)
        assert catalogue.get("mine") is second, "nothing has changed"


def test_a_digest_tells_declarations_of_one_name_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    """As when two clients use a name for games of their own."""
    monkeypatch.setattr(catalogue_module, "MOST_DECLARATIONS", 2)
    catalogue = Catalogue()
    first, second = (catalogue.declare(f'name = "mine"\n[scoring]\nkomi = {komi}') for komi in (1, 2))
    assert catalogue.get("mine") is second
    for variant in (first, second):
        assert catalogue.get(f"mine@{variant.digest}") is catalogue.get(f"Mine@{variant.digest[:8]}") is variant
    othello = catalogue.get("othello")
    assert catalogue.get(f"othello@{othello.digest}") is othello
    for wrong in (f"mine@{first.digest[:7]}", f"mine@{othello.digest}", f"yours@{first.digest}", f"othello@{'0' * 8}"):
        with pytest.raises(UnknownVariant):
            catalogue.get(wrong)
    assert catalogue.declare('name = "mine"\n[scoring]\nkomi = 1') == first, "younger than the second now"
    catalogue.declare('name = "mine"\n[scoring]\nkomi = 3')
    assert catalogue.get(f"mine@{first.digest}") == first
    with pytest.raises(UnknownVariant, match=second.digest[:8]):
        catalogue.get(f"mine@{second.digest}")


def test_the_oldest_of_too_many_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catalogue_module, "MOST_DECLARATIONS", 3)
    catalogue = Catalogue()
    shipped = catalogue.names()
    for number in range(5):
        catalogue.declare(f'name = "mine-{"abcde"[number]}"')
    catalogue.declare('name = "mine-c"\n[scoring]\nkomi = 1')
    assert sorted({*catalogue.names()} - {*shipped}) == ["mine-c", "mine-d", "mine-e"]
    catalogue.declare('name = "mine-f"')
    assert sorted({*catalogue.names()} - {*shipped}) == ["mine-c", "mine-e", "mine-f"], "declared anew is younger"


def test_a_family_may_not_swallow_a_declared_name(catalogue: Catalogue) -> None:
    catalogue.declare('name = "mine-6x6"')
    with pytest.raises(DeclarationError, match="mine-6x6 is already taken"):
        catalogue.declare('name = "mine"\nsizes = "4..8"')
    catalogue.declare('name = "mine"\nsizes = "8..9"')


def test_a_folder_is_read_in_any_order_and_around_its_faults(catalogue: Catalogue, tmp_path: Path) -> None:
    texts = {
        "a-child": 'name = "child"\ninherits = "parent"\n[scoring]\nkomi = 2',
        "b-parent": 'name = "parent"\ninherits = "othello"\n[scoring]\nmisere = true',
        "c-broken": 'name = "broken"\n\n[board]\nsize = "99x1"',
        "d-orphan": 'name = "orphan"\ninherits = "nobody"',
        "e-twice": 'name = "parent"',
        "f-left": 'name = "left"\ninherits = "right"',
        "g-right": 'name = "right"\ninherits = "left"',
        "h-heir": 'name = "heir"\ninherits = "left"',
        "i-self": 'name = "self"\ninherits = "self"',
    }
    for name, text in texts.items():
        (tmp_path / f"{name}.toml").write_text(text)
    (tmp_path / "j-bytes.toml").write_bytes(b'name = "\xff"')
    os.mkfifo(tmp_path / "k-pipe.toml")
    (tmp_path / "l-device.toml").symlink_to("/dev/zero")
    (tmp_path / "notes.txt").write_text("not a declaration")
    errors = {Path(error.source).stem: error for error in catalogue.load_folder(tmp_path)}
    child = catalogue.get("child")
    assert (child.scoring.komi, child.scoring.misere) == (2, True)
    assert sorted(errors) == [
        "c-broken",
        "d-orphan",
        "e-twice",
        "f-left",
        "g-right",
        "h-heir",
        "i-self",
        "j-bytes",
        "k-pipe",
        "l-device",
    ]
    assert (errors["c-broken"].line, errors["c-broken"].field) == (4, "board.size")
    assert "left inherits from itself: left from right from left" in str(errors["f-left"])
    assert "left is itself at fault" in str(errors["h-heir"])
    assert "itself" in str(errors["i-self"])
    assert "c-broken.toml:4: board.size: 99x1 is out of range" in str(errors["c-broken"])


def test_an_absent_folder_holds_nothing(catalogue: Catalogue, tmp_path: Path) -> None:
    assert catalogue.load_folder(tmp_path / "absent") == ()


def test_inheritance_takes_over_what_is_not_said(catalogue: Catalogue) -> None:
    parent = catalogue.get("annexation-48")
    crossed = catalogue.declare(
        'name = "crossed"\ninherits = "annexation-48"\n[setup]\nplies = 0\n[board]\nstart = "cross"'
    )
    assert crossed.board.cells == parent.board.cells
    assert crossed.setup == Setup()
    assert crossed.title == "crossed"
    whole = catalogue.declare('name = "whole"\ninherits = "nip"\n[board]\nsize = "6x6"')
    assert (len(whole.board.cells), whole.board.rings) == (36, ())
    assert whole.board.start.count(EMPTY) == 32
    touching = catalogue.declare('name = "touching"\ninherits = "reversi-1890"\nplacement = "touch"')
    assert touching.placement is Placement.TOUCH
    assert touching.seats == catalogue.get("reversi-1890").seats
