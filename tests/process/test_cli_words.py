"""What people read when something is wrong: what it was, where, and what would be right, in plain words."""

from __future__ import annotations

import re
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from engined.cli import main
from tests.process.serving import Served

FOREIGN = re.compile(
    r"Expected |\$\.|`\$|\bgot `|moves\[|seconds:|Traceback|\[Errno|codec|Error\b|\bNone\b|\bnull\b|\| |Invalid enum"
    r"|\bObject\b|\b(int|float|str) value|<[a-z]|-WxH|\ba (8|11|18)x"
)
"""Words of the wire, of libraries and of Python; patterns offered as names; wrong articles."""

BOARD = "........ ........ ....X... ...OXO.. ...XXXX. .....O.. ........ ........"
"""After g5, not as it should be."""

FILES: dict[str, bytes] = {
    "empty": b"",
    "binary": bytes(range(256)),
    "latin.toml": b'name = "\xe9"\n',
    "bad.toml": b"this is not toml\n",
    "big.toml": b'name = "big"\n[board]\nsize = "30x30"\n',
    "game.txt": b"f5d6\nf5z9\nxyz\n",
    "late.book": b'{"engined_book":"1"}\n',
    "engines.toml": b'[a]\ncommand = "x"\ndepth = 0\n',
    "settings.toml": b'threads = "x"\n',
    "plan.toml": b'rounds = 0\n[engines.a]\ncommand = "x"\n[engines.b]\ncommand = "y"\n',
    "plan2.toml": b'[engines.a]\ncommand = 7\n[engines.b]\ncommand = "y"\n',
    "plan3.toml": b'round = 2\n[engines.a]\ncommand = "x"\n[engines.b]\ncommand = "y"\n',
}


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with Served(store=str(tmp_path_factory.mktemp("store") / "store.sqlite")) as daemon:
        yield daemon


@pytest.fixture
def folder(tmp_path: Path, served: Served, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """With files of every bad kind, where commands run that find the daemon."""
    for name, content in FILES.items():
        (tmp_path / name).write_bytes(content)
    (tmp_path / "folder.toml").mkdir()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("ENGINED_ENDPOINT", served.endpoint)
    handler = signal.getsignal(signal.SIGTERM)
    yield tmp_path
    signal.signal(signal.SIGTERM, handler)  # a server sets its own


def complaint(words: list[str], capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
    """How a command ends, and what it says then: without the usage."""
    try:
        code = main(words)
    except SystemExit as end:
        code = int(str(end.code))
    lines = capsys.readouterr().err.splitlines()
    return code, "\n".join(line for line in lines if line.startswith("engined"))


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["analyse", "f5", "z9"], 1, "engined: move 2, z9: there is no z9 on an 8x8 board"),
        (
            ["analyse", "f5d6a1"],
            1,
            "engined: move 3, a1: Black may not place on a1: it captures nothing",
        ),
        (
            ["analyse", "f5", "--depth", "0"],
            2,
            "engined analyse: error: argument --depth: 0 is not a whole number from 1 to 1000",
        ),
        (
            ["analyse", "--time", "-1"],
            2,
            "engined analyse: error: argument --time: -1 is not a number from 0 to 10000000",
        ),
        (
            ["analyse", "--threads", "x"],
            2,
            "engined analyse: error: argument --threads: 'x' is not a whole number from 1 to 256",
        ),
        (
            ["analyse", "xyz"],
            1,
            "engined: position: 64 cells and the mover's symbol are wanted, not 3 characters: 'xyz'",
        ),
        (["analyse", "folder.toml"], 1, "engined: folder.toml: a file is wanted here, not a folder"),
        (["analyse", "f5", "--game", "x"], 2, "engined analyse: error: argument --game: 'x' is not a whole number"),
        (
            ["analyse", "--time", "5m30"],
            2,
            "engined analyse: error: argument --time: '5m30' is not a number from 0 to 10000000; times are written 30,"
            " 5m or 5:00",
        ),
        (
            ["web", "--port", "80x"],
            2,
            "engined web: error: argument --port: '80x' is not a whole number from 0 to 65535",
        ),
        (
            ["analyse", "--variant", "othello-6x"],
            1,
            "engined: there is no variant 'othello-6x': did you mean othello-6x6 or othello or anti-othello-6x6?",
        ),
        (
            ["analyse", "--variant", "othello-3x99"],
            1,
            "engined: there is no othello-3x99: its sides can have 4 to 24 squares, as in othello-4x24",
        ),
        (
            ["analyse", "--variant", "big.toml"],
            1,
            "engined: big.toml: line 3: board.size: 30x30 is out of range: each side has 1 to 24 squares",
        ),
        (["check", "bad.toml"], 1, "engined: bad.toml: line 1: this is not TOML: after a key comes = and its value"),
        (["perft", "othello", "0"], 2, "engined perft: error: argument DEPTH: 0 is not a whole number from 1 to 100"),
        (
            ["perft", "", "1"],
            2,
            "engined perft: error: argument VARIANT|POSITION: an empty text is not a text of 1 to 128 characters",
        ),
        (
            ["book", "add", "game.txt"],
            1,
            "engined: game.txt, line 2: move 2, z9: there is no z9 on an 8x8 board\nengined: game.txt, line 3: "
            "position: 64 cells and the mover's symbol are wanted, not 3 characters: 'xyz'",
        ),
        (
            ["book", "merge", "late.book"],
            1,
            "engined: late.book: not a book, as `engined book export` writes it: line 1: engined_book: '1' is not a "
            "whole number",
        ),
        (["judge", "g5", BOARD, "--seat", "Red"], 1, "engined: --seat: no seat 'Red'; the seats are Black, White"),
        (
            ["judge", "g5", BOARD, "--colour", "red"],
            1,
            "engined: --colour: no colour 'red'; there are black, white, or X, O",
        ),
        (
            ["draw", "up", "--choice", "colours"],
            1,
            "engined: --choice: where draws are allowed, the call settles everything",
        ),
        (
            ["match", "x", "y", "--time", "0"],
            2,
            "engined match: error: argument --time: 0 is not a number above 0 and at most 100000",
        ),
        (
            ["match", "x", "y", "--engines", "engines.toml"],
            1,
            "engined: engines.toml: a.depth: 0 is not a whole number from 1 to 1000",
        ),
        (["match", "x", "y", "--openings", "binary"], 1, "engined: binary: not UTF-8 text (byte 129)"),
        (["tournament", "plan.toml"], 1, "engined: plan.toml: rounds: 0 is not a whole number from 1 to 1000"),
        (["tournament", "plan2.toml"], 1, "engined: plan2.toml: engines.a.command: 7 is not a text"),
        (["tournament", "plan3.toml"], 1, "engined: plan3.toml: round: it is not known: did you mean 'rounds'?"),
        (["serve", "--job-threads", "0"], 2, "engined: --job-threads: '0' is not a whole number of at least 1"),
        (
            ["gtp", "--config", "settings.toml"],
            2,
            "engined: settings.toml: threads: 'x' is not a whole number of at least 1",
        ),
        (["lab", "othello", "--out", "folder.toml"], 1, "engined: folder.toml: Is a directory"),
        (["train", "latin.toml"], 1, "engined: latin.toml: not UTF-8 text (byte 9)"),
    ],
)
def test_what_was_wrong_and_what_is_right(
    folder: Path, capsys: pytest.CaptureFixture[str], words: list[str], code: int, said: str
) -> None:
    assert complaint(words, capsys) == (code, said)


