"""What the docstrings of the protocol show is so."""

from __future__ import annotations

import doctest
import importlib
import pkgutil

import pytest

import engined_protocol

MODULES = [module.name for module in pkgutil.walk_packages(engined_protocol.__path__, "engined_protocol.")]
NOT_TRIED = doctest.TestResults(0, 0)


@pytest.mark.parametrize("name", MODULES)
def test_examples_are_right(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0


def test_there_are_examples() -> None:
    shown = [name for name in MODULES if doctest.testmod(importlib.import_module(name)) != NOT_TRIED]
    assert {"engined_protocol.frames", "engined_protocol.variant_name", "engined_protocol.records.ggf"} <= {*shown}
