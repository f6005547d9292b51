"""How a daemon is to run: from the command line, the environment and a file, in that order of weight."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec

from engined.files import FileError, read_toml
from engined.memory import Shares, share_out, usual
from engined_protocol.messages.envelope import Level, Variety
from engined_protocol.values import fault

Text = Literal["none", "auto", "nboard", "gtp"]
"""The protocol on stdin and stdout; with ``auto``, the first line decides."""


Count = Annotated[int, msgspec.Meta(ge=1)]


class ConfigError(ValueError):
    """A setting that cannot be, and where it came from."""


def cores() -> int:
    """How many cores this process may use; all of the machine, where the system cannot say."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _home(variable: str, default: str, environ: Mapping[str, str]) -> Path:
    named = environ.get(variable)
    return Path(named) if named else Path(environ.get("HOME") or Path.home(), default)


def default_store(environ: Mapping[str, str] = os.environ) -> Path:
    """Where exact results and games are kept unless told otherwise."""
    return _home("XDG_DATA_HOME", ".local/share", environ) / "engined" / "store.sqlite"


def default_log(environ: Mapping[str, str] = os.environ) -> Path:
    """Where the log goes unless told otherwise."""
    return _home("XDG_STATE_HOME", ".local/state", environ) / "engined" / "engined.log"


def default_keys(environ: Mapping[str, str] = os.environ) -> Path:
    """Where ``engined keys`` keeps the keys of a daemon whose settings name none."""
    return _home("XDG_CONFIG_HOME", ".config", environ) / "engined" / "keys"


def default_weights(environ: Mapping[str, str] = os.environ) -> Path:
    """Where trained weights are looked for, before those that are shipped, unless told otherwise."""
    return _home("XDG_DATA_HOME", ".local/share", environ) / "engined" / "weights"


def default_training(environ: Mapping[str, str] = os.environ) -> Path:
    """Where trainings keep their work."""
    return _home("XDG_STATE_HOME", ".local/state", environ) / "engined" / "training"


def default_crashes(environ: Mapping[str, str] = os.environ) -> Path:
    """Where reports go of searches that brought the engine down, unless told otherwise."""
    return _home("XDG_STATE_HOME", ".local/state", environ) / "engined" / "crashes"


def default_cache(environ: Mapping[str, str] = os.environ) -> Path:
    """Where compiled kernels are kept unless told otherwise."""
    return _home("XDG_CACHE_HOME", ".cache", environ) / "engined"


@dataclass(frozen=True, slots=True, kw_only=True)
class Config:
    """All settings of a daemon. Every field can be set by ``ENGINED_NAME`` and by ``name`` in the file."""

    text: Text = "none"
    sockets: bool = False
    """Whether to serve ZeroMQ sockets."""
    endpoint: str | None = None
    """A folder, or ``tcp://HOST:PORT``; None is the runtime folder of this user."""
    private: bool = False
    """End when stdin ends, though it carries nothing: the life line of a daemon with one owner."""
    allow_remote: bool = False
    """Let anyone come in from beyond loopback, without keys."""
    curve_secret: Path | None = None
    """File with the daemon's CURVE keys."""
    curve_clients: Path | None = None
    """Folder with the public CURVE keys of those who may come in."""
    threads: Count = field(default_factory=cores)
    """The number of threads that search at once."""
    job_threads: Count | None = None
    """The threads of a job that names no number; None is one where there are sockets, else all."""
    memory: Count | None = None
    """All memory; None: :func:`engined.memory.usual`."""
    table_mib: Count | None = None
    """Memory of transposition tables, in all; None: half of what the programs leave."""
    cache: Path = field(default_factory=default_cache)
    weights: Path = field(default_factory=default_weights)
    """Folder with weights that ``engined train`` has made."""
    crashes: Path = field(default_factory=default_crashes)
    """Folder for reports of searches that brought the engine down."""
    store: Path | None = field(default_factory=default_store)
    """File of the store of exact results, books and sessions; None if nothing is to be kept."""
    variants: tuple[Path, ...] = ()
    """Folders with declarations of the user's."""
    variant: str = "othello"
    """The variant that text protocols begin with, and that sockets find compiled."""
    warm: tuple[str, ...] = ()
    """Variants that a daemon of sockets has compiled beside its work, or ``all``; separated by commas in
    ``ENGINED_WARM``."""
    coordinates: Literal["auto", "othello", "go"] = "auto"
    """How GTP names squares: as Othello players do (a1 top left), as Go players do, or as the controller seems to."""
    byoyomi: Literal["unlimited", "increment", "per-move", "refills"] = "unlimited"
    """The meaning of a GTP byoyomi time for 0 stones."""
    ponder: bool = False
    """Whether the engine of a GUI thinks in its opponent's time."""
    language: Literal["en", "ja"] | None = None
    """The language of what commands say to people; None takes that of the locale."""
    book: Literal["all", "own", "none"] = "all"
    """The books that are used: the store's and those that come with engined, the store's own, or none."""
    variety: Variety = 0.5
    """Moves of the book that give away so many discs are played, too, e times as seldom as the best; 0: the best."""
    level: Level | None = None
    """How weakly the engine of a GTP program plays, from 1; None: as strong as it can."""
    metrics: str | None = None
    """``PORT`` on loopback, or ``ADDRESS:PORT``, where Prometheus finds figures by HTTP; None: nowhere."""
    log_level: Literal["debug", "info", "warning", "error"] = "info"
    log_requests: Path | None = None
    """File for all requests and finals, for ``engined replay``; None: they are nowhere."""
    log: Path | None = None
    """File of the log; ``-`` is stderr. None: the terminal of a daemon of sockets, or :func:`default_log` without one.
    """

    def __post_init__(self) -> None:
        for name in ("threads", "job_threads", "memory", "table_mib"):
            if (value := getattr(self, name)) is not None and value < 1:
                raise ConfigError(f"{name}: {value} is not a whole number of at least 1")
        if (self.curve_secret is None) != (self.curve_clients is None):
            raise ConfigError("the settings curve_secret and curve_clients belong together: give both or none")
        try:
            share_out(self.memory_in_all, self.table_mib)
        except ValueError as error:
            raise ConfigError(f"memory: {error}") from None

    @property
    def memory_in_all(self) -> int:
        """Mebibytes of all memory."""
        return usual(self.table_mib) if self.memory is None else self.memory

    @property
    def shares(self) -> Shares:
        """Who may have how much of it."""
        return share_out(self.memory_in_all, self.table_mib)

    @property
    def threads_of_a_job(self) -> int:
        """The number of threads of a job that names none itself."""
        return self.job_threads or (1 if self.sockets else self.threads)


