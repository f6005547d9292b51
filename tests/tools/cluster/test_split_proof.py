"""The split proof against minimax by the rules, whatever the estimates are and in whatever order answers come."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engined.rules.position import Position, parse_position, start
from engined.tools.cluster.proof_tree import ProofTree
from engined.tools.cluster.split_proof import Expand, Prove, SplitProof
from engined.variants.catalogue import Catalogue

from .late_positions import late_positions, value

EMPTIES, FRONTIER = 6, 3
OTHELLO = Catalogue().get("othello")


@cache
def worth(position: Position) -> int:
    return round(value(position))


def answer(proof: SplitProof, question: Expand | Prove, estimate: Callable[[Position], float]) -> None:
    """As a search would: of bounds it gives only what the window needs."""
    position = question.node.position
    if isinstance(question, Expand):
        assert position.empties > FRONTIER
        proof.expanded(question, {move: -estimate(position.play(move)) for move in position.legal()})
        return
    assert position.empties <= FRONTIER
    if worth(position) >= question.least:
        proof.bounded(question, question.least, 64)
    else:
        proof.bounded(question, -64, question.least - 1)


def proven(
    position: Position, thought: float, estimate: Callable[[Position], float], chance: random.Random, at_once: int
) -> tuple[SplitProof, int]:
    """The finished proof, and how many searches to the end it took; answers come in a random order."""
    proof, under_way, searches = SplitProof(position, FRONTIER, thought), list[Expand | Prove](), 0
    while not proof.proven:
        while len(under_way) < at_once and (question := proof.next()) is not None:
            under_way.append(question)
        question = under_way.pop(chance.randrange(len(under_way)))
        searches += isinstance(question, Prove)
        answer(proof, question, estimate)
        for each in proof.superfluous():
            proof.dropped(each)
            under_way.remove(each)
    return proof, searches


@given(
    text=st.sampled_from(late_positions(12, EMPTIES)),
    noise=st.sampled_from([0, 3, 40]),
    thought=st.integers(-64, 64),
    seed=st.integers(0, 1 << 30),
    at_once=st.integers(1, 9),
)
def test_the_value_is_that_of_the_rules(text: str, noise: int, thought: int, seed: int, at_once: int) -> None:
    position, chance = parse_position(OTHELLO, text), random.Random(seed)
    proof, _ = proven(position, thought, lambda each: worth(each) + chance.uniform(-noise, noise), chance, at_once)
    assert proof.bounds == (worth(position), worth(position))
    moves, node = proof.line()
    for move in moves:
        position = position.play(move)
    assert position == node.position
    assert node.lower == node.upper == worth(position)
    assert position.over or position.empties <= FRONTIER


@pytest.mark.parametrize("text", late_positions(4, EMPTIES))
def test_a_right_guess_costs_no_more_than_a_wrong_one_and_far_less_than_all(text: str) -> None:
    position = parse_position(OTHELLO, text)
    _, searches = proven(position, worth(position), worth, random.Random(1), 1)
    blind, blind_searches = proven(position, 0, lambda each: 0.0, random.Random(1), 1)
    assert searches <= blind_searches
    assert searches < frontier_of(position)
    assert blind.proven


def frontier_of(position: Position) -> int:
    """How many positions a search without cuts would prove."""
    seen: set[str] = set()

    def visit(each: Position) -> int:
        if each.over or each.digest in seen:
            return 0
        seen.add(each.digest)
        return 1 if each.empties <= FRONTIER else sum(visit(each.play(move)) for move in each.legal())

    return visit(position)


def test_bounds_of_one_move_leave_the_others_open() -> None:
    position = start(Catalogue().get("othello-4x4"))
    proof = SplitProof(position, 11, 0)
    first = proof.next()
    assert isinstance(first, Expand)
    proof.expanded(first, dict.fromkeys(position.legal(), 0.0))
    asked = [question for _ in range(4) if (question := proof.next()) is not None]
    best = asked[0]
    assert isinstance(best, Prove)
    proof.bounded(best, -16, -10)
    assert proof.bounds == (10, 16)
    assert proof.superfluous() == []  # whether the root is worth 11 hangs on every other move
    for question in asked[1:]:
        assert isinstance(question, Prove)
        proof.bounded(question, -10, 16)
    again = proof.next()
    assert isinstance(again, Prove)
    assert (again.node, again.least) == (best.node, -10)
    proof.bounded(again, -10, -10)
    assert proof.proven
    assert proof.next() is None


def test_what_is_under_way_for_something_decided_is_superfluous() -> None:
    """One good reply refutes a move: the other replies need no search."""
    position = start(Catalogue().get("othello-4x4"))
    proof = SplitProof(position, 10, 0)
    while isinstance(reply := proof.next(), Expand):
        proof.expanded(reply, dict.fromkeys(reply.node.position.legal(), 0.0))
    assert isinstance(reply, Prove)
    asked = [question for _ in range(12) if (question := proof.next()) is not None]
    others = [question for question in asked if question.node.parents == reply.node.parents]
    assert others
    proof.bounded(reply, -16, -16)
    assert proof.superfluous() == others


def test_a_position_is_asked_about_once_at_a_time() -> None:
    proof = SplitProof(start(Catalogue().get("othello-4x4")), 12, 0)
    first = proof.next()
    assert isinstance(first, Prove)
    assert proof.next() is None
    proof.dropped(first)
    assert proof.next() == first


def test_proofs_that_contradict_each_other_are_told() -> None:
    tree = ProofTree(start(OTHELLO))
    assert list(tree.narrow(tree.root, 2, 2)) == [tree.root]
    with pytest.raises(ValueError, match=r"proofs contradict each other: \(2, 2\) and \(4, 4\)"):
        list(tree.narrow(tree.root, 4, 4))
