from __future__ import annotations

import pickle
from collections.abc import Iterator

import msgspec
import pytest

from engined.engine.engine import Engine
from engined.rules.position import parse_position
from engined.tools.cluster.question import Declared, OtherVariant, ProofAnswer, ProofQuestion
from engined.tools.cluster.worker import Unwanted, answered
from engined.variants.catalogue import Catalogue
from engined_protocol import messages as m

from .late_positions import late_positions, value

OTHELLO = Catalogue().get("othello")
NAMED = Declared("othello", OTHELLO.digest)
TEXT = 'name = "mine"\ninherits = "othello"\n[scoring]\nmisere = true\n'
MINE = Declared("mine", Catalogue().check(TEXT).digest, TEXT)


@pytest.fixture(scope="module")
def engine() -> Iterator[Engine]:
    engine = Engine(table_mib=16)
    yield engine
    engine.close()


def solve(start: str, declared: Declared = NAMED) -> ProofQuestion:
    return ProofQuestion(declared, m.Solve(id="", variant=declared.name, start=start))


@pytest.mark.parametrize("start", late_positions(3, 5))
def test_an_answer_is_right_and_travels(engine: Engine, start: str) -> None:
    question = solve(start)
    answer = answered(pickle.loads(pickle.dumps(question)), engine)
    assert answer.analysis is not None
    assert answer.analysis.score == value(parse_position(OTHELLO, start))
    assert answer.solved is not None
    assert answer.solved.digest == parse_position(OTHELLO, start).digest
    assert msgspec.json.decode(msgspec.json.encode(answer), type=ProofAnswer) == answer


def test_a_question_has_one_key() -> None:
    first, second = late_positions(2, 5)
    keys = [solve(first).key, solve(second).key, solve(first, MINE).key, solve(first).key]
    assert len(set(keys)) == 3
    assert keys[0] == keys[3]


def test_a_declaration_travels_as_its_text() -> None:
    variant = MINE.variant()
    assert (variant.digest, variant.scoring.misere) == (MINE.digest, True)


def test_another_declaration_of_the_name_is_refused() -> None:
    with pytest.raises(OtherVariant, match="othello is not declared alike on all machines"):
        Declared("othello", "0" * 32).variant()


def test_a_bad_question_is_answered_with_its_fault(engine: Engine) -> None:
    bad = ProofQuestion(NAMED, m.Solve(id="", variant="othello", moves=("f5", "a1")))
    assert answered(bad, engine) == ProofAnswer(fault="a1: White may not place on a1: it captures nothing")


def test_a_search_that_nobody_wants_ends(engine: Engine) -> None:
    endless = ProofQuestion(NAMED, m.Analyse(id="", variant="othello"))
    with pytest.raises(Unwanted):
        answered(endless, engine, lambda: False)