NO_NUMBERS = ("0", "-1", "x", "", "nan", "inf", "1e99", "null", "true")
NUMBERS = (*NO_NUMBERS, "9" * 30)
TEXTS = ("", "z9", "xyz", "..X", "f5z9", "othello-WxH", "othello-8", "xot-N", "é", "\udcff", "x" * 3000)
PATHS = ("none.toml", "folder.toml", "latin.toml", "bad.toml", "big.toml", "empty", "binary")

RUBBISH = [
    *(["analyse", option, value] for option in ("--depth", "--nodes", "--best", "--threads") for value in NUMBERS),
    *(["analyse", "--time", value] for value in NUMBERS if value != "0"),
    *(["analyse", text] for text in TEXTS[1:]),
    *([command, "--variant", text] for command in ("analyse", "play") for text in TEXTS),
    *(["analyse", "--variant", path] for path in PATHS),
    *(["solve", path] for path in PATHS if path != "empty"),
    *(["solve", "--threads", value] for value in NUMBERS),
    *(["perft", "othello", value] for value in NUMBERS),
    *(["variants", text] for text in (*TEXTS, *PATHS[:5])),
    *(["check", path] for path in PATHS),
    *(["judge", text, BOARD] for text in TEXTS[:1] + TEXTS[2:]),
    *(["judge", "g5", text] for text in TEXTS),
    *(["judge", "g5", BOARD, option, text] for option in ("--seat", "--colour", "--position") for text in TEXTS[1:]),
    *(["book", "deviate", option, value] for option in ("--plies", "--positions", "--depth") for value in NUMBERS),
    *(["book", "add", path] for path in PATHS if path != "empty"),
    *(["book", "merge", path] for path in PATHS),
    *(["match", "x", "y", option, value] for option in ("--games", "--depth-a", "--concurrency") for value in NUMBERS),
    *(["match", "x", "y", "--clock", value] for value in ("", "x", "0", "60+-1", "nan")),
    *(["match", "x", "y", option, path] for option in ("--variant", "--engines", "--openings") for path in PATHS[:5]),
    *(["tournament", path] for path in PATHS),
    *([command, path] for command in ("lab", "train") for path in PATHS[:5]),
    *(["lab", "othello", option, value] for option in ("--minutes", "--games") for value in NO_NUMBERS),
    *(["train", "othello-4x4", "--positions", value] for value in NO_NUMBERS),
    *(["study", "yonin-table1", option, value] for option in ("--games", "--rows") for value in NO_NUMBERS),
    *(["cluster", verb, path] for verb in ("solve", "analyse", "review", "train") for path in PATHS[:5]),
    *(["cluster", "solve", "-", option, value] for option in ("--workers", "--split") for value in NUMBERS),
    *(["serve", option, value] for option in ("--threads", "--table-mib") for value in NO_NUMBERS),
    *(["gtp", "--config", path] for path in (*PATHS[:5], "binary")),
    *(["gtp", "--variant", text] for text in (*TEXTS, *PATHS[:5])),
    *(["bench", "--threads", value] for value in NO_NUMBERS),
]
"""Whatever is typed for whatever it is typed for."""


@pytest.mark.parametrize("words", RUBBISH, ids=lambda words: ascii(" ".join(words))[1:-1][:60])
def test_rubbish_is_refused_in_plain_words(folder: Path, capsys: pytest.CaptureFixture[str], words: list[str]) -> None:
    code, said = complaint(words, capsys)
    assert code in (1, 2), words
    assert said, words
    ours = re.sub(r"'[^']*'", "", said)  # what was typed is repeated
    assert not FOREIGN.search(ours), said
