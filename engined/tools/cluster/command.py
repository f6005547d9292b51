"""The command line of ``engined cluster``."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Mapping
from contextlib import closing
from pathlib import Path
from typing import Annotated

from msgspec import Meta

from engined.config import Config, ConfigError, read_config
from engined.files import FileError
from engined.tools import collect, train
from engined.tools.study.command import add_chain_options
from engined_client.files.games import STDIN
from engined_client.review.budget_options import add_budget
from engined_client.terminal.command import (
    WrongInput,
    add_language_option,
    add_variant_option,
    check_folder,
    complain,
    value_of,
)
from engined_protocol.messages import Analyse
from engined_protocol.values import reading

from .crew import NoCluster

SUMMARY = "many positions and games, or one deep proof, shared out to many machines by Dask"
EXAMPLES = (
    ("engined cluster solve problems.obf", "on all cores of this machine"),
    ("engined cluster solve deep.obf --split 25 --scheduler tcp://head:8786", "one proof, by many machines"),
)

Workers = Annotated[int, Meta(ge=1, le=1024)]
LEARNING = ("train", "collect")
"""Verbs that keep what they do in folders of their own."""
REVIEW_SECONDS = 0.5
FINE, WRONG_INPUT, USAGE, NO_CLUSTER, INTERRUPTED = 0, 1, 2, 3, 130


def add_arguments(parser: ArgumentParser) -> None:
    """Add the verbs and their own arguments."""
    verbs = parser.add_subparsers(dest="verb", metavar="VERB", required=True)

    def verb(name: str, text: str) -> ArgumentParser:
        added = verbs.add_parser(name, help=text, description=text, allow_abbrev=False)
        where = added.add_mutually_exclusive_group()
        where.add_argument(
            "--scheduler", metavar="ADDRESS", help="of a Dask cluster: tcp://HOST:PORT or tls://HOST:PORT"
        )
        where.add_argument(
            "--workers", metavar="N", type=reading(Workers), help="without one: processes here (default: all cores)"
        )
        return added

    solve = verb("solve", "prove the scores of the positions of a file, as `engined solve` does")
    _add_file(solve)
    _add_store(solve)
    solve.add_argument("--goal", choices=("score", "wld"), default="score", help="or only who wins")
    solve.add_argument(
        "--split",
        metavar="N",
        type=reading(Annotated[int, Meta(ge=1, le=1000)]),
        help="a position with more than N empty cells is proven by many searches, each of one with N or fewer",
    )
    analyse = verb("analyse", "score the moves of the positions of a file, as `engined analyse --file` does")
    _add_file(analyse)
    _add_store(analyse)
    analyse.add_argument("--depth", metavar="D", type=value_of(Analyse, "depth"), help="plies")
    analyse.add_argument("--nodes", metavar="N", type=value_of(Analyse, "nodes"), help="visited positions")
    analyse.add_argument("--time", metavar="S", type=value_of(Analyse, "seconds"), help="seconds")
    best = value_of(Analyse, "best")
    analyse.add_argument("--best", metavar="N", type=best, help="only the best N moves need right scores")
    review = verb("review", "what each move of the games of a file was worth, as `engined review --all` says")
    _add_file(review)
    add_budget(review, REVIEW_SECONDS)
    train.add_arguments(verb("train", "weights for a variant's evaluation, as `engined train` makes them"))
    collect.add_arguments(verb("collect", "labelled positions to train with, as `engined collect` makes them"))
    study = verb("study", "the theory of chain games, as `engined study chains` has it")
    study.add_argument("file", metavar="PAGE", help="the page, HTML; what it says is kept beside it, .jsonl")
    add_chain_options(study)
    study.add_argument("--json", action="store_true", help="print the same as one JSON object")


def _add_file(parser: ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="one position a line, or games; - is standard input")
    parser.add_argument("--out", metavar="OUT", type=Path, help="file of results (default: FILE.VERB.jsonl, here)")
    parser.add_argument("--json", action="store_true", help="one JSON object a position")
    add_variant_option(parser)
    add_language_option(parser)


def _add_store(parser: ArgumentParser) -> None:
    parser.add_argument("--store", metavar="STORE", help="where results go, too (default: that of this user's daemon)")


def run(arguments: Namespace) -> int:
    """Do what the verb says, or go on with it; the exit code."""
    try:
        config = read_config({"store": getattr(arguments, "store", None)})
        if arguments.verb not in LEARNING:
            arguments.out = getattr(arguments, "out", None) or _out(arguments)
    except ConfigError as error:
        complain(str(error))
        return USAGE
    verbs: Mapping[str, Callable[[Namespace, Config], int]] = {
        "solve": _positions,
        "analyse": _positions,
        "review": _review,
        "train": _train,
        "collect": _collect,
        "study": _study,
    }
    try:
        return verbs[arguments.verb](arguments, config)
    except (WrongInput, FileError) as error:
        complain(str(error))
        return WRONG_INPUT
    except NoCluster as error:
        complain(f"{error}; what is done is kept{_where(arguments)}: the same command goes on")
        return NO_CLUSTER
    except KeyboardInterrupt:
        complain(f"what is done is kept{_where(arguments)}: the same command goes on")
        return INTERRUPTED


def _where(arguments: Namespace) -> str:
    return "" if arguments.verb in LEARNING else f" in {arguments.out}"


def _out(arguments: Namespace) -> Path:
    if arguments.verb == "study":
        return Path(arguments.file)
    name = "stdin" if arguments.file == STDIN else Path(arguments.file).name
    return Path(f"{name}.{arguments.verb}.jsonl")


def _train(arguments: Namespace, config: Config) -> int:
    from .training import train_by_cluster

    return train_by_cluster(arguments)


def _collect(arguments: Namespace, config: Config) -> int:
    from .training import collect_by_cluster

    return collect_by_cluster(arguments)


def _study(arguments: Namespace, config: Config) -> int:
    from .studying import study

    check_folder(arguments.out)
    return study(arguments)


def _review(arguments: Namespace, config: Config) -> int:
    from .reviewing import review_file

    return FINE if review_file(arguments) else WRONG_INPUT


def _positions(arguments: Namespace, config: Config) -> int:
    from engined_client.terminal.kept_results import KeptResults

    from . import position_work
    from .crew import Crew
    from .keeping import Keeping
    from .question import ProofAnswer

    work = position_work.read(arguments)
    with (
        KeptResults(arguments.out, ProofAnswer) as results,
        closing(Keeping(config.store, complain)) as keeping,
        Crew(arguments.scheduler, arguments.workers) as crew,
    ):
        return FINE if work.run(crew, results, keeping) else WRONG_INPUT
