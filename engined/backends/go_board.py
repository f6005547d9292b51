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
    words = ctypes.c_int64 * (max(kernels.KO, kernels.LAST, kernels.PASSES) // 8 + 1)
    past = words.from_address(board)
    past[kernels.KO // 8] = layout.ko_of(position)
    past[kernels.LAST // 8] = layout.last_of(position)
    past[kernels.PASSES // 8] = position.passes