def read_config(
    settings: Mapping[str, object],
    *,
    environ: Mapping[str, str] = os.environ,
    file: Path | None = None,
) -> Config:
    """The configuration: ``settings`` (None is not given), else ``ENGINED_*``, else the file, else defaults.

    The file is ``$XDG_CONFIG_HOME/engined/config.toml`` unless named; it need not exist unless it is named.
    An empty string for ``store`` means none; any other empty variable of the environment is as good as not set. Raises
    ConfigError.
    """
    known = {setting.name for setting in fields(Config)}
    merged: dict[str, object] = {}
    path = file or _home("XDG_CONFIG_HOME", ".config", environ) / "engined" / "config.toml"
    if file is not None or path.is_file():
        merged |= _checked(_read_file(path), known, lambda name: f"{path}: {name}")
    variables = {name: f"ENGINED_{name.upper()}" for name in known}
    present = {name: environ[variable] for name, variable in variables.items() if variable in environ}
    named = {name: value for name, value in present.items() if value or name == "store"}
    merged |= _checked(_from_environment(named), known, lambda name: variables[name])
    given = {name: value for name, value in settings.items() if value is not None}
    merged |= _checked(given, known, lambda name: f"--{name.replace('_', '-')}")
    try:
        return msgspec.convert(merged, Config, strict=False, dec_hook=_path)
    except msgspec.ValidationError as error:
        raise ConfigError(str(error)) from None


def _checked(settings: Mapping[str, Any], known: set[str], called: Callable[[str], str]) -> dict[str, Any]:
    """The settings, if each alone would do. Raises ConfigError; ``called`` says what a setting is called there."""
    for name, value in settings.items():
        if name not in known:
            near = get_close_matches(name, known, 1)
            hint = f"did you mean {near[0]!r}?" if near else f"there are {', '.join(sorted(known))}"
            raise ConfigError(f"{called(name)}: there is no such setting; {hint}")
        lone = {name: value}
        if name.startswith("curve_"):
            lone = {"curve_secret": value, "curve_clients": value}
        try:
            msgspec.convert(lone, Config, strict=False, dec_hook=_path)
        except msgspec.ValidationError as error:
            if isinstance(error.__cause__, ConfigError):
                reason = str(error.__cause__).removeprefix(f"{name}: ")
                raise ConfigError(f"{called(name)}: {reason}") from None
            raise ConfigError(f"{called(name)}: {fault(error, Config, lone).message}") from None
    if settings.get("store") == "":
        return {**settings, "store": None}
    return dict(settings)


def _read_file(path: Path) -> dict[str, Any]:
    try:
        return read_toml(path)
    except FileError as error:
        raise ConfigError(str(error)) from None


def _from_environment(named: Mapping[str, str]) -> dict[str, object]:
    """Folders are separated as in PATH, names by commas."""
    separators = {"variants": os.pathsep, "warm": ","}
    return {name: _parts(value, separators.get(name)) for name, value in named.items()}


def _parts(value: str, separator: str | None) -> object:
    return value if separator is None else [part for part in value.split(separator) if part]


def _path(kind: type, value: object) -> object:
    if kind is Path and isinstance(value, str | Path):
        return Path(value).expanduser()
    raise TypeError(f"not a path: {value!r}")
