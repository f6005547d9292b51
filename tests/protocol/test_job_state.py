"""What programs read in the state of a job."""

from __future__ import annotations

import pytest

from engined_protocol.job_state import preparation


@pytest.mark.parametrize(
    ("state", "expected"),
    [
        ("compiling othello", ("compiling", "othello")),
        ("compiling othello-6x6: depth 3 by the rules alone", ("compiling", "othello-6x6")),
        ("waiting for nip", ("waiting for", "nip")),
        ("preparing go-9x9", ("preparing", "go-9x9")),
        ("queued", None),
        ("", None),
    ],
)
def test_what_is_done_for_which_variant(state: str, expected: tuple[str, str] | None) -> None:
    assert preparation(state) == expected
