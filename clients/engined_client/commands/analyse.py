"""``engined analyse``: a position as a board with a score on every move."""

from __future__ import annotations

import contextlib
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

from msgspec import Meta

from engined_protocol.messages import Analyse, Position
from engined_protocol.records.sgf_tree import format_tree
from engined_protocol.values import reading

from ..analyses import Answers, analyse_games, analyse_turns, json_text
from ..client import BlockingJob, Client
from ..drawing.annotation import Analysed, annotate
from ..drawing.text import PLIES, score_text
from ..drawing.wording import Wording
from ..files.chosen_game import add_game_arguments, chosen_game, chosen_variant
from ..files.fitting import on_board_of
from ..files.games import Reading, games_of, reading_of
from ..files.record_texts import sgf_tree
from ..files.replay import Replay, replayed
from ..options import SearchOptions, Where
from ..replies import Analysis, Info
from ..terminal.command import (
    USUAL,
    Exit,
    WrongInput,
    add_language_option,
    add_ties_options,
    add_usual_options,
    connected,
    errors_in,
    known_variant,
    value_of,
    wording_of,
    write_lines,
)
from ..terminal.output import Live, terminal
from ..terminal.parsing import duration
from ..terminal.progress import Progress

SUMMARY = "score the moves of a position; the board with scores, live on a terminal"
EXAMPLES = (
    ("engined analyse f5d6c3d3c4 --time 5", "the moves of a position, live"),
    ("engined analyse game.sgf --plies 20 --depth 16", "after 20 plies of a game"),
    ("engined analyse --variant go-9x9 --time 10 --json", "as one JSON object"),
)

DEFAULT_SECONDS = 5.0


def add_arguments(parser: ArgumentParser) -> None:
    """Add the command's own arguments."""
    add_game_arguments(
        parser,
        "moves from the start (f5d6c3), or the cells row by row and the mover's symbol, or a file with a game "
        "(SGF, GGF, WTHOR, PGN, transcript, OBF; - reads stdin)",
    )
    parser.add_argument(
        "--file",
        metavar="FILE",
        help="instead: every position of a file, one a line, or the ends of its games, each answered as soon as it is "
        "done; - reads stdin",
    )
    parser.add_argument(
        "--turns", action="store_true", help="every position of the game, each answered in a line as soon as it is done"
    )
    parser.add_argument(
        "--time",
        metavar="S",
        type=duration(reading(Annotated[float, Meta(ge=0, le=1e7)])),
        help=f"seconds, or 5m, 5:00; 0: until exact or Ctrl-C (default: {DEFAULT_SECONDS:g})",
    )
    parser.add_argument(
        "--within",
        metavar="S",
        type=value_of(Analyse, "within"),
        help="seconds until there is an answer, waiting for others included",
    )
    parser.add_argument("--depth", metavar="D", type=value_of(Analyse, "depth"), help="plies")
    parser.add_argument("--nodes", metavar="N", type=value_of(Analyse, "nodes"), help="visited positions")
    parser.add_argument(
        "--best", metavar="N", type=value_of(Analyse, "best"), help="only the best N moves need right scores"
    )
    parser.add_argument("--threads", metavar="N", type=value_of(Analyse, "threads"), help="threads (default: 1)")
    parser.add_argument("--fresh", action="store_true", help="use nothing known: no book, store or earlier search")
    parser.add_argument("--learn", action="store_true", help="put the position, with what is found, in the book")
    parser.add_argument("--theory", action="store_true", help="also regions and parity, stable discs, mobility")
    parser.add_argument(
        "--life",
        action="store_true",
        help="in Go also which stones are dead, alive in seki or unsettled, in up to half of the time",
    )
    parser.add_argument(
        "--sgf",
        metavar="OUT",
        type=Path,
        help="analyse every position of the game, from the last to the first, and write it there with comments, marks "
        "and variations; what is done so far stays after Ctrl-C",
    )
    parser.add_argument("--json", action="store_true", help="one JSON object for each position, at its end")
    add_ties_options(parser)
    add_usual_options(parser)
    add_language_option(parser)


