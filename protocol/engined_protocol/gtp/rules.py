"""The rules of Go as GTP controllers set them: komi, and KataGo's and KGS's names for sets of rules.

Each set is a variant of its own (see :mod:`engined_protocol.variant_name`), so the game goes on as another variant.
"""

from __future__ import annotations

import json
import re
from dataclasses import replace
from typing import NamedTuple

from ..errors import Code, ProtocolError
from ..go_rules import NAMED, GoRules, rules_named
from ..messages import Description
from ..text.conversation import Steps, quoted
from ..variant_name import VariantName
from .game import GtpGame
from .play import Command, words
from .settings import Settings

_FIXED = {"hasButton": False, "whiteHandicapBonus": "0"}
"""The fields of KataGo's rules that are fixed here, with their values."""


class _Rules(NamedTuple):
    """All that KataGo's fields say."""

    played: GoRules
    friendly: bool
    """Whether a pass may leave dead stones."""
    seki_counts: bool | None
    """It says whether points that groups in seki surround count; None is as usual by the scoring."""


class RuleCommands:
    """The commands that change the rules."""

    def __init__(self, game: GtpGame, settings: Settings) -> None:
        self._game = game
        self._settings = settings

    def commands(self) -> dict[str, Command]:
        """The commands by name."""
        return {
            "komi": self._komi,
            "get_komi": self._get_komi,
            "kata-get-rules": self._get_rules,
            "kata-set-rules": self._set_rules,
            "kata-set-rule": self._set_rule,
            "kgs-rules": self._set_rules,
        }

    def _komi(self, arguments: list[str]) -> Steps[str]:
        """Elsewhere than in Go taken and ignored: what is added to a score belongs to the variant's declaration, and
        GoGui sends a komi to every program."""
        (text,) = words(arguments, 1)
        if not re.fullmatch(r"[+-]?\d{1,6}(?:\.\d{0,6})?", text, re.ASCII):
            raise ProtocolError(Code.MALFORMED, f"a number is expected, not {quoted(text)}")
        if (yield from self._game.surrounds()):
            usual = replace(self._game.name, komi="")
            name = (
                usual
                if (yield from self._game.describe(str(usual))).komi == float(text)
                else usual.with_komi(float(text))
            )
            if name != self._game.name:
                yield from self._change(name, "komi")
        return ""

    def _get_komi(self, arguments: list[str]) -> Steps[str]:
        return f"{(yield from self._game.description()).komi:g}"

    def _get_rules(self, arguments: list[str]) -> Steps[str]:
        known = yield from self._of_go()
        tax = "NONE" if self._settings.counts_in_seki(known.scoring) else "SEKI"
        fields = {"ko": known.ko.upper(), "scoring": known.scoring.upper(), "suicide": known.suicide, "tax": tax}
        fields |= _FIXED
        fields["friendlyPassOk"] = self._settings.friendly
        return json.dumps(fields)

    def _set_rules(self, arguments: list[str]) -> Steps[str]:
        """A name, or KataGo's fields as JSON: those that are left out stay as they are."""
        now = yield from self._now()
        text = " ".join(arguments)
        if text.startswith("{"):
            rules = _of_fields(_json(text), now)
        else:
            named = rules_named(text)
            if named is None:
                raise ProtocolError(Code.INVALID, f"one of {', '.join(NAMED)} is expected, not {quoted(text)}")
            rules = _Rules(named, friendly=named != NAMED["tromp-taylor"], seki_counts=None)
        yield from self._go_by(rules, now)
        return ""

    def _set_rule(self, arguments: list[str]) -> Steps[str]:
        """One of KataGo's fields and its value, as in JSON but that words need no quotes."""
        now = yield from self._now()
        name, text = words(arguments, 2)
        value: object = text
        if text.lower() in ("true", "false"):
            value = text.lower() == "true"
        yield from self._go_by(_of_fields({name: value}, now), now)
        return ""

    def _now(self) -> Steps[_Rules]:
        known = yield from self._of_go()
        played = GoRules(known.scoring, known.ko, known.suicide)
        return _Rules(played, self._settings.friendly, self._settings.seki_counts)

    def _go_by(self, wanted: _Rules, now: _Rules) -> Steps[None]:
        """Play the game on by these rules. Raises ProtocolError, changing nothing."""
        rules = wanted.played
        if rules != now.played:
            # What the family has without a suffix has none.
            usual = yield from self._game.describe(self._game.name.family)
            name = replace(
                self._game.name,
                counting="" if rules.scoring == usual.scoring else rules.scoring,
                superko="" if rules.ko == usual.ko else rules.ko,
                suicide=rules.suicide and not usual.suicide,
            )
            yield from self._change(name, "rules")
        self._settings.friendly = wanted.friendly
        self._settings.seki_counts = wanted.seki_counts

    def _of_go(self) -> Steps[Description]:
        if not (yield from self._game.surrounds()):
            raise ProtocolError(Code.UNSUPPORTED, "this game has one set of rules")
        return (yield from self._game.description())

    def _change(self, name: VariantName, what: str) -> Steps[None]:
        try:
            yield from self._game.vary(name)
        except ProtocolError as error:
            if error.code != Code.UNKNOWN_VARIANT:
                raise
            reason = error.message.partition(f"there is no {name}: ")[2]
            raise ProtocolError(Code.INVALID, reason or f"this game does not go by other {what}") from error


def _json(text: str) -> dict[str, object]:
    """An object. Raises ProtocolError."""
    try:
        fields: dict[str, object] = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ProtocolError(Code.MALFORMED, "this is no JSON object") from error
    return fields


def _of_fields(fields: dict[str, object], now: _Rules) -> _Rules:
    """The rules that KataGo's fields change these to. Raises ProtocolError naming the field at fault."""
    rules, friendly, seki_counts = now
    for name, value in fields.items():
        word = str(value).lower()
        match name:
            case "scoring" | "scoringRule" if word in ("area", "territory"):
                rules = rules._replace(scoring=word)
            case "ko" | "koRule" if word in ("simple", "situational", "positional"):
                rules = rules._replace(ko=word)
            case "suicide" | "multiStoneSuicideLegal" if isinstance(value, bool):
                rules = rules._replace(suicide=value)
            case "friendlyPassOk" if isinstance(value, bool):
                friendly = value
            case "tax" | "taxRule" if word in ("none", "seki"):
                seki_counts = word == "none"
            case _ if name in _FIXED and value == _FIXED[name]:
                pass
            case _:
                raise ProtocolError(Code.INVALID, f"{quoted(name)} cannot be {quoted(json.dumps(value))} here")
    return _Rules(rules, friendly, seki_counts)
