"""A finding in lines."""

from __future__ import annotations

import math

from .finding import Finding, Measured, ReportTable

GAP = "  "


def lines_of(finding: Finding) -> list[str]:
    """Title, tables, how well they agree with the paper, and notes."""
    lines = [f"{finding.title} ({finding.paper})"]
    for table in finding.tables:
        lines += ["", f"{table.title}: this run ± standard error (paper)", *_table(table)]
    lines += ["", agreement(finding), *finding.notes]
    lines.append(f"seed {finding.seed}, {finding.seconds:.1f} s, engined {finding.engined}")
    return lines


def agreement(finding: Finding) -> str:
    """One sentence on how far this run and the paper are apart."""
    count, apart, farthest = finding.apart()
    if not count:
        return "There is nothing in the paper to compare with."
    return (
        f"{count} figures are {apart:.1f} standard errors from the paper's (root mean square; "
        f"1 would be chance alone), farthest {farthest}."
    )


def _table(table: ReportTable) -> list[str]:
    lines = [[table.head, "games", *table.columns]]
    lines += [[row.name, str(row.games), *map(_figure, row.figures)] for row in table.rows]
    return aligned(lines)


def aligned(lines: list[list[str]]) -> list[str]:
    """Rows whose columns begin below each other."""
    widths = [max(len(line[column]) for line in lines) for column in range(len(lines[0]))]
    return [GAP.join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip() for line in lines]


def _figure(figure: Measured) -> str:
    if math.isnan(figure.ours):
        return "-"
    digits = places(figure.error)
    said = f"{figure.ours:.{digits}f} ±{figure.error:.{digits}f}"
    return said if figure.paper is None else f"{said} ({figure.paper:g})"


def places(error: float) -> int:
    """Decimals that show an error by one digit or two."""
    return 2 if error <= 0 else min(max(1 - math.floor(math.log10(error)), 0), 4)
