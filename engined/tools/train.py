"""``engined train VARIANT``: what a variant's searches go by, from nothing but its declaration: weights for its
evaluation, or how strong moves are, as its family learns.
"""

from __future__ import annotations

import hashlib
import shutil
import sys
import time
from argparse import SUPPRESS, ArgumentParser, Namespace
from dataclasses import fields, replace
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import msgspec

from engined.config import Config, ConfigError, Count, cores, default_training, read_config
from engined.families import find_family
from engined.families.base import WeightsKind
from engined.files import FileError, read_text
from engined.kernels.network_codes import MOST_CHANNELS
from engined.kernels.network_size import CHANNELS_STEP, NetworkSize, is_possible, size_of
from engined.patterns.weight_files import SUFFIX, WeightsError
from engined.variants.catalogue import Catalogue, UnknownVariant
from engined.variants.declaration import DeclarationError
from engined.variants.model import Variant
from engined_protocol.printable import own, printable
from engined_protocol.values import reading

if TYPE_CHECKING:
    from engined.patterns.strengths import Strengths
    from engined.patterns.weights import Weights
    from engined.tools.training.chains.training import ChainPlan, ChainTraining
    from engined.tools.training.go.move_training import MovePlan, MoveTraining
    from engined.tools.training.patterns.training import MakeWorkers, PatternTraining, Plan

SUMMARY = "train a variant's evaluation, or in Go strengths and a network, by self-play; engined uses that from then on"
EXAMPLES = (
    ("engined train othello-6x6", "Ctrl-C ends it; the same command goes on"),
    ("engined train go-9x9", "strengths of moves, for every size of board, and a network for this one"),
    (
        "engined train othello --rounds 0",
        "weights and a network by what `engined collect othello` has collected",
    ),
    ("engined train nip --rounds 0 --networks 0", "weights alone: a network wants some million positions"),
    ("engined train go-9x9 --positions 2500 --nodes 400 --rounds 3 --networks 0", "strengths alone, in minutes"),
)

OPTIONS = {
    "positions": "for each number of empty cells; where moves are learned, of each round",
    "play_depth": "plies that its games are played with",
    "depth": "plies of the searches that say what positions are worth",
    "exact": "most empty cells, in chain games open ones, that are solved instead",
    "nodes": "that one such search may take on average: less deep where it takes more; games of each, in Go",
    "ridge": "how many positions a weight must be seen in to be believed",
    "seed": "another seed, other games",
    "rounds": "each plays its games with the weights of the one before; 0: by collected positions outside Go",
    "networks": "taught after the rounds, in Go each by games of the one before as well; elsewhere at most one, by "
    "positions as engined collect makes them, which weights are then fitted to as well (default: 2 in Go; elsewhere 1 "
    "after 0 rounds, else 0)",
    "network_positions": "of the games that each network adds; elsewhere that it learns from: collected where missing",
    "network_channels": "of Go's networks (default: 32, or as many as that which it goes on from has)",
    "network_blocks": "residual ones, of Go's networks (default: 4, or as many as that which it goes on from has)",
}
NumberOrNone = Annotated[int, msgspec.Meta(ge=0)]
WRONG_INPUT, USAGE = 1, 2
ROUNDS = 2
"""The first plays by geometry, or with strengths made by hand."""
NETWORKS = 2
LINE_SECONDS = 10.0
"""Where nobody watches, a line in so many seconds is enough."""


def add_variant_argument(parser: ArgumentParser) -> None:
    """Add ``VARIANT``, which may as well be given as ``--variant``."""
    parser.add_argument(
        "variant", metavar="VARIANT", nargs="?", default=SUPPRESS, help="a name, or a declaration's .toml file"
    )
    parser.add_argument("--variant", metavar="V", help="the same")


def add_arguments(parser: ArgumentParser) -> None:
    """Add the command's own arguments."""
    add_variant_argument(parser)
    for name, text in OPTIONS.items():
        kind = NumberOrNone if name in ("networks", "rounds") else Count
        parser.add_argument(f"--{name.replace('_', '-')}", metavar="N", type=reading(kind), help=text)
    parser.add_argument("--threads", metavar="N", type=reading(Count), help="default: all cores")
    parser.add_argument("--folder", metavar="FOLDER", type=Path, help="where the work is kept, to go on after a break")
    parser.add_argument("--out", metavar="FILE", type=Path, help="where the weights go (default: where engined looks)")


