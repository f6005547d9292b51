"""``engined completion``: what a shell needs to complete commands, options, variants and files."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator, Mapping
from shlex import quote

from .options import Option, Told, commands

SUMMARY = "completion for bash, zsh or fish, to be read by the shell"
EXAMPLES = (
    ('eval "$(engined completion bash)"', "in ~/.bashrc; zsh likewise, after compinit"),
    ("engined completion fish > ~/.config/fish/completions/engined.fish", "for fish"),
)


def add_arguments(parser: ArgumentParser) -> None:
    """Add the command's own arguments."""
    parser.add_argument("shell", metavar="SHELL", choices=tuple(_SHELLS), help=", ".join(_SHELLS))


def run(arguments: Namespace) -> int:
    """Print the shell's script."""
    print("\n".join(_SHELLS[arguments.shell]()))
    return 0


def _variants() -> str:
    from engined.variants.catalogue import Catalogue

    return " ".join(Catalogue().names())


# --- bash -----------------------------------------------------------------------------------------


def _bash() -> Iterator[str]:
    told = list(commands())
    yield "# bash completion of engined"
    yield f"_engined_variants={quote(_variants())}"
    yield "_engined() {"
    yield '  local cur="${COMP_WORDS[COMP_CWORD]}" prev="${COMP_WORDS[COMP_CWORD-1]}" words=""'
    yield "  COMPREPLY=()"
    yield "  if ((COMP_CWORD == 1)); then"
    yield f'    COMPREPLY=($(compgen -W {quote(" ".join(command.name for command in told))} -- "$cur"))'
    yield "    return"
    yield "  fi"
    yield '  case "${COMP_WORDS[1]}" in'
    for command in told:
        yield f"    {command.name})"
        yield from _bash_options(command)
        yield "      ;;"
    yield "  esac"
    yield '  COMPREPLY=($(compgen -W "$words" -- "$cur"))'
    yield "}"
    yield "complete -o default -F _engined engined"


def _bash_options(command: Told) -> Iterator[str]:
    options = [*command.options, *(option for verb in command.verbs for option in verb.options)]
    yield '      case "$prev" in'
    for option in {option.names: option for option in options}.values():
        if option.value != "none":
            words = {"choice": " ".join(option.choices), "variant": "$_engined_variants"}.get(option.value, "")
            yield f'        {"|".join(option.names)}) COMPREPLY=($(compgen -W "{words}" -- "$cur")); return ;;'
    yield "      esac"
    known = dict.fromkeys(name for option in options for name in option.names)
    yield f"      if [[ $cur == -* ]]; then words={quote(' '.join(known))}"
    first = " ".join(verb.name for verb in command.verbs)
    if first:
        yield f"      elif ((COMP_CWORD == 2)); then words={quote(first)}"
    elif command.variants:
        yield '      else words="$_engined_variants"'
    elif command.choices:
        yield f"      else words={quote(' '.join(command.choices))}"
    yield "      fi"


# --- zsh ------------------------------------------------------------------------------------------


def _zsh() -> Iterator[str]:
    told = list(commands())
    yield "#compdef engined"
    yield f"_engined_variants=({_variants()})"
    yield "_engined() {"
    yield "  local -a commands verbs"
    yield "  commands=("
    for command in told:
        yield f"    {quote(f'{command.name}:{command.summary}')}"
    yield "  )"
    yield "  if ((CURRENT == 2)); then _describe command commands; return; fi"
    yield "  local name=$words[2]"
    yield "  shift words; ((CURRENT--))"
    yield "  case $name in"
    for command in told:
        yield f"    {command.name})"
        if command.verbs:
            yield from _zsh_verbs(command)
        else:
            yield from _zsh_arguments(command, "      ")
        yield "      ;;"
    yield "  esac"
    yield "}"
    yield 'if [[ $funcstack[1] == _engined ]]; then _engined "$@"; else compdef _engined engined; fi'


def _zsh_verbs(command: Told) -> Iterator[str]:
    yield f"      verbs=({' '.join(quote(f'{verb.name}:{verb.summary}') for verb in command.verbs)})"
    yield "      if ((CURRENT == 2)); then _describe verb verbs; return; fi"
    yield "      name=$words[2]; shift words; ((CURRENT--))"
    yield "      case $name in"
    for verb in command.verbs:
        yield f"        {verb.name})"
        yield from _zsh_arguments(verb, "          ")
        yield "          ;;"
    yield "      esac"


def _zsh_arguments(command: Told, indent: str) -> Iterator[str]:
    specs = [spec for option in command.options for spec in _zsh_option(option)]
    rest = "$_engined_variants" if command.variants else " ".join(command.choices)
    specs.append(f'"*: :({rest})"' if rest else "'*:file:_files'")
    yield f"{indent}_arguments {' '.join(specs)}"


def _zsh_option(option: Option) -> Iterator[str]:
    text = option.help.replace("[", "(").replace("]", ")").replace(":", " -")
    for name in option.names:
        match option.value:
            case "none":
                yield quote(f"{name}[{text}]")
            case "choice":
                yield quote(
                    f"{name}[{text}]:{option.metavar.strip('{}')}:({' '.join(option.choices)})".replace(",", " ")
                )
            case "variant":
                yield quote(f"{name}[{text}]:variant:") + '"($_engined_variants)"'
            case "file":
                yield quote(f"{name}[{text}]:{option.metavar}:_files")
            case "anything":
                yield quote(f"{name}[{text}]:{option.metavar}: ")


# --- fish -----------------------------------------------------------------------------------------


def _fish() -> Iterator[str]:
    yield "# fish completion of engined"
    yield f"set -g __engined_variants {_variants()}"
    yield "complete -c engined -n __fish_use_subcommand -f"
    for command in commands():
        yield f"complete -c engined -n __fish_use_subcommand -a {command.name} -d {_fish_text(command.summary)}"
        seen = f"'__fish_seen_subcommand_from {command.name}'"
        for verb in command.verbs:
            yield f"complete -c engined -n {seen} -f -a {verb.name} -d {_fish_text(verb.summary)}"
        options = [*command.options, *(option for verb in command.verbs for option in verb.options)]
        for option in {option.names: option for option in options}.values():
            yield f"complete -c engined -n {seen} {_fish_option(option)}"
        if command.variants:
            yield f"complete -c engined -n {seen} -f -a '$__engined_variants'"
        elif command.choices:
            yield f"complete -c engined -n {seen} -f -a {_fish_text(' '.join(command.choices))}"


def _fish_option(option: Option) -> str:
    names = [f"-l {name[2:]}" if name.startswith("--") else f"-s {name[1:]}" for name in option.names]
    value = {
        "none": "",
        "anything": "-x",
        "file": "-r -F",
        "variant": "-x -a '$__engined_variants'",
        "choice": f"-x -a {_fish_text(' '.join(option.choices))}",
    }[option.value]
    return " ".join(part for part in [*names, value, f"-d {_fish_text(option.help)}"] if part)


def _fish_text(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace("'", "\\'")
    return f"'{escaped}'"


_SHELLS: Mapping[str, Callable[[], Iterator[str]]] = {"bash": _bash, "zsh": _zsh, "fish": _fish}
