"""A bit of a store's file is flipped, a thousand times over: what is lost of it, and what is said of that.

``python -m tests.bench.bit_flips --flips 1000`` prints a table: where the bit was, and how many things came back whole,
were lost (with or without a word), or came back as something else. At most the row that was hit may be lost.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
from collections import Counter
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import msgspec

from engined.daemon.store import whole_file
from engined.daemon.store.export_lines import export
from engined.daemon.store.store import Store, open_store
from engined.daemon.store.write_ahead_log import mend_log
from engined.rules.position import move_text
from engined.service.events import SaveGame, SaveKnown, SaveSolved, SaveStep
from engined.service.game import Game
from engined.service.sessions.session import Begun, MovesPlayed, Undone
from engined.variants.catalogue import Catalogue
from tests.book.dict_book_store import random_game
from tests.daemon.test_analysis_table import kept
from tests.daemon.test_store import record

TINY = Catalogue().get("othello-4x4")
PAGE = 4096
KINDS = {0x0D: "page of rows", 0x0A: "page of an index", 0x02: "page of an index", 0x05: "page above those of rows"}
BEYOND = "page that goes on a row"

Things = dict[str, str]
"""What a store holds, by name: sessions as their steps, one a line."""


def fill(path: Path, *, sessions: int = 12, results: int = 30, games: int = 40) -> None:
    """Make a store with sessions, exact results, analyses, games and a book."""
    random = Random(1)
    with closing(open_store(path)[0]) as store:
        for number in range(results):
            store.write([SaveSolved(record(f"{number:032x}")), SaveKnown(kept(f"{number + 1000:032x}", 14))])
        for number in range(sessions):
            client = f"client {number % 3}".encode()
            store.write([SaveStep(client, f"s{number}", Begun("othello-4x4", TINY.digest, None, ()))])
            for step in _steps(random):
                store.write([SaveStep(client, f"s{number}", step)])
        for number in range(games):
            positions = random_game(TINY, random)
            store.write([SaveGame(number, tuple(positions), (f"game{number}",), "Draw")])


def _steps(random: Random) -> list[MovesPlayed | Undone]:
    game, steps = Game.begin(TINY), list[MovesPlayed | Undone]()
    for _ in range(random.randrange(3, 12)):
        if game.moves and random.random() < 0.2:
            steps.append(Undone(1))
            game = game.undo(1)
        elif game.position.legal():
            move = move_text(game.position, random.choice(game.position.legal()))
            steps.append(MovesPlayed((move,)))
            game = game.play((move,))
    return steps


def things(lines: list[bytes]) -> Things:
    """What an export says, by name."""
    found: Things = {}
    for line in lines[1:-1]:
        plain = msgspec.json.decode(line)
        match plain["t"]:
            case "session":
                steps = "".join(msgspec.json.encode(step).decode() + "\n" for step in plain["steps"])
                found[f"session {plain['client']} {plain['session']}"] = steps
            case "book":
                found[f"book {plain['position']}"] = f"{plain['games']} {plain['leaves']}"
            case "solved":
                found[f"solved {plain['result']['digest']}"] = line.decode()
            case "analysis":
                found[f"analysis {plain['digest']}"] = line.decode()
            case "game":
                found[f"game {plain['moves']}"] = line.decode()
    return found


def exported(path: Path, lost: list[str]) -> Things:
    """What ``engined store export`` saves of a file."""
    with whole_file.salvaged(path, lost.append) as connection:
        return things(list(export(connection, lost.append)))


def started(path: Path, whole: Things, said: list[str]) -> Things:
    """What a daemon that starts has of a file, asked of each thing as it asks."""
    store, warning = open_store(path, said.append)
    with closing(store):
        said += [warning] * bool(warning)
        return things_of(store, whole, said)


def things_of(store: Store, whole: Things, said: list[str]) -> Things:
    """Those that are there by name, exactly as a daemon finds them."""
    found: Things = {}
    for client, session, log in store.kept():
        name = f"session {msgspec.to_builtins(client)} {session}"
        found[name] = "".join(msgspec.json.encode(step).decode() + "\n" for step in log)
    book = store.book(TINY, said.append)
    for name, content in whole.items():
        kind, _, which = name.partition(" ")
        if kind == "solved" and (result := store.recall(which)) is not None:
            found[name] = content if result == record(which) else "another"
        if kind == "analysis" and (analysis := store.recall_analysis(which)) is not None:
            found[name] = content if analysis == kept(which, 14) else "another"
    by_text = {node.text: node for key in book.store.page(None, -1) if (node := book.store.get(key)) is not None}
    for text, node in by_text.items():
        found[f"book {text}"] = f"{node.games} {list(msgspec.to_builtins(node.leaves))}"
    return found


@dataclass
class Outcome:
    """Of one flip."""

    lost: list[str] = field(default_factory=list)
    shorter: list[str] = field(default_factory=list)
    """Sessions without their last step."""
    wrong: list[str] = field(default_factory=list)
    said: list[str] = field(default_factory=list)


def compare(whole: Things, found: Things, said: list[str]) -> Outcome:
    """What became of each thing."""
    outcome = Outcome(said=said)
    for name, content in whole.items():
        if name not in found:
            outcome.lost.append(name)
        elif found[name] != content:
            steps = content.splitlines(keepends=True)
            cut = name.startswith("session") and found[name] == "".join(steps[:-1])
            (outcome.shorter if cut else outcome.wrong).append(name)
    outcome.wrong += [name for name in found if name not in whole]
    return outcome


def flip(content: bytes, bit: int) -> bytes:
    """The same but for one bit."""
    changed = bytearray(content)
    changed[bit // 8] ^= 1 << bit % 8
    return bytes(changed)


def place(content: bytes, bit: int) -> str:
    """Where a bit is, in words."""
    page, at = divmod(bit // 8, PAGE)
    if page == 0:
        return "the file's header" if at < 100 else "the list of tables"
    kind = KINDS.get(content[page * PAGE], BEYOND)
    header = kind != BEYOND and at < 8 + 2 * int.from_bytes(content[page * PAGE + 3 : page * PAGE + 5], "big")
    return f"{kind}{', its header' if header else ''}"


def filled(folder: Path, *, killed: bool) -> tuple[bytes, bytes]:
    """The file of a store, and its write-ahead log: empty, unless the daemon was ``killed``."""
    path = folder / "whole.sqlite"
    if not killed:
        fill(path)
        return path.read_bytes(), b""
    with closing(open_store(path)[0]):
        fill(path)
        return path.read_bytes(), path.with_name(f"{path.name}-wal").read_bytes()


def run(folder: Path, flips: int, seed: int, *, killed: bool = False) -> list[tuple[str, Outcome, Outcome]]:
    """For each flip: where it was, what an export saved, what a start had."""
    random = Random(seed)
    content, log = filled(folder, killed=killed)
    whole = exported(folder / "whole.sqlite", [])
    without_games = {name: what for name, what in whole.items() if not name.startswith("game ")}
    outcomes = []
    for number in range(flips):
        trial = folder / f"trial{number}"
        trial.mkdir()
        path, bit = trial / "store.sqlite", random.randrange(8 * len(content + log))
        changed = flip(content + log, bit)
        path.write_bytes(changed[: len(content)])
        if log:
            path.with_name(f"{path.name}-wal").write_bytes(changed[len(content) :])
        lost = list(filter(None, [mend_log(path)]))
        saved = compare(whole, exported(path, lost), lost)
        said: list[str] = []
        had = compare(without_games, started(path, whole, said), said)
        had.wrong += whole_file.check(path)
        outcomes.append((place(content, bit) if bit < 8 * len(content) else "the write-ahead log", saved, had))
        again = compare(whole, exported(path, []), [])
        if (again.lost, again.wrong, again.shorter) != (saved.lost, saved.wrong, saved.shorter):
            had.wrong.append(f"an export afterwards has {again} and not {saved}")
        shutil.rmtree(trial)
    return outcomes


def main() -> int:
    """Print the table; 1 where more was lost than what was hit."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--flips", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--killed", action="store_true", help="the daemon was: all is in the write-ahead log")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="engined-") as folder:
        outcomes = run(Path(folder), asked.flips, asked.seed, killed=asked.killed)
    rows: dict[str, Counter[str]] = {}
    bad = 0
    for where, saved, had in outcomes:
        row = rows.setdefault(where, Counter())
        losses = max(len(saved.lost) + len(saved.shorter), len(had.lost) + len(had.shorter))
        row["flips"] += 1
        row["nothing lost"] += losses == 0
        row["one thing"] += losses == 1
        row["more"] += losses > 1
        row["wrong"] += bool(saved.wrong or had.wrong)
        row["silent"] += losses > 0 and not (saved.said and had.said)
        if losses > 1 or saved.wrong or had.wrong or (losses and not (saved.said and had.said)):
            bad += 1
            print(where, str(saved)[:500], str(had)[:500], sep="\n  ")
    columns = ("flips", "nothing lost", "one thing", "more", "wrong", "silent")
    print(f"{'':34}" + "".join(f"{name:>14}" for name in columns))
    total: Counter[str] = Counter()
    for where, row in sorted(rows.items()):
        total += row
        print(f"{where:34}" + "".join(f"{row[name]:14}" for name in columns))
    print(f"{'all':34}" + "".join(f"{total[name]:14}" for name in columns))
    return int(bad > 0)


if __name__ == "__main__":
    sys.exit(main())