def run(arguments: Namespace) -> int:
    """Train, or go on training, here; the exit code."""
    return train(arguments)


def train(arguments: Namespace, make: MakeWorkers | None = None) -> int:
    """Train, or go on training; ``make`` gives others who play and label, where values are learned. The exit code."""
    if arguments.variant is None:
        print("engined: which VARIANT? `engined variants` lists them", file=sys.stderr)
        return USAGE
    try:
        config = read_config({})
        variant = variant_named(arguments.variant, config.variants)
    except ConfigError as error:
        print(f"engined: {error}", file=sys.stderr)
        return USAGE
    except (UnknownVariant, DeclarationError, FileError) as error:
        print(f"engined: {error}", file=sys.stderr)
        return WRONG_INPUT
    reason = _refusal(variant, arguments)
    if reason is None and make is not None and _weights_kind(variant) is not WeightsKind.VALUES:
        reason = " by a cluster: only weights of patterns can"
    if reason is not None:
        print(f"engined: {variant.name} cannot be trained{reason}", file=sys.stderr)
        return WRONG_INPUT
    out = arguments.out or config.weights / f"{variant.name}{SUFFIX}"
    if out.is_dir():
        print(f"engined: {out}: Is a directory: the weights are one file", file=sys.stderr)
        return WRONG_INPUT
    folder = arguments.folder or default_training() / variant.name
    try:
        _train(variant, arguments, folder, config, out, make)
    except KeyboardInterrupt:
        print(f"\nengined: what is done is kept in {folder}; the same command goes on", file=sys.stderr)
        return 130
    except WeightsError as error:
        print(f"engined: {error}", file=sys.stderr)
        return WRONG_INPUT
    except OSError as error:
        print(f"engined: {error.filename or out}: {error.strerror or error}", file=sys.stderr)
        return WRONG_INPUT
    print(f"{out}: {_used(variant, out, config.weights)}")
    return 0


def _used(variant: Variant, out: Path, looked_in: Path) -> str:
    """What engined plays with what was learned, and from when on."""
    games = variant.name if _weights_kind(variant) is WeightsKind.VALUES else f"{variant.name} and its other sizes"
    if out.resolve().parent == looked_in.resolve() and out.suffix == SUFFIX:
        return f"engined plays {games} with these weights from its next start on"
    there = looked_in / f"{variant.name}{SUFFIX}"
    return f"weights for {games}; engined plays with them once they are {there}"


def variant_named(name: str, folders: tuple[Path, ...]) -> Variant:
    """The variant of a name, or of a declaration's .toml file. Raises UnknownVariant, DeclarationError, FileError."""
    catalogue = Catalogue()
    for folder in folders:
        catalogue.load_folder(folder)
    if name.endswith(".toml"):
        return catalogue.check(read_text(Path(name)), name)
    return catalogue.get(name)


def default_positions(variant: Variant) -> Path:
    """The folder of a variant's collected positions."""
    return default_training() / variant.name / "positions"


def _weights_kind(variant: Variant) -> WeightsKind:
    family = find_family(variant)
    return WeightsKind.NOTHING if family is None else family.learns


def _training_types(
    variant: Variant,
) -> tuple[
    type[Plan] | type[MovePlan] | type[ChainPlan], type[PatternTraining] | type[MoveTraining] | type[ChainTraining]
]:
    """How this variant is trained."""
    from engined.tools.training.chains import training as chain_training
    from engined.tools.training.go import move_training
    from engined.tools.training.patterns import training as pattern_training

    match _weights_kind(variant):
        case WeightsKind.MOVES:
            return move_training.MovePlan, move_training.MoveTraining
        case WeightsKind.CHAINS:
            return chain_training.ChainPlan, chain_training.ChainTraining
    return pattern_training.Plan, pattern_training.PatternTraining


