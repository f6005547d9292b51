"""What command lines say of mistakes, and how times are written."""

from __future__ import annotations

from argparse import ArgumentTypeError

import pytest

from engined_client.terminal.command import value_of
from engined_client.terminal.parsing import Parser
from engined_protocol.messages import Analyse


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--tiem", "3"), "unrecognized arguments: --tiem 3; did you mean --time?"),
        (("--tiem=3",), "unrecognized arguments: --tiem=3; did you mean --time?"),
        (("--zzz",), "unrecognized arguments: --zzz"),
        (("--exact", "3"), "unrecognized arguments: --exact 3"),
        (("--goal", "scor"), "; did you mean score?"),
    ],
)
def test_a_mistyped_option_is_told_what_it_may_mean(
    words: tuple[str, ...], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    parser = Parser(prog="p")
    parser.add_argument("--time")
    parser.add_argument("--best")
    parser.add_argument("--goal", choices=("score", "wld"))
    with pytest.raises(SystemExit):
        parser.parse_args(words)
    assert capsys.readouterr().err.endswith(f"{said}\n")


def test_verbs_are_listed_where_one_is_missing_and_near_ones_where_it_is_none(
    capsys: pytest.CaptureFixture[str],
) -> None:
    parser = Parser(prog="p")
    verbs = parser.add_subparsers(metavar="VERB", required=True)
    for verb in ("show", "add"):
        verbs.add_parser(verb).add_argument("--plies")
    for words, said in (
        ((), "the following arguments are required: VERB; VERB is one of show, add"),
        (("shwo",), "; did you mean show?"),
        (("add", "--pleis", "3"), "unrecognized arguments: --pleis 3; did you mean --plies?"),
    ):
        with pytest.raises(SystemExit):
            parser.parse_args(words)
        assert capsys.readouterr().err.endswith(f"{said}\n")


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("2", 2),
        ("0.5", 0.5),
        ("30s", 30),
        ("5m", 300),
        ("1.5min", 90),
        ("1h", 3600),
        ("1h30m", 5400),
        ("5:00", 300),
        ("1:02:03", 3723),
    ],
)
def test_times_are_written_as_people_do(text: str, seconds: float) -> None:
    assert value_of(Analyse, "seconds")(text) == seconds
    assert value_of(Analyse, "within")(text) == seconds


@pytest.mark.parametrize("text", ["", "m", "5x", "0s", "0:00", "-5m", "5:0x", "99999h"])
def test_what_is_no_time_is_refused(text: str) -> None:
    with pytest.raises(ArgumentTypeError, match="is not a number"):
        value_of(Analyse, "seconds")(text)
