"""``engined check``: is this declaration right, and if not, where is it wrong?"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

from ..errors import ServiceError
from ..terminal.command import Exit, WrongInput, add_daemon_options, complain, connected, read_input, read_text, said

SUMMARY = "check a declaration; names the line and the field at fault"
EXAMPLES = (("engined check hollow.toml", "says what it is, or what is wrong and where"),)


def add_arguments(parser: ArgumentParser) -> None:
    """Add the command's own arguments."""
    parser.add_argument("files", metavar="FILE", nargs="+", help="a declaration (TOML); - reads standard input")
    add_daemon_options(parser)


def run(arguments: Namespace) -> int:
    """Print one line a good file; complain about each bad one and exit with 1."""
    code = Exit.FINE
    with connected(arguments) as client:
        for file in arguments.files:
            try:
                text = read_input() if file == "-" else read_text(Path(file))
                description = client.check(text)
            except ServiceError as error:
                complain(f"{file}: {said(error)}")
                code = Exit.WRONG_INPUT
            except WrongInput as error:
                complain(str(error))
                code = Exit.WRONG_INPUT
            else:
                board = f"{description.width}x{description.height}, {description.cells} cells"
                print(f"{file}: {description.name}: fine ({board}, {len(description.seats)} seats)")
    return code
