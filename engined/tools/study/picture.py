"""A finding as a picture: one SVG file that needs nothing else, this run beside the paper."""

from __future__ import annotations

import math
from xml.etree.ElementTree import Element, tostring

from engined.tools.lab.chart import HEIGHT, WIDTH, Chart, Point, Scale, histogram, scale_of
from engined.tools.lab.markup import tag

from .finding import Finding, Measured, ReportTable
from .listing import agreement, places

GAP = 28
HEAD = 62
FOOT = 18
PER_ROW = 2
STYLE = """
svg { font-family: "Helvetica Neue", Arial, "Liberation Sans", "DejaVu Sans", sans-serif; font-size: 11px;
  font-variant-numeric: tabular-nums; }
text { fill: #5b6470; } .title, .panel, .heading { fill: #1d2126; }
.heading { font-size: 17px; } .panel { font-size: 13px; }
.paper-sheet { fill: #fff; } .axis { stroke: #5b6470; } .grid { stroke: #d9dde2; stroke-width: .7; }
.bar { fill: #7f9fc4; } .line { fill: none; stroke-width: 1.6; } .error { stroke-width: 1.2; }
.line.s0, .error.s0 { stroke: #1f5fa8; } .dot.s0, .key.s0 { fill: #1f5fa8; }
.line.s1, .error.s1 { stroke: #c25a13; } .line.s1 { stroke-dasharray: 5 3; }
.dot.s1, .key.s1 { fill: #fff; stroke: #c25a13; stroke-width: 1.4; }
"""


def picture_of(finding: Finding) -> str:
    """The file's text. A finding without rows is a picture without panels."""
    panels = _histograms(finding) if finding.histograms else _columns(finding)
    deep = math.ceil(len(panels) / PER_ROW)
    width = PER_ROW * WIDTH + (PER_ROW + 1) * GAP
    height = HEAD + deep * (HEIGHT + GAP) + FOOT
    drawn: list[Element] = []
    for at, (title, chart) in enumerate(panels):
        left, top = GAP + at % PER_ROW * (WIDTH + GAP), HEAD + at // PER_ROW * (HEIGHT + GAP)
        panel = chart.element(title)
        for name, value in {"x": left, "y": top + 8, "width": WIDTH, "height": HEIGHT}.items():
            panel.set(name, str(value))
        drawn += [tag("text", title, x=left + 4, y=top, class_="panel"), panel]
    root = tag(
        "svg",
        tag("title", finding.title),
        tag("desc", " ".join(finding.notes)),
        tag("style", STYLE),
        tag("rect", width=width, height=height, class_="paper-sheet"),
        tag("text", finding.title, x=GAP, y=28, class_="heading"),
        *drawn,
        tag("text", agreement(finding), x=GAP, y=height - 12),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {width} {height}",
        width=width,
        height=height,
        role="img",
    )
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + tostring(root, encoding="unicode") + "\n"


def _columns(finding: Finding) -> list[tuple[str, Chart]]:
    """A panel for every column of the tables, those of the same column side by side."""
    tables = [table for table in finding.tables if table.rows]
    if not tables:
        return []
    return [
        (f"{table.title}: {column}" if len(tables) > 1 else column, _panel(tables, table, at))
        for at, column in enumerate(tables[0].columns)
        for table in tables
    ]


def _panel(tables: list[ReportTable], table: ReportTable, at: int) -> Chart:
    """One column over the rows. Where tables are compared, and where columns are alike, scales are the same."""
    alike = [row.figures[column] for other in tables for row in other.rows for column in _alike(table, at)]
    heights = [value for figure in alike for value in _extent(figure)]
    numbers = [float(row.number or 0) for row in table.rows]
    # Without room at the ends every row has its tick.
    across = Scale(numbers[0], numbers[-1]) if len(numbers) > 1 else Scale(numbers[0] - 1, numbers[0] + 1)
    chart = Chart(across, scale_of(heights or [0.0]), table.head, table.unit or table.columns[at])
    figures = [row.figures[at] for row in table.rows]
    ours = [
        Point(x, figure.ours, figure.error)
        for x, figure in zip(numbers, figures, strict=True)
        if not math.isnan(figure.ours)
    ]
    theirs = [Point(x, figure.paper) for x, figure in zip(numbers, figures, strict=True) if figure.paper is not None]
    chart.line(ours, 0, "this run", _said)
    return chart.line(theirs, 1, "paper", _said) if theirs else chart


def _alike(table: ReportTable, at: int) -> range:
    """The columns that count the same as this one."""
    return range(len(table.columns)) if table.unit else range(at, at + 1)


def _extent(figure: Measured) -> list[float]:
    ours = [] if math.isnan(figure.ours) else [figure.ours - figure.error, figure.ours + figure.error]
    return ours if figure.paper is None else [*ours, figure.paper]


def _histograms(finding: Finding) -> list[tuple[str, Chart]]:
    """How often there were so many moves, a panel for each row."""
    panels = []
    for row in finding.tables[0].rows:
        mean = row.figures[0]
        title = f"{row.name}: {mean.ours:.{places(mean.error)}f} on average"
        panels.append((f"{title} (paper {mean.paper:g})", histogram(_floats(finding, row.name), "legal moves")))
    return panels


def _floats(finding: Finding, name: str) -> dict[float, int]:
    return {float(number): times for number, times in finding.histograms[name].items()}


def _said(point: Point) -> str:
    return f"{point.x:g}: {point.y:.4g}"
