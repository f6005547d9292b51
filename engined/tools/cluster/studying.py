"""``engined cluster study``: the theory of chain games, a board under a rule a task."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable
from contextlib import closing

from engined import __version__
from engined.config import read_config
from engined.tools.lab.oracle import Oracle
from engined.tools.study.chain_boards import Records, Setting, SettingSolver, SolvedSetting
from engined.tools.study.command import study_chains
from engined_client.terminal.command import complain

from .crew import Crew


def solve_board(setting: Setting, version: str, seconds: float, table_mib: int) -> list[SolvedSetting]:
    """The task: what is found of a setting, the last of it the most."""
    config = read_config({})
    with closing(Oracle(config.cache, config.weights, table_mib)) as oracle:
        return list(SettingSolver(version, seconds, 1).solved(setting, oracle))


def study(arguments: Namespace) -> int:
    """Have boards solved and write the page, or go on with that; the exit code."""
    faults: list[str] = []

    def solve(wanted: list[Setting], records: Records, watch: Callable[[Setting], None]) -> None:
        with Crew(arguments.scheduler, arguments.workers) as crew:
            todo = [setting for setting in wanted if not records.settles(setting, arguments.seconds)]
            by_name = {setting.variant: setting for setting in todo}
            for name, setting in by_name.items():
                crew.ask(name, solve_board, setting, __version__, arguments.seconds, arguments.table)
            while len(crew):
                for ended in crew.ended():
                    if ended.fault:
                        faults.append(f"{ended.key}: {ended.fault}")
                    else:
                        records.add(ended.result[-1])
                    watch(by_name[ended.key])

    code = study_chains(arguments, arguments.out, solve)
    for fault in faults:
        complain(fault)
    return code or bool(faults)
