"""An exercise: a position whose best move the user looks for, with as many tries as it takes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, NamedTuple

from engined_protocol.messages import Position
from engined_protocol.notation import split_transcript

from ..client import Client
from ..drawing.text import number_text, turn_line
from ..drawing.wording import Wording
from ..errors import ServiceError
from ..terminal.asking import typed
from ..terminal.output import terminal
from .hints import STEPS, hint
from .judge import Judgement

Outcome = Literal["right", "helped", "left", "quit"]
"""Right at once; found after other tries or with help, or shown; left alone; or the user wants no more."""

COMMANDS = (
    ("hint", "where to look; again: what kind of move; again: the move"),
    ("answer", "the move"),
    ("skip", "the next one"),
    ("board", "draw the board again"),
    ("quit", "leave (so do Ctrl-D and Ctrl-C)"),
)


class Exercise(NamedTuple):
    """What is asked."""

    position: Position
    """The position of a session."""
    question: str
    judged: Callable[[str], Judgement]
    """The function that judges a legal move. Raises ServiceError."""
    best: Callable[[], str]
    """The move that hints lead to. Raises ServiceError."""


def ask(client: Client, exercise: Exercise, words: Wording) -> Outcome:
    """Ask until the best move, or one as good, is found, or the user goes on."""
    position, screen = exercise.position, terminal(words)

    def draw() -> None:
        print()
        screen.board(position)
        screen.sentences([turn_line(position, words), exercise.question])

    draw()
    tries = step = 0
    while True:
        line = typed(words.told(position.mover))
        if line is None:
            return "quit"
        try:
            match line.lower():
                case "":
                    continue
                case "skip":
                    return "left"
                case "board":
                    draw()
                    continue
                case "help" | "?":
                    screen.lines([f"  {command:<8}{words(text)}" for command, text in COMMANDS])
                    continue
                case "hint" | "answer" as word:
                    step = STEPS if word == "answer" else min(step + 1, STEPS)
                    screen.sentences([hint(client, position, exercise.best(), step, words)])
                    if step == STEPS:
                        return "helped"
                    continue
            move = legal_move(client, position, line, words)
            with screen.thinking(words("thinking")):
                judgement = exercise.judged(move)
        except ServiceError as error:
            print(f"? {words.notation.retold(error.message)}")
            continue
        except ValueError as error:
            print(f"? {error}")
            continue
        tries += 1
        screen.sentences([verdict(judgement, words)])
        if judgement.as_good:
            return "right" if tries == 1 and step == 0 else "helped"


def verdict(judgement: Judgement, words: Wording) -> str:
    """What is said of a move that was tried."""
    played, best = judgement.played, judgement.best
    if judgement.as_good:
        return words(
            "{move} is right: {score} ({kind})",
            move=words.move(played.move),
            score=number_text(played.score, played.kind),
            kind=words.told(played.kind),
        )
    return words(
        "{move} gives away {loss}: {score}, and {better} is possible ({kind})",
        move=words.move(played.move),
        loss=f"{best.score - played.score:.3g}",
        score=number_text(played.score, played.kind),
        better=number_text(best.score, best.kind),
        kind=words.told(judgement.kind),
    )


def legal_move(client: Client, position: Position, line: str, words: Wording) -> str:
    """The move that was typed, as messages have it. Raises ValueError, and ServiceError where it cannot be played."""
    try:
        split_transcript(line)
    except ValueError:
        raise ValueError(words("neither a move nor a command: {line} (try `help`)", line=repr(line[:30]))) from None
    moves = words.notation.read_moves(line)
    if len(moves) != 1:
        raise ValueError(words("one move at a time"))
    return client.show(session=position.session, moves=moves).moves[len(position.moves)]
