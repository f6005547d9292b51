"""Published and independently computed leaf counts: what rules and kernels are held to.

Each table is a variant (a catalogue name, or a declaration as text) and its leaves at depths 1, 2, 3 ...
A pass is a ply, a finished game is one leaf at every deeper depth.
"""

from __future__ import annotations

from engined.variants.catalogue import Catalogue
from engined.variants.model import Variant


def variant_of(declared: str) -> Variant:
    """The variant of a name, or of a declaration."""
    catalogue = Catalogue()
    return catalogue.check(declared) if "\n" in declared else catalogue.get(declared)


def _declare(keys: str, name: str = "tested") -> str:
    return f'name = "{name}"\n{keys}\n'


def _othello(keys: str) -> str:
    return _declare(f'inherits = "othello"\n{keys}')


def _plus(block: int) -> str:
    """Five square blocks as a plus."""
    arm = " ".join("#" * block + "." * block + "#" * block) + "\n"
    middle = " ".join("." * 3 * block) + "\n"
    return f'[board]\ndrawing = """\n{arm * block}{middle * block}{arm * block}"""\n'


CENTRE = '[setup]\ncells = "centre"\nplies = 4'
CROSS = 'start = "cross"\n'

UNRESTRICTED = _declare(
    'inherits = "yonin-plain"\n[seats]\n'
    + "".join(
        f'{seat} = {{colour = "{colour}", home = "{seat}"}}\n' for seat, colour in zip("ABCD", "XOXO", strict=True)
    )
)
"""Yonin without forbidden quarters: what may be played is as in Othello."""


def go(size: int) -> str:
    """Stones that surround each other."""
    return _declare(
        'placement = "anywhere"\npassing = "free"\n[capture]\nkind = "surround"\n[scoring]\nkind = "area"\n'
        f'[board]\nsize = "{size}x{size}"\nstart = "empty"'
    )


def chains(width: int, height: int, multi: bool = False, points: str = '"ends"') -> str:
    """Chains with two ends, or with many."""
    return _declare(
        f'placement = "chain"\n[capture]\nkind = "none"\n[scoring]\nkind = "chains"\n'
        f"[chain]\npoints = [{points}]\nmulti = {str(multi).lower()}\n"
        f'[board]\nsize = "{width}x{height}"\nstart = "empty"'
    )


OCTAGON_ORIGINAL = """
inherits = "{}"
[board]
drawing = '''
##....##
#......#
........
........
........
........
#......#
##....##
'''
{}
[setup]
cells = "centre"
plies = 4
"""
RING = 'rings = ["c1 d1 e1 f1 g2 h3 h4 h5 h6 g7 f8 e8 d8 c8 b7 a6 a5 a4 a3 b2"]'
EIGHT_STARS = "[board]\ndrawing = '''\n##......##\n#........#\n" + "..........\n" * 6 + "#........#\n##......##\n'''\n"

