"""Names, patterns, folders: how variants are found."""

from __future__ import annotations

from pathlib import Path

import pytest

import engined.variants
from engined.variants.catalogue import Catalogue, DeclarationError, UnknownVariant
from engined.variants.model import EMPTY, Placement, Setup

RESIZABLE = [
    "anti-othello",
    "handicap-1",
    "handicap-2",
    "handicap-3",
    "handicap-4",
    "othello",
    "reversi-1890",
    "reversi-cross",
    "reversi-original",
    "reversi-parallel",
]


@pytest.fixture
def catalogue() -> Catalogue:
    return Catalogue()


def test_the_promised_names(catalogue: Catalogue) -> None:
    assert {*RESIZABLE, "octagon-52", "nip", "grand-othello", "eight-stars", "annexation-48"} <= set(
        catalogue.names()
    )
    assert catalogue.patterns() == tuple(f"{name}-WxH" for name in RESIZABLE)
    assert catalogue.sizes("othello") == range(4, 17)


def test_every_file_is_named_after_its_variant(catalogue: Catalogue) -> None:
    folder = Path(engined.variants.__file__).parent
    assert sorted(file.stem for file in folder.glob("*.toml")) == list(catalogue.names())
    for name in catalogue.names():
        assert catalogue.get(name).name == name
        assert catalogue.get(name).title


@pytest.mark.parametrize("name", RESIZABLE)
def test_every_size_can_be_named(catalogue: Catalogue, name: str) -> None:
    for width in range(4, 17):
        for height in range(4, 17):
            sized = catalogue.get(f"{name}-{width}x{height}")
            assert (sized.board.width, sized.board.height) == (width, height)
            assert sized.name == f"{name}-{width}x{height}"
            assert len(sized.board.cells) == width * height
            supplies = {seat.supply for seat in sized.seats}
            assert supplies == ({width * height // 2} if name == "reversi-1890" else {None})
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
    assert adds == {"othello", "grand-othello", "eight-stars", *(f"handicap-{n}" for n in (1, 2, 3, 4))}
    assert [n for n in catalogue.names() if catalogue.get(n).scoring.misere] == ["anti-othello"]


def test_names_are_found_in_any_case_and_by_alias(catalogue: Catalogue) -> None:
    assert catalogue.get(" Othello ") is catalogue.get("othello")
    assert catalogue.get("reversi").name == "reversi-cross"
    assert catalogue.get("reversi-6x6").name == "reversi-cross-6x6"


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("othelo", "did you mean othello"),
        ("othello-3x8", "4 to 16"),
        ("othello-8x17", "4 to 16"),
        ("nip-10x10", "nip has one size"),
        ("zzz", "list of variants"),
        ("", "list of variants"),
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
    variant = catalogue.declare(
        'name = "hollow"\ninherits = "othello"\nboard = {size = "10x10", holes = "c3 h8"}'
    )
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
        ('name = "mine"\ntitle = "Other"', 1, "name"),
        ('title = "x"\nname = "othello"', 2, "name"),
        ('name = "reversi"', 1, "name"),
        ('name = "othello-6x6"', 1, "name"),
        ('name = "new"\naliases = ["nip"]', 2, "aliases"),
        ('name = "new"\naliases = ["new"]', 2, "aliases"),
    ],
)
def test_taken_names(catalogue: Catalogue, text: str, line: int, field: str) -> None:
    catalogue.declare('name = "mine"')
    before = catalogue.names()
    with pytest.raises(DeclarationError, match="taken") as caught:
        catalogue.declare(text)
    assert (caught.value.line, caught.value.field) == (line, field)
    assert catalogue.names() == before


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
