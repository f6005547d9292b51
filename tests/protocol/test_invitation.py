"""One text for a client: read back, or refused as a whole."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engined_protocol.invitation import PREFIX, Invitation, NoInvitation, read_invitation, write_invitation

INVITATION = Invitation("tcp://example.org:5570", "s" * 40, "c" * 40)
TEXT = write_invitation(INVITATION)


def test_an_invitation_is_one_word_that_says_all() -> None:
    assert read_invitation(TEXT) == INVITATION
    assert read_invitation(f"  {TEXT[:60]}\n{TEXT[60:]}\n") == INVITATION
    assert TEXT.isascii()
    assert len(TEXT.split()) == 1


@given(st.integers(0, len(TEXT) - 1), st.characters(min_codepoint=33, max_codepoint=126))
def test_a_changed_one_is_refused(place: int, character: str) -> None:
    changed = TEXT[:place] + character + TEXT[place + 1 :]
    if changed != TEXT and place < len(TEXT) - 1:  # the last character has bits to spare
        with pytest.raises(NoInvitation):
            read_invitation(changed)


@given(st.text(max_size=100))
def test_no_text_is_read_by_mistake(text: str) -> None:
    for wrong in (text, PREFIX + text):
        with pytest.raises(NoInvitation):
            read_invitation(wrong)