TABLES: dict[str, tuple[str, tuple[int, ...]]] = {
    name: (declared, tuple(map(int, counts.split())))
    for name, declared, counts in (
        # 8x8 and its starts
        ("othello", "othello", "4 12 56 244 1396 8200 55092 390216 3005288 24571284 212258800"),
        ("parallel", "reversi-parallel", "4 14 68 292 1690 9696 64794 450012 3449900 27711082"),
        ("original", "reversi-original", "4 12 24 24 96 320 1536 6624 38208 220736 1477440"),
        ("handicap-1", "handicap-1", "4 12 56 244 1396 8202 55086 390452 3003922"),
        ("handicap-2", "handicap-2", "4 12 56 244 1396 8204 55080 390688 3002560"),
        ("handicap-4", "handicap-4", "4 12 56 244 1396 8228 55040 390968 2990312"),
        # other sizes
        (
            "othello-4x4",
            "othello-4x4",
            "4 12 44 128 424 1256 3624 9116 20044 36540 50704 57436 59564 59980",
        ),
        (
            "parallel-4x4",
            "reversi-parallel-4x4",
            "4 12 50 138 480 1310 3972 9192 22102 37580 57072 62840 66488 67052",
        ),
        (
            "original-4x4",
            "reversi-original-4x4",
            "4 12 24 24 96 288 1152 3232 11072 31008 92544 220000 513984 893600 1318784 1464928",
        ),
        ("othello-6x6", "othello-6x6", "4 12 56 244 1364 7604 47740 308716 2114912 14976792"),
        ("original-6x6", "reversi-original-6x6", "4 12 24 24 96 320 1536 6624 37056 205152 1271680"),
        ("othello-4x6", "othello-4x6", "4 12 50 180 798 3338 15418 68770 316870 1403624 6210568"),
        ("othello-6x4", "othello-6x4", "4 12 50 180 798 3338 15418 68770 316870 1403624 6210568"),
        ("othello-6x8", "othello-6x8", "4 12 56 244 1380 7892 51246 346758 2523782"),
        ("othello-9x10", "othello-9x10", "4 12 56 244 1396 8200 55158 391748 3035392"),
        ("othello-10x10", "othello-10x10", "4 12 56 244 1396 8200 55180 392268 3045812 25168320"),
        ("parallel-10x10", "reversi-parallel-10x10", "4 14 68 292 1690 9708 64976 453830 3504236"),
        ("othello-12x12", "othello-12x12", "4 12 56 244 1396 8200 55180 392268 3046196"),
        # boards with holes
        ("annexation-48", "annexation-48", "4 12 24 24 96 320 1536 6368 35136"),
        (
            "annexation-48-cross",
            _declare('inherits = "annexation-48"\n[setup]\nplies = 0\n[board]\nstart = "cross"'),
            "4 12 56 240 1328 7288 46388 300528 2149684 15764280",
        ),
        (
            "annexation-80-cross",
            _declare('inherits = "annexation-80"\n[setup]\nplies = 0\n[board]\nstart = "cross"'),
            "4 12 56 240 1328 7288 46412 301428 2167172",
        ),
        ("annexation-80", "annexation-80", "4 12 24 24 96 320 1536 6368 35136"),
        ("plus-45", _othello(_plus(3) + CROSS), "4 10 40 132 656 2958 16580 88530 542292"),
        ("octagon-52", "octagon-52", "4 12 56 244 1392 8000 53100 364964 2745628 21536684"),
        ("nip", "nip", "4 12 56 244 1392 8000 53100 365024"),
        (
            "octagon-52-original",
            _declare(OCTAGON_ORIGINAL.format("octagon-52", "")),
            "4 12 24 24 96 320 1536 6624 37760",
        ),
        ("nip-original", _declare(OCTAGON_ORIGINAL.format("nip", RING)), "4 12 24 24 96 320 1536 6624 37760"),
        ("grand-othello", "grand-othello", "4 12 56 244 1396 8200 55180 392268 3045812 25168320"),
        ("eight-stars", "eight-stars", "4 12 56 244 1396 8200 55136 391920 3035364 25059868"),
        (
            "eight-stars-parallel",
            _othello(EIGHT_STARS + 'start = "parallel"'),
            "4 14 68 292 1690 9700 64894 452548",
        ),
        ("eight-stars-original", _othello(EIGHT_STARS + CENTRE), "4 12 24 24 96 320 1536 6624 38208"),
        # Hasami-go: one disc, chosen discs, indirect bracketing
        ("one", "hasami-one", "4 12 64 352 2700 23072 219824 2353272 26779860"),
        ("some", "hasami-choose", "4 12 72 444 4184 46756 594704 8889960 143503076"),
        ("indirect", "hasami-indirect", "4 12 56 244 1396 7680 50436 330012 2396000"),
        ("one-octagon-52", "hasami-one-octagon", "4 12 64 352 2660 22016"),
        ("one-8x9", "hasami-one-8x9", "4 12 64 352 2700 23118"),
        # more seats
        ("rolit-4", "rolit-4", "3 20 136 1366 7427 44154 343639"),
        ("rolit-2", "rolit-2", "3 20 93 572 2914 20327 112000"),
        ("yonin", "yonin", "4 10 36 117 478 2047 10400 53577 304659"),
        ("yonin-plain", "yonin-plain", "2 4 14 51 220 987 4591 23650 139948"),
        ("yonin-6x6-plain", "yonin-6x6-plain", "2 4 14 51 216 935 4264 20883 109765 602412"),
        ("yonin-4x4", "yonin-4x4", "4 10 30 74 196 446 1019 2168 3757 5718 7190 8334"),
        ("yonin-4x4-team", "yonin-4x4-team", "4 10 30 74 196 446 1019 2168 3757 5718 7190 8334"),
        ("yonin-4x4-plain", "yonin-4x4-plain", "2 4 12 32 75 157 393 762 1349 1979 2667 3059"),
        ("yonin-unrestricted", UNRESTRICTED, "4 12 56 244 1396 8200 55092 390216"),
        # surrounding, with passes
        ("go-2x2", go(2), "5 21 69 161 337 673 1329"),
        ("go-3x3", go(3), "10 91 739 5291 33475 180451"),
        ("go-5x5", go(5), "26 651 15651 361067"),
        ("go-9x9", go(9), "82 6643 531523"),
        ("go-19x19", go(19), "362 130683"),
        # chains
        ("chains-3x3", chains(3, 3), "9 72 504 2736 10200 24120 44280 44280"),
        ("chains-4x4", chains(4, 4), "16 240 3360 42888 483840 4658400"),
        ("chains-5x5", chains(5, 5), "25 600 13800 302064 6229080"),
        ("chains-6x6", chains(6, 6), "36 1260 42840 1411200"),
        ("chains-8x8", chains(8, 8), "64 4032 249984"),
        ("trees-3x3", chains(3, 3, True), "9 72 504 2928 12720 34680 56280"),
        ("trees-4x4", chains(4, 4, True), "16 240 3360 43464 511200 5346720"),
        ("trees-5x5", chains(5, 5, True), "25 600 13800 303216 6335280"),
        ("trees-6x6", chains(6, 6, True), "36 1260 42840 1413120"),
        ("trees-8x8", chains(8, 8, True), "64 4032 249984"),
    )
}
