"""The sets of rules of Go that have names: as controllers set them and records have them."""

from __future__ import annotations

import re
from typing import NamedTuple


class GoRules(NamedTuple):
    """What sets of rules differ in, in the words of a :class:`~engined_protocol.messages.Description`."""

    scoring: str
    ko: str
    suicide: bool


NAMED = {
    "japanese": GoRules("territory", "simple", False),
    "korean": GoRules("territory", "simple", False),
    "chinese": GoRules("area", "simple", False),
    "chinese-ogs": GoRules("area", "positional", False),
    "chinese-kgs": GoRules("area", "positional", False),
    "aga": GoRules("area", "situational", False),
    "bga": GoRules("area", "situational", False),
    "french": GoRules("area", "situational", False),
    "new-zealand": GoRules("area", "situational", True),
    "tromp-taylor": GoRules("area", "positional", True),
}
"""The rules that KataGo has names for, without what White gets there for handicap stones."""

_BY_COUNTRY = {
    "chinese": "中国 中國 중국",
    "japanese": "日本 일본",
    "korean": "韩国 韓国 韓國 한국",
    "tromp-taylor": "应氏 應氏 応氏",
    "new-zealand": "新西兰 新西蘭 紐西蘭 ニュージーランド 뉴질랜드",
    "aga": "美国 美國 米国 미국",
    "french": "法国 法國 フランス 프랑스",
}
_RULES = ("规则", "規則", "规則", "ルール", "式", "棋规", "棋規", "룰", "규칙")
"""The words that follow the name of rules in Chinese, Japanese and Korean."""
_KATAGO = re.compile(
    r"ko(SIMPLE|POSITIONAL|SITUATIONAL|SPIGHT)score(AREA|TERRITORY)tax(NONE|SEKI|ALL)sui([01])(.*)", re.ASCII
)
"""Rules as KataGo writes them into its records: a word for each."""

_OTHER_NAMES = {"nz": "new-zealand", "tt": "tromp-taylor", "goe": "tromp-taylor", "ing": "tromp-taylor"}
"""The names of rules in SGF beyond these. Ing's rules are read without his own rule of ko, which nobody plays by."""


def rules_named(text: str) -> GoRules | None:
    """The rules of a name in any spelling, ``Chinese``, ``tromp_taylor``, ``AGA rules``; None for other words."""
    return NAMED.get(_name_of(text))


def are_chinese(text: str) -> bool:
    """Tell whether the rules of a name are those of China."""
    return _name_of(text).startswith("chinese")


def _name_of(text: str) -> str:
    """The name by which rules are known here; empty for other words."""
    wanted = _letters(re.sub(rf"\s*(rules?|ruleset|{'|'.join(_RULES)})$", "", text.strip().lower()))
    names = {_letters(name): name for name in NAMED} | _OTHER_NAMES
    names |= {word: meant for meant, words in _BY_COUNTRY.items() for word in words.split()}
    return names.get(wanted, "")


def katago_rules(text: str) -> tuple[GoRules, str] | None:
    """The rules of KataGo's records, ``koPOSITIONALscoreAREAtaxNONEsui0``, and what of them is not played here; None
    for other words.
    """
    match = _KATAGO.fullmatch(text.strip())
    if match is None:
        return None
    ko, score, tax, suicide, more = match.groups()
    left = [f"ko{ko}"] if ko == "SPIGHT" else []
    # Without a tax the points in a seki count, as here in both ways of counting.
    left += [f"tax{tax}"] if tax != "NONE" else []
    left += re.findall(r"button1|whb(?!0)[^a-z]+", more)
    known_ko = "situational" if ko == "SPIGHT" else ko.lower()
    return GoRules(score.lower(), known_ko, suicide == "1"), ", ".join(left)


def _letters(text: str) -> str:
    return re.sub(r"[\s_/-]", "", text)
