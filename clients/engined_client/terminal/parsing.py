"""The parser of command lines: what it says of a mistake names what was probably meant, or what there is."""

from __future__ import annotations

import re
from argparse import Action, ArgumentError, ArgumentParser, ArgumentTypeError, _SubParsersAction
from collections.abc import Callable
from difflib import get_close_matches
from typing import Any, NoReturn, TypeVar

from ..drawing.japanese import translated
from .language import user_language

_UNKNOWN = "unrecognized arguments: "
_MISSING = "the following arguments are required: "
T = TypeVar("T")
_MINUTES = re.compile(r"(?:(?P<hours>\d+):)?(?P<minutes>\d+):(?P<seconds>\d{1,2}(?:\.\d+)?)", re.ASCII)
_NUMBER = re.compile(r"[-+]?[\d.]+", re.ASCII)
_TIMES = "times are written 30, 5m or 5:00"
_UNITS = re.compile(r"(?:(\d+(?:\.\d+)?)h)?(?:(\d+(?:\.\d+)?)m(?:in)?)?(?:(\d+(?:\.\d+)?)s)?", re.ASCII)


class Parser(ArgumentParser):
    """An :class:`ArgumentParser` that speaks the user's language where something is wrong."""

    def error(self, message: str) -> NoReturn:
        """Say what is wrong, and end."""
        message += "".join(f"; {hint}" for hint in self._hints(message))
        if user_language() == "en":
            super().error(message)
        usage = self.format_usage().replace("usage: ", "使い方：", 1)
        self.exit(2, f"{usage}{self.prog}：エラー：{translated(message)}\n")

    def _hints(self, message: str) -> list[str]:
        if message.startswith(_UNKNOWN):
            given = [word for word in message.removeprefix(_UNKNOWN).split() if word.startswith("-")]
            known = list(self._option_string_actions)
            for verbs in self._verbs():
                known += [option for parser in verbs.values() for option in parser._option_string_actions]
            return [meant for word in given if (meant := _meant(word.partition("=")[0], known))]
        if message.startswith(_MISSING):
            missing = message.removeprefix(_MISSING).split(", ")
            return [f"VERB is one of {', '.join(verbs)}" for verbs in self._verbs() if "VERB" in missing]
        return []

    def _check_value(self, action: Action, value: Any) -> None:
        try:
            super()._check_value(action, value)
        except ArgumentError as error:
            meant = _meant(str(value), [str(word) for word in action.choices or ()])
            raise ArgumentError(action, f"{error.message}{'; ' * bool(meant)}{meant}") from None

    def _verbs(self) -> list[dict[str, ArgumentParser]]:
        return [action.choices for action in self._actions if isinstance(action, _SubParsersAction)]


def _meant(word: str, known: Any) -> str:
    names = {str(name).lstrip("-"): name for name in known}  # dashes alone make no two words alike
    near = get_close_matches(word.lstrip("-"), names, 1)
    return f"did you mean {names[near[0]]}?" if near else ""


def _seconds(read: Callable[[str], T], text: str) -> T:
    """A time that is written as a number alone."""
    try:
        return read(text)
    except ArgumentTypeError as error:
        if _NUMBER.fullmatch(text):
            raise
        raise ArgumentTypeError(f"{error}; {_TIMES}") from None


def duration(read: Callable[[str], T]) -> Callable[[str], T]:
    """Read seconds, as the ``type`` of an option: also ``30s``, ``5m``, ``1h30m`` and ``5:00``."""

    def reading(text: str) -> T:
        clock, units = _MINUTES.fullmatch(text), _UNITS.fullmatch(text)
        if clock is not None:
            parts = clock.groups()
        elif text and units is not None:
            parts = units.groups()
        else:
            return _seconds(read, text)
        hours, minutes, rest = (float(part or 0) for part in parts)
        try:
            return read(f"{3600 * hours + 60 * minutes + rest:g}")
        except ArgumentTypeError as error:
            raise ArgumentTypeError(f"{text}: {error}") from None

    return reading
