"""Replies as people look at them: ``repr`` in a terminal, ``_repr_html_`` in a notebook, ``to_dicts`` as a table.

They are the protocol's messages otherwise. What ``to_dicts`` gives, ``pandas.DataFrame`` takes as it is.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from operator import or_
from typing import Any, get_args

from msgspec.msgpack import Decoder
from msgspec.structs import asdict

from engined_protocol import messages as m

from .drawing import analysis_lines, board_lines, move_table, summary_line, turn_line
from .notebook import analysis_html, position_html
from .variant_lines import description_lines, table_of_variants


class Position(m.Position, frozen=True, kw_only=True, tag="position"):
    """See :class:`engined_protocol.messages.Position`."""

    def __repr__(self) -> str:
        return "\n".join([*board_lines(self), "", turn_line(self)])

    def _repr_html_(self) -> str:
        return position_html(self)


class Info(m.Info, frozen=True, kw_only=True, tag="info"):
    """See :class:`engined_protocol.messages.Info`."""

    def to_dicts(self) -> list[dict[str, Any]]:
        """A row for each move, best first."""
        return _rows(self.moves)

    def __repr__(self) -> str:
        return "\n".join([*move_table(self.moves), "", summary_line(self)])

    def _repr_html_(self) -> str:
        return analysis_html(self, None)


class Analysis(m.Analysis, frozen=True, kw_only=True, tag="analysis"):
    """See :class:`engined_protocol.messages.Analysis`; drawn with its board where that was asked for (``show``)."""

    def to_dicts(self) -> list[dict[str, Any]]:
        """A row for each move, best first."""
        return _rows(self.moves)

    def __repr__(self) -> str:
        if self.position is not None:
            return "\n".join(analysis_lines(self.position, self))
        return "\n".join([*move_table(self.moves), "", summary_line(self)])

    def _repr_html_(self) -> str:
        return analysis_html(self, self.position)


class Analysed(m.Analysed, frozen=True, kw_only=True, tag="analysed"):
    """See :class:`engined_protocol.messages.Analysed`."""

    analysis: Analysis | None = None


class PerftDone(m.PerftDone, frozen=True, kw_only=True, tag="perft-done"):
    """See :class:`engined_protocol.messages.PerftDone`."""

    def to_dicts(self) -> list[dict[str, Any]]:
        """A row for each depth."""
        return [{"depth": depth, "leaves": leaves} for depth, leaves in enumerate(self.leaves, start=1)]

    def __repr__(self) -> str:
        counted = "\n".join(f"{row['depth']:>5}  {row['leaves']}" for row in self.to_dicts())
        return f"depth  leaves\n{counted}\n\n{self.seconds:.2f} s; {self.reason}"


class Variants(m.Variants, frozen=True, kw_only=True, tag="variant-list"):
    """See :class:`engined_protocol.messages.Variants`."""

    def to_dicts(self) -> list[dict[str, Any]]:
        """A row for each variant that has a name of its own."""
        return [asdict(variant) for variant in self.variants]

    def __repr__(self) -> str:
        return "\n".join([*table_of_variants(self.variants), *self.patterns])


class Description(m.Description, frozen=True, kw_only=True, tag="description"):
    """See :class:`engined_protocol.messages.Description`."""

    def __repr__(self) -> str:
        return "\n".join(description_lines(self))


def _rows(moves: Iterable[m.ScoredMove]) -> list[dict[str, Any]]:
    names = ("move", "score", "kind", "depth", "confidence", "nodes", "games")
    return [{name: getattr(move, name) for name in names} | {"pv": " ".join(move.pv)} for move in moves]


_OWN = {kind.__base__: kind for kind in (Position, Info, Analysis, Analysed, PerftDone, Variants, Description)}
DECODER: Decoder[m.AnyReply] = Decoder(reduce(or_, (_OWN.get(kind, kind) for kind in get_args(m.AnyReply))))
"""Reads any reply, those of above as they are here."""
