"""What is known of chain games, in lines."""

from __future__ import annotations

from collections.abc import Iterable

from .chain_boards import RULES, SolvedSetting
from .chain_page import SYSTEMS, bounds_text, order, value_text
from .listing import aligned


def chain_listing(records: Iterable[SolvedSetting]) -> list[str]:
    """A table of values for each system, and how far those games are that are not solved."""
    known = sorted(records, key=lambda record: order(record.setting))
    lines = []
    for multi, title in SYSTEMS.items():
        of_system = [record for record in known if record.setting.multi == multi]
        if of_system:
            lines += [f"{title}:", *_values(of_system), ""]
    unsolved = [record for record in known if record.value is None]
    if unsolved:
        lines += ["Not solved:", *map(_approach, unsolved), ""]
    return lines


def _values(known: list[SolvedSetting]) -> list[str]:
    by_place = {(r.setting.width, r.setting.height, r.setting.name): r for r in known}
    rows = [["board", *RULES.values()]]
    for width, height in dict.fromkeys((record.setting.width, record.setting.height) for record in known):
        rows.append([f"{width}x{height}", *(value_text(by_place.get((width, height, name))) for name in RULES)])
    return [f"  {line}" for line in aligned(rows)]


def _approach(record: SolvedSetting) -> str:
    said = [f"value {bounds_text(record)}" if (record.least, record.most) != (None, None) else "no bound"]
    if record.solved_from is not None:
        said.append(f"a random game is solved from ply {record.solved_from} of {record.plies} on")
    return f"  {record.setting.variant}: {'; '.join(said)} ({record.limit:g} s)"
