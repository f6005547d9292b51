"""A bit of a store's file is flipped, and real daemons and commands are asked what is left of it, as its owner would.

``python -m tests.bench.daemon_flips --flips 60``: a daemon is given sessions, exact results and a book. Then, for each
flip: what ``engined store check``, ``backup`` and ``export`` say of the file; what a daemon that starts with it has;
what ``check`` says after that; and what a fresh daemon has of the export. A table counts what was lost and what was
at fault: a loss without a word, a backup of what is not sound, an export that has less.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from engined.rules.position import move_text, start
from engined.variants.catalogue import Catalogue
from engined_client import Client, NoDaemon, ServiceError
from engined_protocol.messages import BookGame
from tests.bench.bit_flips import flip, place
from tests.process.serving import Served

VARIANT = "othello-4x4"
CLIENTS = ("ann", "bob", "cid")
SESSIONS, RESULTS, GAMES = 4, 30, 40
"""Sessions of each client, exact results, games of the book."""

Things = dict[str, str]
"""By name: the moves of a session, the score of a result, what the book says of a position."""


def moves(random: Random, plies: int) -> list[str]:
    """Of some game, until it ends."""
    position, played = start(Catalogue().get(VARIANT)), list[str]()
    while len(played) < plies and not position.over:
        move = random.choice(position.legal())
        played.append(move_text(position, move))
        position = position.play(move)
    return played


def fill(store: Path, *, killed: bool) -> tuple[Things, bytes, bytes]:
    """Have a daemon keep all that; what it has, the file and its write-ahead log."""
    random, whole = Random(1), Things()
    with Served(store=str(store)) as served:
        for name in CLIENTS:
            with connected(served.endpoint, name) as client:
                for number in range(SESSIONS):
                    session = f"s{number}"
                    client.open(variant=VARIANT, session=session, keep=True)
                    for move in moves(random, random.randrange(3, 10)):
                        client.play(session, move)
                    client.undo(session)
                    whole[f"session {name} {session}"] = " ".join(client.show(session=session).moves)
        with connected(served.endpoint) as client:
            while sum(name.startswith("result") for name in whole) < RESULTS:
                played = moves(random, random.randrange(3, 7))
                found = client.solve(variant=VARIANT, moves=played).result()
                if found.nodes and found.stored:
                    whole[f"result {' '.join(played)}"] = f"{found.score}"
            client.book_add([BookGame(moves=tuple(moves(random, 12))) for _ in range(GAMES)], variant=VARIANT).result()
            whole |= book(client)
        if killed:
            return whole, store.read_bytes(), store.with_name(f"{store.name}-wal").read_bytes()
    return whole, store.read_bytes(), b""


def book(client: Client) -> Things:
    """All positions of the book."""
    found, after = Things(), ""
    while True:
        page = client.book_export(variant=VARIANT, after=after)
        found |= {f"book {entry.position}": f"{entry.games} {entry.leaves}" for entry in page.entries}
        after = page.next
        if not after:
            return found


def connected(endpoint: str, name: str | None = None) -> Client:
    """A client, of a daemon that may take its time to start where the machine is busy."""
    for _ in range(10):
        try:
            return Client(endpoint, name=name, timeout=300)
        except NoDaemon:
            continue
    raise NoDaemon(f"{endpoint}: nobody answers")


def has(store: Path, whole: Things) -> tuple[Things, list[str]]:
    """What a daemon that starts with a store has, and what it says that it cannot read."""
    found = Things()
    with Served(store=str(store)) as served:
        for name in CLIENTS:
            with connected(served.endpoint, name) as client:
                for number in range(SESSIONS):
                    try:
                        shown = client.show(session=f"s{number}")
                    except ServiceError:
                        continue
                    found[f"session {name} s{number}"] = " ".join(shown.moves)
        with connected(served.endpoint) as client:
            found |= book(client)
            for name in whole:
                kind, _, played = name.partition(" ")
                if kind == "result":
                    result = client.solve(variant=VARIANT, moves=played.split()).result()
                    if not result.nodes:
                        found[name] = f"{result.score}"
            status = client.status()
            assert status.store == "open", status
            return found, list(status.store_damage)


def engined(*words: str) -> subprocess.CompletedProcess[str]:
    """A command of ``engined store``."""
    return subprocess.run(
        [sys.executable, "-m", "engined", "store", *words], capture_output=True, text=True, check=False
    )


@dataclass
class Trial:
    """What became of one flip."""

    where: str
    lost: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    """What should not be."""
    sound: bool = False
    """Whether ``check`` found nothing."""


def try_one(folder: Path, content: bytes, log: bytes, bit: int, whole: Things) -> Trial:
    """Flip it, and look."""
    trial = Trial(place(content, bit) if bit < 8 * len(content) else "the write-ahead log")
    path, lines, copy, fresh = (folder / name for name in ("store.sqlite", "lines", "copy.sqlite", "fresh.sqlite"))
    changed = flip(content + log, bit)
    path.write_bytes(changed[: len(content)])
    if log:
        path.with_name(f"{path.name}-wal").write_bytes(changed[len(content) :])
    checked, backed, exported = (
        engined(*words, "--store", str(path)) for words in (["check"], ["backup", str(copy)], ["export", str(lines)])
    )
    trial.sound = checked.returncode == 0
    if trial.sound != (backed.returncode == 0):
        trial.faults.append(f"check: {checked.stdout + checked.stderr}, backup: {backed.stdout + backed.stderr}")
    if backed.returncode == 0 and engined("check", "--store", str(copy)).returncode:
        trial.faults.append("the backup is not sound")
    had, said = has(path, whole)
    trial.lost = [name for name, what in whole.items() if had.get(name) != what]
    trial.faults += [f"{name} is {had[name]}" for name in trial.lost if name in had and not name.startswith("session")]
    trial.faults += [f"{name} is {had[name]}" for name in had if name not in whole]
    if trial.lost and not (said or checked.stderr):
        trial.faults.append("nothing was said of a loss")
    if trial.lost and exported.returncode == 0 and not exported.stderr:
        trial.faults.append("the export said nothing of a loss")
    after = engined("check", "--store", str(path))
    if after.returncode:
        trial.faults.append(f"a check after the start: {after.stdout + after.stderr}")
    taken = engined("import", str(lines), "--store", str(fresh))
    if taken.returncode:
        trial.faults.append(f"import: {taken.stdout + taken.stderr}")
    again, _ = has(fresh, whole)
    if again != had:
        trial.faults.append(f"the export and the daemon differ in {dict(again.items() ^ had.items())}")
    return trial


def main() -> int:
    """Print the table; 1 where something should not be."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--flips", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--killed", action="store_true", help="the daemon was: all is in the write-ahead log")
    asked = parser.parse_args()
    random = Random(asked.seed)
    rows: dict[str, Counter[str]] = {}
    with tempfile.TemporaryDirectory(prefix="engined-") as name:
        base = Path(name)
        whole, content, log = fill(base / "whole.sqlite", killed=asked.killed)
        print(Counter(name.partition(" ")[0] for name in whole), len(content), len(log), flush=True)
        for number in range(asked.flips):
            folder = base / f"trial{number}"
            folder.mkdir()
            trial = try_one(folder, content, log, random.randrange(8 * len(content + log)), whole)
            row = rows.setdefault(trial.where, Counter())
            row.update({"flips": 1, "check: sound": trial.sound, "nothing lost": not trial.lost})
            row.update({"one thing": len(trial.lost) == 1, "more": len(trial.lost) > 1, "at fault": bool(trial.faults)})
            print(number, trial.where, f"lost {trial.lost}", trial.faults or "as it should be", sep="; ", flush=True)
            shutil.rmtree(folder)
    columns = ("flips", "check: sound", "nothing lost", "one thing", "more", "at fault")
    rows["all"] = sum(rows.values(), Counter())
    print(f"{'':28}" + "".join(f"{name:>14}" for name in columns))
    for where, row in sorted(rows.items(), key=lambda item: (item[0] == "all", item[0])):
        print(f"{where:28}" + "".join(f"{row[name]:14}" for name in columns))
    return int(rows["all"]["at fault"] + rows["all"]["more"] > 0)


if __name__ == "__main__":
    sys.exit(main())