def run(arguments: Namespace) -> int:
    """Print the analysis, while it grows if standard output is a terminal. Ctrl-C ends it early."""
    if arguments.life and (arguments.file is not None or arguments.turns):
        raise WrongInput("--life: of one position, or of each of a game with --sgf; not with --turns or --file")
    if arguments.file is not None:
        return _analyse_file(arguments)
    with connected(arguments) as client:
        game = chosen_game(arguments, reading_of(client, arguments))
        given = game.given
        variant = chosen_variant(client, arguments, game)
        words = wording_of(client, variant, arguments)
        if arguments.sgf is not None:
            _write_analysed(client, replayed(client, game, variant, arguments.coordinates), arguments, words)
            return Exit.FINE
        where = Where(variant=variant, start=given.start, moves=given.moves)
        with errors_in(words.notation):
            if arguments.turns:
                with Progress(None) as progress:
                    analyse_turns(client, where, _wanted(arguments), Answers(progress, arguments.json, "turn", words))
            else:
                _analyse(client, where, arguments, words)
    return Exit.FINE


def _analyse(client: Client, where: Where, arguments: Namespace, words: Wording) -> None:
    """One position."""
    position = client.show(**where)
    job = client.analyse(**where, **_wanted(arguments), life=arguments.life)
    if arguments.json:
        print(json_text(position, _watch(job, position, None)))
        return
    screen = terminal(words)
    with screen.live() as live:
        final = _watch(job, position, live)
    if live is None:
        screen.analysis(position, final)


def _analyse_file(arguments: Namespace) -> int:
    """Every position of a file; 1 if some make no sense."""
    if arguments.position or arguments.sgf or arguments.turns or arguments.game or arguments.plies is not None:
        raise WrongInput("--file: name a file there, or one game beside it, not both")
    with connected(arguments) as client, Progress(None) as progress:
        named = arguments.variant and known_variant(client, arguments.variant)
        words = wording_of(client, named or USUAL, arguments)
        reading_as = Reading(words.notation, arguments.encoding, progress.complain)
        games = on_board_of(client, named, games_of(arguments.file, reading_as, at_once=True))
        answers = Answers(progress, arguments.json, "line", words)
        analyse_games(client, games, named, _wanted(arguments), answers)
    return Exit.WRONG_INPUT if answers.faults else Exit.FINE


def _seconds(arguments: Namespace) -> float | None:
    """The seconds for each position; None: no limit."""
    if all(limit is None for limit in (arguments.time, arguments.depth, arguments.nodes, arguments.within)):
        return DEFAULT_SECONDS
    return arguments.time or None


def _wanted(arguments: Namespace) -> SearchOptions:
    """What is wanted of a position, or of each of many."""
    return SearchOptions(
        seconds=_seconds(arguments),
        within=arguments.within,
        depth=arguments.depth,
        nodes=arguments.nodes,
        best=arguments.best,
        threads=arguments.threads,
        learn=arguments.learn,
        fresh=arguments.fresh,
        theory=arguments.theory,
        ties=arguments.ties,
        seed=arguments.seed,
    )


def _write_analysed(client: Client, replay: Replay, arguments: Namespace, words: Wording) -> None:
    """Analyse the positions of a game, with a line for each; what is known is written each time.

    Raises WrongInput where it cannot be.
    """
    tree = sgf_tree(replay)
    start, moves = replay.game.given.start, replay.moves
    write_lines(arguments.sgf, [format_tree(tree)])
    with Progress(len(moves) + 1) as progress, contextlib.suppress(KeyboardInterrupt):
        for ply in range(len(moves), -1, -1):
            where = Where(variant=replay.variant, start=start, moves=moves[:ply])
            position = client.show(**where)
            if not position.over:
                final = client.analyse(**where, **_wanted(arguments), life=arguments.life).result()
                annotate(tree, moves, {ply: Analysed(position, final, replay.colour(ply))})
                write_lines(arguments.sgf, [format_tree(tree)])
                if arguments.json:
                    progress.print(json_text(position, final))
                else:
                    progress.row(_row(ply, moves, final, words))
            progress.advance()


def _row(ply: int, moves: Sequence[str], final: Analysis, words: Wording) -> str:
    """A position of a game in one line: what was played there, and what is best."""
    played = words.move(moves[ply]) if ply < len(moves) else ""
    best = (
        f"{score_text(final.moves[0])} {words.told(final.kind)}: {words.moves(final.moves[0].pv[:PLIES])}"
        if final.moves
        else ""
    )
    return f"{ply + 1:>4}  {played:<4}  {best}".rstrip()


def _watch(job: BlockingJob[Info, Analysis], position: Position, live: Live | None) -> Analysis:
    """Follow the job to its end, drawing it as it goes; the first Ctrl-C stops the job."""
    try:
        for reply in job:
            if live is not None and (isinstance(reply, Analysis) or reply.moves or reply.state):
                live.draw(position, reply)
        return job.result()
    except KeyboardInterrupt:
        job.stop()
        final = job.result()
        if live is not None:
            live.draw(position, final)
        return final
