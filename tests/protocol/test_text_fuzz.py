"""Whatever a client sends: no dialogue raises, and what goes out keeps the protocol's frame."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hypothesis import given, settings
from hypothesis import strategies as st

from engined.results import Forecast
from engined.rules.position import move_text
from engined_protocol.gtp.dialogue import GtpDialogue
from engined_protocol.nboard import NBoardDialogue
from tests.protocol.stage import Said, Stage

BOARD = "...........................OX......XO..........................."
GAME = "(;GM[Othello]TY[8]BO[8 " + BOARD.replace("X", "*").replace(".", "-") + " *]B[F5];)"
LONG = ["x" * 5000, "1" * 5000, BOARD, BOARD + "X", BOARD + "XX", "\x00\x1b[31m", "\u2028", "\ud800"]

ANY = st.text(max_size=40)
JUNK = st.one_of(ANY, st.sampled_from(LONG), st.integers().map(str))
ENGINE = st.sampled_from(["info", "final", "nothing", "nothing"])

NBOARD_LINES = ["nboard 2", "go", "hint 4", "analyze", "learn", "move F5", "move D6//1", f"set game {GAME}"]
NBOARD_WORDS = ["nboard", "set", "set game", "set game (;", "set depth", "set contempt", "move", "hint"]
NBOARD = st.one_of(
    ANY,
    st.sampled_from(NBOARD_LINES),
    st.integers(-5, 99).map(lambda number: f"ping {number}"),
    st.builds("{} {}".format, st.sampled_from([*NBOARD_WORDS, "ping"]), JUNK),
)
NBOARD_REPLY = re.compile(
    r"set myname \S+|status.*|search \S+ \S+ 0 \d+\S*|nodestats \d+ \d+\.\d\d|=== \S+"
    r"|pong -?\d+|learned|analysis \d+ -?\d+\.\d\d"
)

GTP_NAMES = Stage(GtpDialogue()).line("list_commands")[2:].split()
GTP_WORDS = ["b", "W", "d3", "D6", "pass", "10", "0", "-1", "8", "interval", "avoid", "Othello"]
GTP_WORDS += ["dead", "2", "7.5", "nan", "chinese", "A1", "J9", "i1", "canadian"]
GTP_COMMANDS = st.builds(
    "{}{} {}".format,
    st.sampled_from(["", "", "7 ", "00 "]),
    st.sampled_from([name for name in GTP_NAMES if name != "quit"]),
    st.one_of(JUNK, st.lists(st.sampled_from(GTP_WORDS), max_size=4).map(" ".join)),
)
GTP_LINES = st.sampled_from(["", "# interrupt", "genmove b", "lz-analyze 10"])
GTP = st.one_of(ANY, GTP_COMMANDS, GTP_COMMANDS, GTP_LINES)


def play(stage: Stage, steps: list[tuple[str, str]]) -> Iterator[str]:
    """Send the lines, with an engine that does something now and then; each line before it is sent."""
    for text, engine in steps:
        for sent in text.split("\n"):
            yield sent
            stage.line(sent)
        act(stage, engine)
    while stage.jobs:
        act(stage, "final")


def act(stage: Stage, engine: str) -> None:
    """Let the engine say something about the first legal move."""
    if stage.jobs and engine != "nothing":
        position = next(iter(stage.jobs.values())).position
        games = Forecast(10, 0.5, 1.5, 3.0, ownership=(-0.5,) * len(position.variant.board.cells))
        news = Said(move_text(position, position.legal()[0]), 1.5, games=games)
        (stage.info if engine == "info" else stage.final)(3, 10, 0.1, news, games=games)


@settings(max_examples=150, deadline=None)
@given(st.lists(st.tuples(NBOARD, ENGINE), max_size=25))
def test_nboard_keeps_its_frame_and_answers_every_ping_once(steps: list[tuple[str, str]]) -> None:
    stage = Stage(NBoardDialogue())
    pings = []
    for sent in play(stage, steps):
        ping = re.fullmatch(r"\s*ping\s+(-?[0-9]{1,18})\s*", sent)
        if ping and not stage.closed:
            pings.append(ping[1])
    assert stage.text.isascii()
    assert not stage.text or stage.text.endswith("\n")
    lines = stage.text.splitlines()
    assert [text for text in lines if not NBOARD_REPLY.fullmatch(text) or not text.isprintable()] == []
    if not stage.closed:
        assert [text.split()[1] for text in lines if text.startswith("pong")] == pings


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(["othello", "go-5x5", "go-7x7-handicap-2"]), st.lists(st.tuples(GTP, ENGINE), max_size=25))
def test_gtp_answers_every_command_once(variant: str, steps: list[tuple[str, str]]) -> None:
    stage = Stage(GtpDialogue(variant))
    ids = []
    for sent in play(stage, steps):
        meant = sent.partition("#")[0]
        command = "".join(c for c in meant if c == "\t" or not (c < " " or c == "\x7f")).strip()
        if command and not stage.closed:
            first = command.split()[0]
            ids.append(first if re.fullmatch(r"[0-9]{1,31}", first) else "")
    stage.line("")
    if not stage.closed:
        assert list(answers(stage.text)) == ids
    assert stage.text.isascii()
    assert stage.error_text.isascii()


def answers(text: str) -> Iterator[str]:
    """The ids of the answers, taken apart as a controller does: each up to the first blank line."""
    while text:
        head = re.match(r"[=?](\d*)( [^\n]*)?\n", text)
        assert head is not None, text[:80]
        yield head[1]
        answer, blank, text = text.partition("\n\n")
        assert blank, f"no end: {answer[:80]}"
