"""Positions of Go as kernels have them in memory."""

from __future__ import annotations

import ctypes

from engined.kernels.compilation import build
from engined.kernels.layouts.go import GoLayout
from engined.rules.position import Position


def lay(kernels: build.Kernels, position: Position, board: int, tables: int) -> None:
    """Write a position to the memory of a board, with what the last ply leaves behind."""
    layout = kernels.layout
    assert isinstance(layout, GoLayout)
    contents = ctypes.create_string_buffer(layout.contents(position), layout.points)
    kernels.set_up(board, ctypes.addressof(contents), 1 + position.seat, tables)
    past = kernels.structure("GoBoard").from_address(board)
    past.ko = layout.ko_of(position)
    past.last = layout.last_of(position)
    past.passes = position.passes
