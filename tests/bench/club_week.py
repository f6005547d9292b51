"""A week of a club: 16 people, 40 games with clocks by four clients of the page, a Swiss tournament, claims of all
illegal acts, a draw of colours, and a daemon that is killed twice. At the end nothing may be lost.

    python -m tests.bench.club_week [--seed 1]

Rounds are drawn on the page by the organiser, and their games are played at random through the page's gateway, in the
links and with the clocks that the tournament gives them. Results go into it from the links, typed, and by records in
turn. What the tournament says is held to a count of its own here, which knows the games' scores alone.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import random
import secrets
import sys
import tempfile
import time
import urllib.request
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event, Lock
from typing import Any

from websockets.sync.client import connect

from engined_client.club.event_file import EventFile
from tests.browser.site import Site
from tests.process.serving import Served

PEOPLE = [f"Player {letter}" for letter in "ABCDEFGHIJKLMNOP"]
ROUNDS = 5
CLIENTS = 4
KILLED_IN = (2, 4)
"""The rounds in the midst of which the daemon is killed."""
CLOCK = {"main": 600, "increment": 2}
PATIENCE = 60.0
"""Seconds that a daemon may take to be back."""

CLAIMS = {
    "": {"move": "f6", "turned": ["e5"]},
    "wrong_turn": {"move": "c4", "turned": ["d4"], "seat": "Black"},
    "wrong_colour": {"move": "f6", "turned": ["e5"], "colour": "X"},
    "not_playable": {"move": "a1", "turned": []},
    "illegal_pass": {"move": "--", "turned": []},
    "missing_flips": {"move": "f6", "turned": []},
    "extra_flips": {"move": "f6", "turned": ["e5", "d5"]},
}
"""After f5, White to move: the fault, and how it is done."""


class Link:
    """One window of a link of the page."""

    def __init__(self, site: Site, name: str) -> None:
        self.name = name
        self._connection = connect(f"{site.address.replace('http', 'ws', 1)}messages?client={name}")
        self._socket = self._connection.__enter__()
        self._count = 0

    def ask(self, message: dict[str, Any]) -> dict[str, Any]:
        """The final reply, an error too."""
        self._count += 1
        self._socket.send(json.dumps({**message, "id": f"{self._count}"}))
        while (reply := json.loads(self._socket.recv(PATIENCE)))["id"] != f"{self._count}":
            pass
        assert isinstance(reply, dict)
        return reply

    def insist(self, message: dict[str, Any]) -> dict[str, Any]:
        """The reply once a daemon is there. Raises TimeoutError."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            reply = self.ask(message)
            if reply.get("code") != "no-daemon":
                return reply
            time.sleep(0.05)
        raise TimeoutError(f"no daemon for {PATIENCE:g} s: {message['t']}")

    def close(self) -> None:
        """Leave."""
        self._connection.__exit__(None, None, None)


