"""The names of our variants in the root of an SGF game: GM, SZ, RU, KM and HA.

Go's rules are what other programs call them (``RU[Chinese]`` is ``area``), or else our suffixes (``RU[suicide]``).
What is neither Go nor plain Othello goes as ``GM[2]``, with its name as the rules in a file that says it is ours
(``AP[engined]RU[anti-othello]``).
"""

from __future__ import annotations

import re
from collections.abc import Set

from .handicap import handicap_points
from .record import RecordError
from .sgf_tree import Node

GO, OTHELLO = "1", "2"
OURS = "engined"
KOMI = 6.0
"""What White has in ``go`` if nothing is said; with a handicap 0."""

_RULES = {
    "Japanese": "",
    "Korean": "",
    "Chinese": "area",
    "AGA": "area-situational-superko",
    "NZ": "area-situational-superko-suicide",
    "New Zealand": "area-situational-superko-suicide",
    "Tromp-Taylor": "area-positional-superko-suicide",
    "GOE": "area-positional-superko-suicide",
    "Ing": "area-positional-superko-suicide",
}
"""Suffixes of ``go`` by the names of rules; of several names the first is written."""
_SUFFIXES = r"(?:area(?:-and-prisoners)?|(?:situational|positional)-superko|suicide)"
_GO = re.compile(
    rf"go(?:-\d+x\d+)?(?P<rules>(?:-{_SUFFIXES})*)(?:-handicap-(?P<handicap>\d))?(?:-komi-(?P<komi>-?[\d.]+))?",
    re.ASCII,
)
_OTHELLO = re.compile(r"othello(?:-\d+x\d+)?", re.ASCII)
_NUMBER = re.compile(r"[+-]?\d{1,4}(?:[.,]\d{1,3}0*)?", re.ASCII)
_COUNT = re.compile(r"\d{1,2}", re.ASCII)


def is_go(variant: str) -> bool:
    """Whether the name is that of a game of Go."""
    return _GO.fullmatch(_plain(variant)) is not None


def properties_of(variant: str) -> dict[str, str]:
    """What the root of a game says of its variant, but for the size of the board.

    >>> properties_of("go-13x13-area-komi-7.5")
    {'GM': '1', 'RU': 'Chinese', 'KM': '7.5'}
    """
    name = _plain(variant)
    if (match := _GO.fullmatch(name)) is None:
        plain = _OTHELLO.fullmatch(name) or not name
        return {"GM": OTHELLO} if plain else {"GM": OTHELLO, "AP": OURS, "RU": name}
    suffixes = match["rules"].removeprefix("-")
    rules = next((rules for rules, meant in _RULES.items() if meant == suffixes), suffixes)
    handicap = int(match["handicap"] or 0)
    komi = match["komi"] or f"{0 if handicap else KOMI:g}"
    return {"GM": GO, "RU": rules, "KM": komi} | ({"HA": str(handicap)} if handicap else {})


def variant_of(root: Node, width: int, height: int, stones: Set[int] | None) -> str:
    """The name of what is played. ``stones``: the squares that Black has at the start; None if it is not these alone.

    Whether there is such a komi or handicap, whoever knows the variants says. Raises RecordError for what is no number.
    """
    if root.line("GM").strip() == OTHELLO:
        ours = root.line("AP").startswith(OURS) and root.line("RU").strip()
        return ours or ("othello" if (width, height) == (8, 8) else f"othello-{width}x{height}")
    parts = ["go" if (width, height) == (9, 9) else f"go-{width}x{height}", _suffixes(root.line("RU").strip())]
    handicap = handicap_of(root)
    usual = 0 if handicap else KOMI
    if handicap == 1 or (handicap and _are_fixed(stones, width, height, handicap)):
        parts.append(f"handicap-{handicap}")
        default = 0.0
    else:
        default = KOMI
    if (komi := _komi(root, usual)) != default:
        parts.append(f"komi-{komi:g}")
    return "-".join(filter(None, parts))


def handicap_of(root: Node) -> int:
    """The stones that Black has before the game. Raises RecordError."""
    text = root.line("HA").strip() or "0"
    if _COUNT.fullmatch(text) is None:
        raise RecordError(f"HA is a number of stones, not {text[:20]!r}", root.place)
    return int(text)


def _are_fixed(stones: Set[int] | None, width: int, height: int, handicap: int) -> bool:
    """Whether the handicap stones stand where they are put by custom; where none stand, they are meant to."""
    if stones is None:
        return False
    try:
        return not stones or stones == set(handicap_points(width, height, handicap))
    except ValueError:
        return not stones


def _suffixes(rules: str) -> str:
    """The suffixes that rules mean; none for rules that nobody knows here."""
    wanted = re.sub(r"rules?$|[^a-z]", "", rules.lower())
    for name, suffixes in _RULES.items():
        if re.sub(r"[^a-z]", "", name.lower()) == wanted:
            return suffixes
    return rules if re.fullmatch(rf"{_SUFFIXES}(?:-{_SUFFIXES})*", rules) else ""


def _komi(root: Node, usual: float) -> float:
    text = root.line("KM").strip()
    if not text:
        return usual
    if _NUMBER.fullmatch(text) is None:
        raise RecordError(f"KM is a number of points, not {text[:20]!r}", root.place)
    return float(text.replace(",", ".")) + 0.0


def _plain(variant: str) -> str:
    """A name without the digest that may follow it."""
    return variant.partition("@")[0]