def _refusal(variant: Variant, arguments: Namespace) -> str | None:
    """Why it cannot be trained, or not with these options; None if it can."""
    from engined.tools.training.chains import training as chain_training
    from engined.tools.training.patterns import training as pattern_training

    kind = _weights_kind(variant)
    if kind is not WeightsKind.MOVES:
        reason = (
            chain_training.untrainable(variant) if kind is WeightsKind.CHAINS else pattern_training.untrainable(variant)
        )
        if reason is not None:
            return f": {reason}"
    known = {field.name for field in fields(_training_types(variant)[0])} | {"rounds"}
    if kind is not WeightsKind.CHAINS:
        known |= {"networks", "network_positions"}
    if kind is WeightsKind.MOVES:
        known |= {"network_channels", "network_blocks"}
        if not is_possible(NetworkSize(arguments.network_channels or CHANNELS_STEP)):
            return f" with --network-channels: they are a multiple of {CHANNELS_STEP}, at most {MOST_CHANNELS}"
    if kind is WeightsKind.MOVES and arguments.networks and variant.board.holes:
        return " with --networks: these see no holes in boards"
    if kind is WeightsKind.VALUES and (arguments.networks or 0) > 1:
        return " with more than one of --networks: the same command again goes on from the first"
    if arguments.rounds == 0 and kind is not WeightsKind.VALUES and _networks(variant, arguments) == 0:
        return " with --rounds 0: there would be nothing to do"
    foreign = [name for name in OPTIONS if name not in known and getattr(arguments, name) is not None]
    return f" with --{foreign[0].replace('_', '-')}: its training has no such thing" if foreign else None


def _train(
    variant: Variant, arguments: Namespace, folder: Path, config: Config, out: Path, make: MakeWorkers | None
) -> None:
    plan_type, training_type = _training_types(variant)
    given = {field.name: getattr(arguments, field.name, None) for field in fields(plan_type)}
    plan: Any = plan_type(**{name: value for name, value in given.items() if value is not None})
    # Another plan, or another variant of this name, has nothing to do with what is there.
    place = folder / _task(variant, plan)
    plan = replace(plan, threads=arguments.threads or cores())
    rounds = ROUNDS if arguments.rounds is None else arguments.rounds
    teacher: Any = _known(variant, config.weights) if rounds == 0 else None
    path = None
    for number in range(1, rounds + 1):
        progress = Progress(f"{variant.name}, round {number}")
        others: Any = {} if make is None else {"make": make}
        training = training_type(variant, plan, place / str(number), config.cache, teacher, progress, **others)
        teacher, path = training.run(), training.path
    if _weights_kind(variant) is WeightsKind.MOVES:
        if _networks(variant, arguments):
            path = _teach_networks(variant, arguments, plan, place / f"{rounds}-networks", config.cache, teacher)
    elif rounds == 0 or _networks(variant, arguments):
        path = _teach_by_positions(variant, arguments, plan, place / f"{rounds}-network", config.cache, teacher, make)
    assert path is not None
    out.parent.mkdir(parents=True, exist_ok=True)
    part = out.with_suffix(".part")
    shutil.copyfile(path, part)
    part.replace(out)


def _networks(variant: Variant, arguments: Namespace) -> int:
    """How many networks are taught."""
    if arguments.networks is not None:
        return int(arguments.networks)
    match _weights_kind(variant):
        case WeightsKind.MOVES:
            return 0 if variant.board.holes else NETWORKS
        case WeightsKind.VALUES:
            return int(arguments.rounds == 0)
    return 0


def _known(variant: Variant, folder: Path) -> Strengths | Weights | None:
    """What its searches go by now: the strengths of moves, or weights, where there are any."""
    if _weights_kind(variant) is WeightsKind.MOVES:
        return _known_strengths(variant, folder)
    from engined.patterns.weights import load

    return load(variant, folder)


def _known_strengths(variant: Variant, folder: Path) -> Strengths:
    """The strengths that a variant's moves have by now, and its network if it has one."""
    from engined.backends.go_tables import by_hand
    from engined.patterns.strengths import Strengths, load

    found = load(variant, folder) or by_hand()
    cells = len(variant.board.cells)
    if found.cells == cells:
        return found
    made = {name: value for name, value in found.origin.items() if name != "network"}
    origin = {"variant": variant.name, "seconds": 0, "strengths": made}
    return Strengths(cells, found.tables, origin, found.network_of(cells))


