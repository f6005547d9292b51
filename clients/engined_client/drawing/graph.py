"""The score over the plies of a game, as a drawing in SVG."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from typing import NamedTuple

WIDTH, HEIGHT = 640, 180
LEFT, RIGHT, BOTTOM = 34, 10, 20
"""Room for the scores, for the last mark, for the plies."""


class Curve(NamedTuple):
    """Scores by their plies, in a colour."""

    points: Sequence[tuple[int, float]]
    colour: str


class Mark(NamedTuple):
    """A point that stands out, and what it says under a pointer."""

    ply: int
    score: float
    colour: str
    text: str


@dataclass(frozen=True, slots=True)
class Graph:
    """What is drawn of a game of so many plies."""

    title: str
    plies: int
    curves: Sequence[Curve]
    marks: Sequence[Mark] = ()
    signed: bool = True
    """Whether scores are around 0, or begin there."""

    def svg(self) -> str:
        """The drawing, in whatever colour the page writes."""
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" '
            f'font-family="sans-serif" font-size="11" fill="currentColor"><title>{escape(self.title)}</title>'
            f"{''.join(self._parts())}</svg>"
        )

    def _parts(self) -> Iterator[str]:
        top = self._top
        for score in (top, 0.0, -top) if self.signed else (top, 0.0):
            text = f"{score:{'+' if self.signed and score else ''}.0f}"
            yield f'<path d="M{LEFT} {self._y(score)}H{WIDTH - RIGHT}" stroke="currentColor" opacity="0.3"/>'
            yield f'<text x="{LEFT - 5}" y="{self._y(score) + 4}" text-anchor="end">{text}</text>'
        for ply in range(0, self.plies + 1, 10):
            yield f'<text x="{self._x(ply)}" y="{HEIGHT - 4}" text-anchor="middle">{ply}</text>'
        for points, colour in self.curves:
            path = " ".join(f"{self._x(ply)},{self._y(score)}" for ply, score in points)
            yield f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>'
        for ply, score, colour, text in self.marks:
            place = f'cx="{self._x(ply)}" cy="{self._y(score)}"'
            yield f'<circle {place} r="4.5" fill="{colour}"><title>{escape(text)}</title></circle>'

    @property
    def _top(self) -> float:
        return max([8.0 if self.signed else 4.0, *(abs(score) for curve in self.curves for _, score in curve.points)])

    def _x(self, ply: int) -> float:
        return round(LEFT + ply / max(1, self.plies) * (WIDTH - LEFT - RIGHT), 1)

    def _y(self, score: float) -> float:
        least = -self._top if self.signed else 0.0
        return round(HEIGHT - BOTTOM - (score - least) / (self._top - least) * (HEIGHT - BOTTOM - 10), 1)