class Week:
    """The club, its daemon, and what was played."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.file = str(folder / "week.toml")
        self.store = str(folder / "store.sqlite")
        self.folder = folder
        self.dice = random.Random(seed)
        self.served = Served(store=self.store)
        self.scores: list[tuple[str, str, int, int]] = []
        self.links: dict[str, list[str]] = {}
        self.kills = 0
        self.again = 0
        """Moves that were asked for again, since the daemon was gone in their midst."""
        self._lock = Lock()

    def kill(self) -> None:
        """Kill the daemon without a word, and start another one at the same place."""
        self.served.process.kill()
        self.served.process.wait(20)
        self.kills += 1
        self.served = Served(self.served.endpoint, store=self.store)

    def ask(self, site: Site, t: str, **more: Any) -> dict[str, Any]:
        """What the page's tournament answers its organiser."""
        key = EventFile(Path(self.file)).club.organiser
        link = Link(site, secrets.token_urlsafe(16))
        try:
            reply = link.insist({"t": t, "key": key, **more})
        finally:
            link.close()
        assert reply["t"] == "tournament-stands", reply
        return reply

    def club(self, *words: str) -> str:
        """What ``engined club`` prints."""
        run = self.served.engined("club", *words)
        assert run.returncode == 0, run.stderr
        return run.stdout

    def play(self, site: Site, name: str, names: tuple[str, str], seed: int, half: Event) -> tuple[int, int]:
        """A game at random in its link, kept after each move; its score."""
        dice = random.Random(seed)
        link = Link(site, name)
        moves: list[str] = []
        laid_out = link.insist({"t": "recall-game"})["game"]
        assert (laid_out["names"], laid_out["clock"]) == ([*names], CLOCK), laid_out
        begun = {"variant": laid_out["variant"], "clock": laid_out["clock"]}
        position = link.insist({"t": "open", "session": "game", "keep": True, **begun})
        assert position["t"] == "position", position
        while not position["over"]:
            move = dice.choice(position["legal"])
            reply = link.ask({"t": "play", "session": "game", "moves": [move]})
            if reply["t"] == "error":
                position = link.insist({"t": "show", "session": "game"})
                assert position["t"] == "position", position
                with self._lock:
                    self.again += 1
                assert position["moves"] in (moves, [*moves, move]), "an acknowledged move is lost"
                if position["moves"] == moves:
                    continue
                reply = position
            position = reply
            moves.append(move)
            assert position["moves"] == moves
            if len(moves) == 30:
                half.set()
            self._keep(link, moves, laid_out)
        half.set()
        assert position.get("clock", {}).get("left"), "the clocks are lost"
        with self._lock:
            self.links[link.name] = moves
        link.close()
        black, white = map(int, position["scores"])
        return black, white

    @staticmethod
    def _keep(link: Link, moves: list[str], laid_out: dict[str, Any]) -> None:
        nodes = [{"parent": ply - 1, "move": move} for ply, move in enumerate(moves)]
        tree = {**laid_out, "nodes": nodes, "at": len(nodes) - 1}
        assert link.insist({"t": "keep-game", "game": tree})["t"] == "kept-game"

    def round(self, site: Site, number: int) -> None:
        """Pair, play at four boards at a time, take the results in."""
        meetings = self.ask(site, "draw-round", round=number)["rounds"][-1]["meetings"]
        pairs = _tables(self.file, number)
        assert pairs == [(meeting["black"], meeting["white"]) for meeting in meetings]
        halves = [Event() for _ in pairs]
        with ThreadPoolExecutor(CLIENTS) as clients:
            playing = [
                clients.submit(self.play, site, meeting["link"], names, 1000 * number + at, half)
                for at, (meeting, names, half) in enumerate(zip(meetings, pairs, halves, strict=True))
            ]
            if number in KILLED_IN:
                assert halves[0].wait(PATIENCE), "the first game has not come to its middle"
                self.kill()
            games = [game.result(10 * PATIENCE) for game in playing]
        for at, (meeting, names, (black, white)) in enumerate(zip(meetings, pairs, games, strict=True), 1):
            score = f"{black}-{white}"
            self.scores.append((*names, black, white))
            if at % 4 == 1:
                self.ask(site, "put-result", round=number, table=at, score=score)
            elif at % 4 == 2:
                said = self.club("record", self.file, self._record(site, meeting["link"]))
                assert said == f"round {number}, game {at}: {names[0]} {score} {names[1]}\n", said
        stands = self.ask(site, "take-results")["rounds"][-1]["meetings"]
        assert [one["score"] for one in stands] == [f"{black}-{white}" for black, white in games], stands

    def _record(self, site: Site, link: str) -> str:
        """The game of a link as a file of SGF."""
        kept = site.ask({"t": "recall-game"}, link)["game"]
        request = urllib.request.Request(f"{site.address}record/sgf", json.dumps(kept).encode())
        with urllib.request.urlopen(request, timeout=30) as reply:
            path = self.folder / f"{link}.sgf"
            path.write_text(json.load(reply)["text"])
        return str(path)


def _tables(file: str, number: int) -> list[tuple[str, str]]:
    """Who plays whom, read from the file as a person would."""
    text = Path(file).read_text().split("[[round]]")[number]
    lines = [line.strip().strip('",') for line in text.splitlines() if " - " in line]
    return [(one, other) for one, _, other in (line.partition(" - ") for line in lines)]


def claims(site: Site) -> None:
    """Each illegal act is claimed, and a legal move; the page's judge names what it was."""
    link = Link(site, secrets.token_urlsafe(16))
    shown = link.insist({"t": "open", "session": "game", "variant": "othello", "moves": ["f5"]})
    for fault, done in CLAIMS.items():
        rows = enumerate(shown["board"], 1)
        cells = {f"{letter}{y}": symbol for y, row in rows for letter, symbol in zip("abcdefgh", row, strict=True)}
        own = "X" if done.get("seat") == "Black" else "O"
        cells |= dict.fromkeys(done["turned"], own)
        if done["move"] != "--":
            cells[str(done["move"])] = str(done.get("colour", own))
        request = {"t": "judge", "session": "game", "move": done["move"], "board": "".join(cells.values())}
        if "seat" in done:
            request["seat"] = done["seat"]
        judged = link.insist(request)
        assert judged["t"] == "judgement", judged
        assert judged.get("fault", "") == fault, (fault, judged)
    assert link.insist({"t": "show", "session": "game"})["moves"] == ["f5"]
    link.close()


