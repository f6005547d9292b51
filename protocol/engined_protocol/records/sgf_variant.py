"""The names of our variants in the root of an SGF game: GM, SZ, RU, KM and HA.

Go's rules are what other programs call them (``RU[Chinese]`` is ``area``), or else our suffixes (``RU[suicide]``).
What is neither Go nor plain Othello goes as ``GM[2]``, with its name as the rules in a file that says it is ours
(``AP[engined]RU[anti-othello]``).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Set
from dataclasses import replace

from ..go_rules import NAMED, GoRules, are_chinese, katago_rules, rules_named
from ..handicap import handicap_points
from ..variant_name import VariantName
from .record import RecordError
from .sgf_tree import Node

GO, OTHELLO = "1", "2"
OURS = "engined"
KOMI = 6.0
"""The komi of ``go`` if nothing is said; with a handicap it is 0."""
MOST_KOMI = 99.0
"""The highest komi for either side; it is a multiple of a half."""
HUNDREDTHS = 50
"""The least number that is read as hundredths of a point: nobody gives so much komi."""
MOST_STONES = 5.0
"""The number of stones of two points that nobody gives as komi."""

_WRITTEN = {
    "japanese": "Japanese",
    "chinese": "Chinese",
    "aga": "AGA",
    "new-zealand": "NZ",
    "tromp-taylor": "Tromp-Taylor",
}
"""Rules by the names that SGF has for them."""
_NUMBER = re.compile(r"([+-]?\d{1,4}(?:[.,]\d{1,3}0*)?)\s*(points?|pts?\.?|moku|目|目半|子|stones?)?", re.IGNORECASE)
_STONES = frozenset({"子", "stone", "stones"})
_COUNT = re.compile(r"\d{1,2}", re.ASCII)


def properties_of(variant: str) -> dict[str, str]:
    """What the root of a game says of its variant, but for the size of the board.

    >>> properties_of("go-13x13-area-komi-7.5")
    {'GM': '1', 'RU': 'Chinese', 'KM': '7.5'}
    """
    plain = variant.partition("@")[0]
    name = VariantName.of(plain)
    if name.family != "go":
        is_othello = plain in ("", str(VariantName("othello", name.size)))
        return {"GM": OTHELLO} if is_othello else {"GM": OTHELLO, "AP": OURS, "RU": plain}
    meant = GoRules(name.counting or "territory", name.superko or "simple", name.suicide)
    suffixes = str(VariantName("", "", name.counting, name.superko, name.suicide))
    rules = next((text for known, text in _WRITTEN.items() if NAMED[known] == meant), suffixes)
    handicap = int(name.handicap or 0)
    komi = name.komi or f"{0 if handicap else KOMI:g}"
    return {"GM": GO, "RU": rules, "KM": komi} | ({"HA": str(handicap)} if handicap else {})


def name_variant(root: Node, variant: str) -> None:
    """Have the root of a game say that another variant was played, on the same board."""
    for name in ("RU", "KM", "HA"):
        root.properties.pop(name, None)
    for name, text in properties_of(variant).items():
        root.put(name, text)


def variant_of(root: Node, width: int, height: int, stones: Set[int] | None, note: Callable[[str], None]) -> str:
    """The name of what is played. ``stones``: the squares that Black has at the start; None if it is not these alone.
    ``note`` is told what is assumed where the file says what nobody here knows.

    Whether there is such a handicap, whoever knows the variants says. Raises RecordError for one that is no number.
    """
    if root.line("GM").strip() == OTHELLO:
        ours = root.line("AP").startswith(OURS) and root.line("RU").strip()
        return ours or ("othello" if (width, height) == (8, 8) else f"othello-{width}x{height}")
    name = _rules(root.line("RU").strip(), note)
    if (width, height) != (9, 9):
        name = replace(name, size=f"{width}x{height}")
    handicap = handicap_of(root)
    komi, usual = _komi(root, 0.0 if handicap else KOMI, note), KOMI
    if handicap == 1 or (handicap and _are_fixed(stones, width, height, handicap)):
        name, usual = replace(name, handicap=str(handicap)), 0.0
    return str(name if komi == usual else name.with_komi(komi))


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


def _rules(text: str, note: Callable[[str], None]) -> VariantName:
    """Go by the rules of a name, of KataGo's words or of our suffixes; by its own where nobody knows them here."""
    rules = rules_named(text)
    if rules is None and (known := katago_rules(text)) is not None:
        rules, left = known
        if left:
            note(f"RU: {left} is not played here")
    if rules is not None:
        counting = "" if rules.scoring == "territory" else rules.scoring
        return VariantName("go", "", counting, "" if rules.ko == "simple" else rules.ko, rules.suicide)
    name = VariantName.of(f"go-{text}")
    if name == VariantName("go", "", name.counting, name.superko, name.suicide):
        return name
    if text:
        note(f"RU: {text[:40]!r} are no rules known here: taken as Japanese")
    return VariantName("go")


def _komi(root: Node, usual: float, note: Callable[[str], None]) -> float:
    """The komi in points. Some servers write hundredths (``KM[650]`` is 6.5, ``KM[50]`` 0.5), and Chinese ones count
    stones, of two points each, where the rules are Chinese or not named (``KM[375]`` and ``KM[3.75]`` are 7.5,
    ``KM[350]`` is 7).
    """
    text = root.line("KM").strip()
    if not text:
        return usual
    match = _NUMBER.fullmatch(text)
    if match is None:
        note(f"KM: {text[:20]!r} is no number of points: taken as {usual:g}")
        return usual
    komi = float(match[1].replace(",", ".")) + 0.0
    hundredths = komi >= HUNDREDTHS
    if hundredths:
        komi /= 100
    rules = root.line("RU").strip()
    may_be_stones = 0 < komi < MOST_STONES and (not rules or are_chinese(rules))
    if match[2] in _STONES or (may_be_stones and (komi % 1 in (0.25, 0.75) or (hundredths and komi == 3.5))):
        komi *= 2
    if komi % 0.5 or abs(komi) > MOST_KOMI:
        note(f"KM: a komi of {komi:g} is not played here, only halves up to {MOST_KOMI:g}: taken as {usual:g}")
        return usual
    return komi
