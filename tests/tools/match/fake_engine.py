"""An engine for tests: plays the first or the last legal move, and fails in a chosen way at a chosen move.

``fake_engine.py PROTOCOL [--play first|last] [--fault FAULT] [--at MOVE] [--implied]``: the fault happens when the
engine is asked for its MOVEth move of a game (2 unless said; the first is asked for before the match begins).
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time

from engined.rules.position import PASS, Position, move_text, parse_move, start
from engined.variants.catalogue import Catalogue
from engined_protocol.notation import is_pass
from engined_protocol.records.ggf import parse_ggf

FOREVER = 3600
COMMANDS = "name version protocol_version list_commands boardsize clear_board play genmove quit"


class Fake:
    """A game, and what goes wrong in it."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.options = options
        self.size = 8
        self.asked = 0
        self.position = self.begin()

    def begin(self) -> Position:
        self.asked = 0
        return start(Catalogue().get(f"othello-{self.size}x{self.size}"))

    def play(self, text: str) -> None:
        move = PASS if is_pass(text) else parse_move(self.position, text)
        self.position = self.position.play(move)

    def imply(self, colour: str) -> None:
        """Pass for the other colour where passes are implied."""
        if self.options.implied and self.position.seat != ("black", "white").index(colour):
            self.position = self.position.play(PASS)

    def choose(self) -> str:
        """A legal move, unless this is the moment to fail."""
        self.asked += 1
        if self.asked == self.options.at and self.options.fault:
            return self.fail(self.options.fault)
        moves = self.position.legal()
        return move_text(self.position, moves[0 if self.options.play == "first" else -1])

    def fail(self, fault: str) -> str:
        if fault == "crash":
            os._exit(7)
        if fault == "hang":
            time.sleep(FOREVER)
        if fault == "slow":
            time.sleep(0.4)
            return move_text(self.position, self.position.legal()[0])
        if fault == "child":
            child = subprocess.Popen([sys.executable, "-c", f"import time; time.sleep({FOREVER})"])
            print(f"child {child.pid}", file=sys.stderr, flush=True)
            time.sleep(FOREVER)
        if fault == "flood":
            while True:
                sys.stdout.write("x" * 65536)
        if fault == "chatter":
            while True:
                print("still thinking", flush=True)
        answers = {"illegal": "a1", "nonsense": "zz%99", "resign": "resign", "pass": "pass", "off": "z9"}
        return answers[fault]


def gtp(fake: Fake) -> None:
    print("a banner that no protocol asks for", flush=True)
    for line in sys.stdin:
        command, *arguments = line.split()
        answer = "="
        if command == "list_commands":
            answer += " " + COMMANDS.replace(" ", "\n")
        elif command == "boardsize":
            fake.size = int(arguments[0])
        elif command == "clear_board":
            fake.position = fake.begin()
        elif command == "play" and fake.options.fault == "refuse" and fake.asked == fake.options.at - 1:
            answer = "? illegal move"
        elif command == "play" and fake.options.implied and is_pass(arguments[1]):
            answer = "? syntax error"
        elif command == "play":
            fake.imply(arguments[0])
            fake.play(arguments[1])
        elif command == "genmove":
            fake.imply(arguments[0])
            text = fake.choose()
            if fake.options.fault is None or fake.asked != fake.options.at:
                fake.play(text)
            answer += " " + ("pass" if text == "--" else text)
        elif command not in COMMANDS.split():
            answer = "? unknown command"
        print(f"{answer}\n", flush=True)
        if command == "quit":
            return


def nboard(fake: Fake) -> None:
    for line in sys.stdin:
        word, *rest = line.split(None, 1)
        text = rest[0].strip() if rest else ""
        if word == "set" and text.startswith("game"):
            record = parse_ggf(text.removeprefix("game"))
            fake.size = record.width
            fake.position = fake.begin()
            for move in record.transcript:
                fake.play(move)
        elif word == "move":
            fake.play(text.split("/")[0])
        elif word == "ping":
            print(f"pong {text}", flush=True)
        elif word == "go":
            print("status Thinking\nsearch a1 0.00 0 1", flush=True)
            print(f"=== {fake.choose().upper()}/-1.25/0.01", flush=True)
        elif word == "quit":
            return


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("protocol", choices=("gtp", "nboard", "neither", "dead"))
    parser.add_argument("--play", choices=("first", "last"), default="first")
    parser.add_argument("--fault")
    parser.add_argument("--at", type=int, default=2)
    parser.add_argument("--implied", action="store_true", help="refuse GTP's passes: they are implied")
    chosen = parser.parse_args()
    if chosen.protocol == "neither":
        for _ in sys.stdin:
            print("what?", flush=True)
    elif chosen.protocol != "dead":
        {"gtp": gtp, "nboard": nboard}[chosen.protocol](Fake(chosen))
