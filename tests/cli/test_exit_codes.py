"""The exit codes that the README promises, of all commands: 1 the input was wrong, 2 the usage was, 3 no daemon."""

from __future__ import annotations

from pathlib import Path

import pytest

from engined.cli import CLIENT_COMMANDS, NAMES, main

GONE = "gone"
"""A file that is not there."""


@pytest.fixture(autouse=True)
def nobody_serves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A home without a daemon and without settings, which is the current folder."""
    monkeypatch.chdir(tmp_path)
    for name in ("HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME", "ENGINED_ENDPOINT"):
        monkeypatch.setenv(name, str(tmp_path))
    monkeypatch.setenv("LC_ALL", "C.UTF-8")


def ended(words: list[str], capsys: pytest.CaptureFixture[str]) -> tuple[int | str | None, str]:
    """The exit code, and what was said last on standard error."""
    try:
        code: int | str | None = main(words)
    except SystemExit as end:
        code = end.code
    said = capsys.readouterr().err
    assert "Traceback" not in said
    return code, said.strip().splitlines()[-1]


@pytest.mark.parametrize("name", NAMES)
def test_an_option_that_is_none_is_wrong_usage(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, said = ended([name, "--no-such-option"], capsys)
    assert (code, said.startswith(f"engined {name}")) == (2, True), said


@pytest.mark.parametrize("name", NAMES)
def test_it_is_told_in_the_users_language(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("LC_ALL", "ja_JP.UTF-8")
    code, said = ended([name, "--no-such-option"], capsys)
    assert (code, "：エラー：" in said) == (2, True), said
    assert any(words in said for words in ("この引数はありません", "引数が足りません", "一つが要ります")), said


FEW_WORDS = {
    "practise": ["problems"],
    "club": [],
    "perft": ["othello", "1"],
    "check": ["x.toml"],
    "attach": [],
    "replay": [],
    "book": ["show"],
    "judge": ["d6", "f5"],
    "draw": ["black"],
    "convert": ["x.sgf"],
    "picture": ["--out", "x.svg"],
    "find": ["x.sgf", "--position", "f5"],
    "review": ["f5d6"],
    "why": ["f5d6", "d6"],
    "web": ["--port", "0"],
}
"""What commands want at least; a port that nobody has."""
WITHOUT_A_DAEMON = {"club", "replay"}
"""They read a file first, or ask nobody."""


@pytest.mark.parametrize("name", [name for name in CLIENT_COMMANDS if name not in WITHOUT_A_DAEMON])
def test_without_a_daemon_it_is_3(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, said = ended([name, *FEW_WORDS.get(name, [])], capsys)
    assert (code, said.startswith("engined: no daemon in ")) == (3, True), said


@pytest.mark.parametrize("endpoint", ["udp://x", "tcp:/127.0.0.1:5570", "http://localhost", "foo:bar", "tcp://x"])
@pytest.mark.parametrize("name", ["attach", "status", "serve", "analyse"])
def test_an_endpoint_that_is_none_is_wrong_usage(
    name: str, endpoint: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    given = [endpoint] if name == "attach" else ["--endpoint", endpoint]
    code, said = ended([name, *given], capsys)
    assert (code, f"{endpoint}: " in said, "tcp://HOST:PORT" in said) == (2, True, True), said
    monkeypatch.setenv("ENGINED_ENDPOINT", endpoint)
    assert ended([name], capsys) == (code, said)
    assert not [*tmp_path.glob("*:*")]


@pytest.mark.parametrize(
    "words",
    [
        ["replay", GONE],
        ["train", f"{GONE}.toml"],
        ["lab", f"{GONE}.toml"],
        ["collect", f"{GONE}.toml"],
        ["refit", f"{GONE}.toml"],
        ["warm", f"{GONE}.toml"],
        ["levels", f"{GONE}.toml"],
        ["tournament", GONE],
        ["store", "import", GONE],
        ["bench", "--accuracy", GONE],
        ["cluster", "solve", GONE],
    ],
    ids=lambda words: words[0],
)
def test_a_file_that_is_not_there_is_wrong_input(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert ended(words, capsys) == (1, f"engined: {words[-1]}: No such file or directory")


@pytest.mark.parametrize(
    "words", [["train", "nosuch"], ["lab", "nosuch"], ["collect", "nosuch"], ["refit", "nosuch"], ["warm", "nosuch"]]
)
def test_so_is_a_variant_that_is_none(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    code, said = ended(words, capsys)
    assert (code, said.startswith("engined: there is no variant 'nosuch'")) == (1, True), said


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["analize"], "engined: コマンド 'analize' はありません。'analyse' のことですか"),
        (["check"], "engined check：エラー：引数が足りません：FILE"),
        (
            ["perft", "othello", "deep"],
            "engined perft：エラー：引数 DEPTH：'deep' は 1 から 100 までの整数ではありません",
        ),
        (["analyse", "--tiem"], "engined analyse：エラー：この引数はありません：--tiem。--time のことですか"),
        (["analyse", "--time"], "engined analyse：エラー：引数 --time：値が一つ要ります"),
        (
            ["analyse", "--private", "--endpoint", "x"],
            "engined analyse：エラー：引数 --endpoint：--private と一緒には使えません",
        ),
    ],
)
def test_mistakes_are_told_in_japanese(
    words: list[str], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "engined").mkdir()
    (tmp_path / "engined" / "config.toml").write_text('language = "ja"\n')
    assert ended(words, capsys) == (2, said)


def test_a_choice_that_is_none_names_those_that_are(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Python writes them with quotes or without."""
    monkeypatch.setenv("LC_ALL", "ja_JP.UTF-8")
    code, said = ended(["draw", "blac"], capsys)
    assert code == 2
    assert said.startswith("engined draw：エラー：引数 CALL：'blac' は選べません（")
    assert said.endswith("から選びます）。black のことですか")


def interrupted(*_: object, **__: object) -> None:
    """What Ctrl-C does."""
    raise KeyboardInterrupt


@pytest.mark.parametrize("name", [name for name in CLIENT_COMMANDS if name != "club"])
def test_one_that_is_interrupted_ends_as_shells_want(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(f"engined_client.commands.{name}.run", interrupted)
    assert main([name, *FEW_WORDS.get(name, []), *(["x"] if name == "replay" else [])]) == 130
