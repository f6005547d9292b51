"""Figures: bars, lines with their errors, and steps, on axes. SVG that takes its colours from the page.

Every mark carries the numbers that it stands for (``data-x``, ``data-y``) and says them when it is pointed at.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from xml.etree.ElementTree import Element

from .markup import tag

WIDTH, HEIGHT = 400, 240
LEFT, RIGHT, TOP, BOTTOM = 52, 12, 14, 40
MOST_BARS = 48
TICKS = 6
"""About so many on an axis."""
SUPERSCRIPTS = str.maketrans("0123456789-", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻")


@dataclass(frozen=True)
class Scale:
    """An axis: from values to places between 0 and 1."""

    low: float
    high: float
    log: bool = False
    marks: tuple[float, ...] = ()
    """Values to have as ticks; empty for round ones."""

    def place(self, value: float) -> float:
        """Where a value is."""
        low, high, at = (math.log10(number) if self.log else number for number in (self.low, self.high, value))
        return (at - low) / (high - low)

    def ticks(self) -> list[float]:
        """Values to be written at the axis."""
        if self.marks:
            every = math.ceil(len(self.marks) / TICKS)
            return list(self.marks[::every])
        if self.log:
            exponents = range(math.ceil(math.log10(self.low) - 1e-9), math.floor(math.log10(self.high) + 1e-9) + 1)
            every = max(1, math.ceil(len(exponents) / TICKS))
            return [10.0**exponent for exponent in exponents if exponent % every == 0]
        step = _step((self.high - self.low) / TICKS)
        first, last = math.ceil(self.low / step - 1e-9), math.floor(self.high / step + 1e-9)
        return [number * step for number in range(first, last + 1)]

    def label(self, value: float) -> str:
        """A tick in writing."""
        if self.log and not self.marks and value > 1e3:
            return "10" + str(round(math.log10(value))).translate(SUPERSCRIPTS)
        return (f"{value:g}" if abs(value) < 1e3 else f"{value:,.0f}").replace("-", "−")


def scale_of(values: Sequence[float], *, zero: bool = False, log: bool = False, room: float = 0.05) -> Scale:
    """A scale that all these values are on; ``zero`` is on it, too, and ``room`` is left at its ends."""
    low, high = min(values), max(values)
    if log:
        return Scale(10.0 ** math.floor(math.log10(low)), high * 2, log=True)
    low, high = (min(low, 0.0), max(high, 0.0)) if zero else (low, high)
    margin = room * (high - low) or 0.5
    return Scale(low if zero and low == 0 else low - margin, high if zero and high == 0 else high + margin)


@dataclass(frozen=True)
class Point:
    """A value, and its standard error where it has one."""

    x: float
    y: float
    error: float = 0.0


class Chart:
    """A figure on two axes. Marks are drawn in the order in which they come."""

    def __init__(self, x: Scale, y: Scale, x_title: str, y_title: str) -> None:
        self._x, self._y, self._titles = x, y, (x_title, y_title)
        self._marks: list[Element] = []
        self._names: list[str] = []

    def bars(self, heights: Sequence[Point], width: float, say: Callable[[Point], str]) -> Chart:
        """A bar for each point, from the bottom; ``width`` is in units of the x axis."""
        bottom = self._up(self._y.low)
        for point in heights:
            left, right = self._across(point.x - 0.46 * width), self._across(point.x + 0.46 * width)
            top = self._up(point.y)
            bar = tag("rect", _title(say(point)), x=left, y=top, width=right - left, height=max(bottom - top, 0.0))
            self._marks.append(_marked(bar, point, "bar"))
        return self

    def line(
        self, points: Sequence[Point], series: int, name: str, say: Callable[[Point], str], shift: float = 0.0
    ) -> Chart:
        """Points with their errors, joined; a series has a colour, and its name stands above the figure.

        ``shift``: so far to the right, in pixels, that errors do not cover each other.
        """
        self._names.append(name)
        style = f"s{series}"
        places = " ".join(f"{self._across(point.x) + shift:.1f},{self._up(point.y):.1f}" for point in points)
        self._marks.append(tag("polyline", points=places, class_=f"line {style}"))
        for point in points:
            across = self._across(point.x) + shift
            if point.error:
                high, low = (self._clipped(point.y + sign * point.error) for sign in (1, -1))
                self._marks.append(tag("line", x1=across, x2=across, y1=high, y2=low, class_=f"error {style}"))
            dot = tag("circle", _title(f"{name}: {say(point)}"), cx=across, cy=self._up(point.y), r=3)
            self._marks.append(_marked(dot, point, f"dot {style}"))
        return self

    def band(self, points: Sequence[Point]) -> Chart:
        """The area within the errors of some points."""
        above = [f"{self._across(point.x):.1f},{self._clipped(point.y + point.error):.1f}" for point in points]
        below = [f"{self._across(point.x):.1f},{self._clipped(point.y - point.error):.1f}" for point in points]
        self._marks.append(tag("polygon", points=" ".join(above + below[::-1]), class_="band"))
        return self

    def rule(self, y: float) -> Chart:
        """A dashed line across, at what could be expected."""
        height = self._up(y)
        self._marks.append(tag("line", x1=LEFT, x2=WIDTH - RIGHT, y1=height, y2=height, class_="rule"))
        return self

    def element(self, label: str, paints: Sequence[str] = ()) -> Element:
        """The figure; ``label`` says what it shows to those who do not see it, ``paints`` are colours of the series
        where those of the page will not do.
        """
        style = "; ".join(f"--s{series}: {paint}" for series, paint in enumerate(paints)) or None
        content = [*self._x_axis(), *self._y_axis(), *self._marks, *self._legend()]
        box = f"0 0 {WIDTH} {HEIGHT}"
        return tag("svg", *content, viewBox=box, role="img", aria_label=label, style=style)

    # --- places -----------------------------------------------------------------------------------

    def _across(self, x: float) -> float:
        return LEFT + self._x.place(x) * (WIDTH - LEFT - RIGHT)

    def _up(self, y: float) -> float:
        return HEIGHT - BOTTOM - self._y.place(y) * (HEIGHT - TOP - BOTTOM)

    def _clipped(self, y: float) -> float:
        return self._up(min(max(y, self._y.low), self._y.high))

    # --- axes -------------------------------------------------------------------------------------

    def _x_axis(self) -> list[Element]:
        bottom = HEIGHT - BOTTOM
        found = [tag("line", x1=LEFT, x2=WIDTH - RIGHT, y1=bottom, y2=bottom, class_="axis")]
        for tick in self._x.ticks():
            across = self._across(tick)
            found.append(tag("line", x1=across, x2=across, y1=bottom, y2=bottom + 4, class_="axis"))
            found.append(tag("text", self._x.label(tick), x=across, y=bottom + 16, text_anchor="middle"))
        middle = (LEFT + WIDTH - RIGHT) / 2
        return [*found, tag("text", self._titles[0], x=middle, y=HEIGHT - 6, text_anchor="middle", class_="title")]

    def _y_axis(self) -> list[Element]:
        found = []
        for tick in self._y.ticks():
            height = self._up(tick)
            found.append(tag("line", x1=LEFT, x2=WIDTH - RIGHT, y1=height, y2=height, class_="grid"))
            found.append(tag("text", self._y.label(tick), x=LEFT - 6, y=height + 3.5, text_anchor="end"))
        middle = (TOP + HEIGHT - BOTTOM) / 2
        turned = f"rotate(-90 12 {middle:g})"
        return [
            *found,
            tag("text", self._titles[1], x=12, y=middle, text_anchor="middle", transform=turned, class_="title"),
        ]

    def _legend(self) -> list[Element]:
        if len(self._names) < 2:
            return []
        found, across = [], LEFT + 4.0
        for series, name in enumerate(self._names):
            found.append(tag("circle", cx=across, cy=TOP - 6, r=3, class_=f"key s{series}"))
            found.append(tag("text", name, x=across + 7, y=TOP - 2.5))
            across += 20 + 6.2 * len(name)
        return found


def histogram(counts: Mapping[float, int], x_title: str) -> Chart:
    """How often values were seen, in per cent; those that lie close share a bar where there are many."""
    values = sorted(counts)
    total = sum(counts.values())
    # All values are multiples of this apart; komi may have a fraction.
    gap = math.gcd(*(round(100 * (b - a)) for a, b in pairwise(values))) / 100 or 1.0
    width = gap * max(1, math.ceil(((values[-1] - values[0]) / gap + 1) / MOST_BARS))
    bars: dict[float, int] = {}
    for value in values:
        # A bar stands at the middle of the values that it holds.
        first = values[0] + math.floor((value - values[0]) / width + 1e-9) * width
        middle = first + (width - gap) / 2
        bars[middle] = bars.get(middle, 0) + counts[value]
    points = [Point(middle, 100 * count / total) for middle, count in bars.items()]
    across = Scale(min(bars) - width, max(bars) + width)
    chart = Chart(across, scale_of([point.y for point in points], zero=True), x_title, "per cent")
    return chart.bars(points, width, lambda point: f"{point.x:g}: {point.y:.2f} %")


def _title(text: str) -> Element:
    return tag("title", text)


def _marked(mark: Element, point: Point, style: str) -> Element:
    mark.set("class", style)
    mark.set("data-x", repr(point.x))
    mark.set("data-y", repr(point.y))
    return mark


def _step(least: float) -> float:
    """The smallest of 1, 2, 5, 10, 20 ... (and 0.1, 0.2 ...) that is not below this."""
    power = 10.0 ** math.floor(math.log10(least))
    return next(step * power for step in (1, 2, 5, 10) if step * power >= least * (1 - 1e-9))
