"""What reaches slow, lost and vanished clients."""

from __future__ import annotations

from collections import defaultdict, deque

from hypothesis import given
from hypothesis import strategies as st

from engined.daemon.outbox import GRACE, MOST_WAITING, Delivery, Outbox

ANN, NOBODY = b"ann", b"\0made up"


class Pipes:
    """Clients' pipes: each takes as many frames as the test lets it."""

    def __init__(self) -> None:
        self.room: dict[bytes, int] = defaultdict(lambda: 10**9)
        self.there: dict[bytes, bool] = defaultdict(lambda: True)
        self.got: dict[bytes, deque[list[bytes]]] = defaultdict(deque)

    def deliver(self, client: bytes, parts: list[bytes]) -> Delivery:
        if not self.there[client]:
            return Delivery.UNREACHABLE
        if self.room[client] <= 0:
            return Delivery.FULL
        self.room[client] -= 1
        self.got[client].append(parts)
        return Delivery.TAKEN


def test_a_full_pipe_drops_offers_and_keeps_posts() -> None:
    pipes = Pipes()
    outbox = Outbox(pipes.deliver)
    pipes.room[ANN] = 1
    assert outbox.offer(ANN, [b"1"], 0)
    assert not outbox.offer(ANN, [b"2"], 0)
    outbox.post(ANN, [b"3"], 0)
    pipes.room[ANN] = 1
    assert not outbox.offer(ANN, [b"4"], 0)  # nothing overtakes a final
    outbox.post(ANN, [b"5"], 0)
    assert outbox.flush(0) == []
    assert list(pipes.got[ANN]) == [[b"1"], [b"3"]]
    pipes.room[ANN] = 10
    assert outbox.flush(0) == []
    assert list(pipes.got[ANN]) == [[b"1"], [b"3"], [b"5"]]
    assert not outbox.waiting


def test_a_client_with_a_name_may_come_back() -> None:
    pipes = Pipes()
    outbox = Outbox(pipes.deliver)
    pipes.there[ANN] = False
    outbox.post(ANN, [b"final"], 100.0)
    assert outbox.flush(100.0 + GRACE / 2) == []
    assert not outbox.unsent
    pipes.there[ANN] = True
    assert outbox.flush(100.0 + GRACE) == []
    assert list(pipes.got[ANN]) == [[b"final"]]


def test_a_client_that_stays_away_is_given_up() -> None:
    pipes = Pipes()
    outbox = Outbox(pipes.deliver)
    pipes.there[ANN] = False
    outbox.post(ANN, [b"final"], 100.0)
    assert outbox.flush(100.0 + GRACE) == [ANN]
    assert not outbox.waiting


def test_a_made_up_name_never_comes_back() -> None:
    pipes = Pipes()
    outbox = Outbox(pipes.deliver)
    pipes.there[NOBODY] = False
    assert not outbox.offer(NOBODY, [b"info"], 5.0)
    assert outbox.flush(5.0) == [NOBODY]


def test_a_client_that_never_reads_is_given_up() -> None:
    pipes = Pipes()
    outbox = Outbox(pipes.deliver)
    pipes.room[ANN] = 0
    for _ in range(MOST_WAITING):
        outbox.post(ANN, [b"x"], 0)
    assert outbox.flush(0) == []
    outbox.post(ANN, [b"x"], 0)
    assert outbox.flush(0) == [ANN]


def test_the_silent_are_known() -> None:
    pipes = Pipes()
    outbox = Outbox(pipes.deliver)
    outbox.heard(ANN, 10.0)
    outbox.post(b"bob", [b"x"], 20.0)
    assert outbox.silent_since(15.0) == [ANN]
    outbox.heard(ANN, 30.0)
    assert outbox.silent_since(25.0) == [b"bob"]


@given(st.lists(st.one_of(st.tuples(st.booleans(), st.integers(0, 3)), st.integers(0, 3)), max_size=40))
def test_posts_arrive_once_and_in_order(steps: list[tuple[bool, int] | int]) -> None:
    pipes = Pipes()
    outbox = Outbox(pipes.deliver)
    pipes.room[ANN] = 0
    posted = []
    for number, step in enumerate(steps):
        if isinstance(step, int):
            pipes.room[ANN] += step
            outbox.flush(0)
        elif step[0]:
            posted.append([b"post", str(number).encode()])
            outbox.post(ANN, posted[-1], 0)
        else:
            outbox.offer(ANN, [b"offer", str(number).encode()], 0)
    pipes.room[ANN] = 1000
    outbox.flush(0)
    assert [parts for parts in pipes.got[ANN] if parts[0] == b"post"] == posted
