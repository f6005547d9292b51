"""The first line decides."""

import pytest

from engined_protocol.choose import choose_dialogue
from engined_protocol.gtp.dialogue import GtpDialogue
from engined_protocol.nboard import NBoardDialogue
from tests.protocol.stage import Stage


@pytest.mark.parametrize("line", ["nboard 2", "nboard 1", "  NBoard 2"])
def test_nboard_begins_with_its_name(line: str) -> None:
    assert isinstance(choose_dialogue(line), NBoardDialogue)


@pytest.mark.parametrize("line", ["", "name", "1 protocol_version", "nboardish", "\ufffd"])
def test_everything_else_is_gtp(line: str) -> None:
    assert isinstance(choose_dialogue(line), GtpDialogue)


@pytest.mark.parametrize(("coordinates", "legal", "illegal"), [("othello", "d3", "d6"), ("go", "d6", "d3")])
def test_coordinates_are_as_asked_for(coordinates: str, legal: str, illegal: str) -> None:
    stage = Stage(choose_dialogue("", coordinates=coordinates))
    assert stage.line(f"play b {illegal}").startswith("? illegal move")
    assert stage.line(f"play b {legal}").startswith("= ")


def test_unknown_options_are_refused() -> None:
    with pytest.raises(ValueError, match="chess"):
        choose_dialogue("", coordinates="chess")
    with pytest.raises(ValueError, match="never"):
        choose_dialogue("", byoyomi="never")