def _teach_by_positions(
    variant: Variant,
    arguments: Namespace,
    plan: Plan,
    folder: Path,
    cache: Path,
    teacher: Weights | None,
    make: MakeWorkers | None,
) -> Path:
    """Fit pattern sums to collected positions, and teach a network where one is wanted; gives the file with both."""
    from engined.tools.training.cells.training import CellPlan, CellTraining
    from engined.tools.training.position_file import digest_of

    cell_plan = CellPlan(network=_networks(variant, arguments) > 0, seed=plan.seed, ridge=plan.ridge)
    if arguments.network_positions is not None:
        cell_plan = replace(cell_plan, positions=arguments.network_positions)
    place = folder / f"{_task(variant, cell_plan)}-{digest_of(teacher)}"
    cell_plan = replace(cell_plan, threads=plan.threads)
    progress = Progress(f"{variant.name}, by positions")
    others: Any = {} if make is None else {"make": make}
    positions = default_positions(variant)
    training = CellTraining(variant, cell_plan, place, cache, teacher, progress, positions, **others)
    training.run()
    return training.path


def _teach_networks(
    variant: Variant, arguments: Namespace, plan: MovePlan, folder: Path, cache: Path, teacher: Strengths
) -> Path | None:
    """Teach networks of Go one after another; gives the file with the last."""
    from engined.tools.training.go.network_training import NetworkPlan, NetworkTraining

    number = _networks(variant, arguments)
    if number > 0 and find_spec("threadpoolctl") is None:
        print("engined: networks are taught on one thread; on all with pip install 'engined[train]'", file=sys.stderr)
    network_plan = NetworkPlan(nodes=plan.nodes, seed=plan.seed, size=_network_size(arguments, teacher.network))
    if arguments.network_positions is not None:
        network_plan = replace(network_plan, positions=arguments.network_positions)
    place = folder / _task(variant, network_plan)
    network_plan = replace(network_plan, threads=plan.threads)
    training = None
    for index in range(number):
        progress = Progress(f"{variant.name}, network {index + 1}")
        earlier = tuple(place / str(before + 1) for before in range(index))
        training = NetworkTraining(variant, network_plan, place / str(index + 1), cache, teacher, progress, earlier)
        teacher = training.run()
    return None if training is None else training.path


def _network_size(arguments: Namespace, known: Any) -> NetworkSize:
    """Return how large a network is to be that goes on from the weights of a known one, if any. Raises WeightsError
    where it would be smaller, or that has a size that there is not.
    """
    try:
        least = None if known is None else size_of(len(known))
    except ValueError as error:
        raise WeightsError(f"what is there cannot be gone on from: {error}") from error
    usual = least or NetworkSize()
    wanted = NetworkSize(arguments.network_channels or usual.channels, arguments.network_blocks or usual.blocks)
    if least is not None and (wanted.channels < least.channels or wanted.blocks < least.blocks):
        raise WeightsError(
            f"a network of {wanted.channels} channels and {wanted.blocks} blocks cannot go on from one of "
            f"{least.channels} and {least.blocks}: it may only be larger"
        )
    return wanted


def _task(variant: Variant, plan: Any) -> str:
    """A name for what a plan makes of a variant, however many threads do it."""
    return hashlib.sha256(repr((variant.digest, replace(plan, threads=0))).encode()).hexdigest()[:16]


class Progress:
    """What is going on, on standard error: one line that changes on a terminal, else a line now and then."""

    def __init__(self, title: str) -> None:
        self._title = title
        self._terminal = sys.stderr.isatty()
        self._begun = self._said = time.monotonic()

    def __call__(self, what: str, share: float) -> None:
        """Say what is being done, and which share of it is."""
        now = time.monotonic()
        text = f"{self._title}: {now - self._begun:.0f} s, {what} {share:.0%}"
        if self._terminal:
            print(f"\r\x1b[K{printable(text)}", end="", file=own(sys.stderr), flush=True)
        elif now - self._said >= LINE_SECONDS:
            self._said = now
            print(text, file=sys.stderr, flush=True)