def colours(site: Site, dice: random.Random) -> None:
    """A draw of colours: the hash fits what is shown, and the lower player has the face that was called."""
    name = secrets.token_urlsafe(16)
    higher, lower = Link(site, name), Link(site, name)
    face, call, salt = dice.choice(["black", "white"]), dice.choice(["up", "down"]), secrets.token_hex(16)
    seal = hashlib.sha256(f"{face} {salt}".encode()).hexdigest()
    assert higher.insist({"t": "hide-disc", "mode": "draws", "seal": seal})["t"] == "colour-draw"
    assert "face" not in lower.insist({"t": "recall-draw"})
    lower.insist({"t": "call-face", "call": call})
    higher.insist({"t": "show-disc", "face": face, "salt": salt})
    drawn = lower.insist({"t": "recall-draw"})
    assert hashlib.sha256(f"{drawn['face']} {drawn['salt']}".encode()).hexdigest() == drawn["seal"] == seal
    lower_has_black = (face == "black") == (call == "up")
    assert drawn["black"] == ("lower" if lower_has_black else "higher")
    higher.close()
    lower.close()


def by_hand(scores: list[tuple[str, str, int, int]]) -> dict[str, tuple[float, int, float]]:
    """Points, discs and Brightwell points by the seed's formula, with C = 13 for five games."""
    points: dict[str, float] = defaultdict(float)
    discs: dict[str, int] = defaultdict(int)
    for black, white, black_discs, white_discs in scores:
        for name, own, other in ((black, black_discs, white_discs), (white, white_discs, black_discs)):
            points[name] += 1.0 if own > other else 0.5 if own == other else 0.0
            discs[name] += own
    opponents: dict[str, float] = defaultdict(float)
    for black, white, *_ in scores:
        opponents[black] += points[white]
        opponents[white] += points[black]
    return {name: (points[name], discs[name], discs[name] + 13 * opponents[name]) for name in PEOPLE}


def main() -> int:
    """Play the week, and say what it came to."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    begun = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="club-") as name:
        folder = Path(name)
        os.environ["XDG_DATA_HOME"] = str(folder / "data")
        week = Week(folder, arguments.seed)
        try:
            clock = f"{CLOCK['main']}+{CLOCK['increment']}"
            week.club("new", week.file, *PEOPLE, "--rounds", str(ROUNDS), "--name", "A week", "--clock", clock)
            with Site("--endpoint", week.served.endpoint, "--club", week.file) as site:
                claims(site)
                colours(site, week.dice)
                for number in range(1, ROUNDS + 1):
                    week.round(site, number)
                    print(f"round {number}: {len(week.scores)} games, daemon killed {week.kills} times", flush=True)
                for link, moves in week.links.items():
                    kept = site.ask({"t": "recall-game"}, link)["game"]
                    assert [node["move"] for node in kept["nodes"]] == moves, "a game is lost"
                    shown = site.ask({"t": "show", "session": "game"}, link)
                    assert shown.get("moves") == moves, shown
            rows = [line.split(",") for line in week.club("table", week.file, "--csv").splitlines()[1:]]
        finally:
            week.served.__exit__(None, None, None)
    counted = by_hand(week.scores)
    for rank, player, points, games, *_, discs, brightwell in rows:
        assert games == str(ROUNDS), (rank, player)
        assert (float(points), float(discs), float(brightwell)) == counted[player], (player, counted[player])
    met = {frozenset(names[:2]) for names in week.scores}
    assert len(met) == len(week.scores) == ROUNDS * len(PEOPLE) // 2
    print(f"{len(week.scores)} games, {len(week.links)} links as they were, {week.again} moves asked for again, "
          f"{week.kills} kills, Brightwell points of {len(rows)} players as counted by hand, "
          f"{time.monotonic() - begun:.0f} s")  # fmt: skip
    return 0


if __name__ == "__main__":
    sys.exit(main())
