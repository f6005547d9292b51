"""A Go program for tests: answers from a script, knows no rules, and writes every command that it gets to stderr.

``scripted_go.py [--moves "E5 PASS ..."] [--dead "A1 B2"] [--score B+3.5] [--refuse COMMAND] [--unknown COMMANDS]
[--parameters NAMES]``: its moves in each game, after them passes; a move ``hang`` takes for ever. It refuses a command
whose beginning it is told to refuse, and does not list one that it is told not to know.
"""

from __future__ import annotations

import argparse
import sys
import time

FOREVER = 3600

parser = argparse.ArgumentParser()
parser.add_argument("--moves", default="")
parser.add_argument("--dead", default="")
parser.add_argument("--score", default="")
parser.add_argument("--refuse", default="nothing")
parser.add_argument("--unknown", default="")
parser.add_argument("--parameters", default="")
options = parser.parse_args()

known = {
    "boardsize",
    "rectangular_boardsize",
    "clear_board",
    "komi",
    "set_free_handicap",
    "play",
    "genmove",
    "final_score",
    "final_status_list",
}
known |= {"kata-list-params", "kata-set-param"} if options.parameters else set()
known = (known | {"time_settings", "quit"}) - set(options.unknown.split())
waiting: list[str] = []

for line in sys.stdin:
    command, *arguments = line.split()
    print(line.strip(), file=sys.stderr, flush=True)
    answer = "="
    if command == "list_commands":
        answer += " " + "\n".join(sorted(known))
    elif command == "kata-list-params":
        answer += " " + "\n".join(options.parameters.split())
    elif command not in known:
        answer = "? unknown command"
    elif line.strip().lower().startswith(options.refuse.lower()):
        answer = "? not that"
    elif command == "clear_board":
        waiting = options.moves.split()
    elif command == "genmove":
        move = waiting.pop(0) if waiting else "PASS"
        if move == "hang":
            time.sleep(FOREVER)
        answer += " " + move
    elif command == "final_status_list":
        answer += " " + options.dead
    elif command == "final_score":
        answer += " " + options.score
    print(f"{answer}\n", flush=True)
    if command == "quit":
        break
