"""What reaches slow, lost and vanished clients."""

from __future__ import annotations

from collections import defaultdict, deque

from hypothesis import given
from hypothesis import strategies as st

from engined.daemon.sockets.send_queue import FRAME, GRACE, MOST_WAITING, Delivery, SendQueue

ROOMY = 1 << 30
"""Bytes that no test here leaves unread, but those about that."""
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
    send_queue = SendQueue(pipes.deliver, ROOMY)
    pipes.room[ANN] = 1
    assert send_queue.offer(ANN, [b"1"], 0)
    assert not send_queue.offer(ANN, [b"2"], 0)
    send_queue.post(ANN, [b"3"], 0)
    pipes.room[ANN] = 1
    assert not send_queue.offer(ANN, [b"4"], 0)  # nothing overtakes a final
    send_queue.post(ANN, [b"5"], 0)
    assert send_queue.flush(0) == []
    assert list(pipes.got[ANN]) == [[b"1"], [b"3"]]
    pipes.room[ANN] = 10
    assert send_queue.flush(0) == []
    assert list(pipes.got[ANN]) == [[b"1"], [b"3"], [b"5"]]
    assert not send_queue.waiting


def test_of_news_of_a_request_the_latest_waits() -> None:
    pipes = Pipes()
    send_queue = SendQueue(pipes.deliver, ROOMY)
    pipes.room[ANN] = 1
    assert not send_queue.tell(ANN, "a", [b"a1"], 0)
    assert not send_queue.tell(ANN, "a", [b"a2"], 0)
    assert not send_queue.tell(ANN, "b", [b"b1"], 0)
    assert [send_queue.tell(ANN, "a", [b"a%d" % number], 0) for number in (3, 4)] == [True, True]
    assert (send_queue.waiting, send_queue.unsent, send_queue.size) == (True, False, 2 * (2 + FRAME))
    pipes.room[ANN] = 10
    assert send_queue.flush(0) == []
    assert list(pipes.got[ANN]) == [[b"a1"], [b"b1"], [b"a4"]]
    assert (send_queue.waiting, send_queue.size) == (False, 0)


def test_news_never_come_after_the_final() -> None:
    pipes = Pipes()
    send_queue = SendQueue(pipes.deliver, ROOMY)
    pipes.room[ANN] = 0
    send_queue.tell(ANN, "a", [b"a1"], 0)
    send_queue.tell(ANN, "b", [b"b1"], 0)
    assert send_queue.drop_news(ANN, "a")
    send_queue.post(ANN, [b"final a"], 0)
    pipes.room[ANN] = 10
    send_queue.flush(0)
    assert list(pipes.got[ANN]) == [[b"final a"], [b"b1"]]
    assert not send_queue.drop_news(ANN, "a")


def test_news_of_a_client_that_is_gone_are_forgotten() -> None:
    pipes = Pipes()
    send_queue = SendQueue(pipes.deliver, ROOMY)
    pipes.there[NOBODY] = False
    send_queue.tell(NOBODY, "a", [b"a1"], 0)
    assert send_queue.flush(GRACE) == [NOBODY]
    assert (send_queue.waiting, send_queue.size) == (False, 0)


def test_a_client_with_a_name_may_come_back() -> None:
    pipes = Pipes()
    send_queue = SendQueue(pipes.deliver, ROOMY)
    pipes.there[ANN] = False
    send_queue.post(ANN, [b"final"], 100.0)
    assert send_queue.flush(100.0 + GRACE / 2) == []
    assert not send_queue.unsent
    pipes.there[ANN] = True
    assert send_queue.flush(100.0 + GRACE) == []
    assert list(pipes.got[ANN]) == [[b"final"]]


def test_a_client_that_stays_away_is_given_up() -> None:
    pipes = Pipes()
    send_queue = SendQueue(pipes.deliver, ROOMY)
    pipes.there[ANN] = False
    send_queue.post(ANN, [b"final"], 100.0)
    assert send_queue.flush(100.0 + GRACE) == [ANN]
    assert not send_queue.waiting


def test_a_made_up_name_never_comes_back() -> None:
    pipes = Pipes()
    send_queue = SendQueue(pipes.deliver, ROOMY)
    pipes.there[NOBODY] = False
    assert not send_queue.offer(NOBODY, [b"info"], 5.0)
    assert send_queue.flush(5.0) == [NOBODY]


def test_a_client_that_never_reads_is_given_up() -> None:
    pipes = Pipes()
    send_queue = SendQueue(pipes.deliver, ROOMY)
    pipes.room[ANN] = 0
    for _ in range(MOST_WAITING):
        send_queue.post(ANN, [b"x"], 0)
    assert send_queue.flush(0) == []
    send_queue.post(ANN, [b"x"], 0)
    assert send_queue.flush(0) == [ANN]


def test_a_client_that_leaves_many_bytes_unread_is_given_up() -> None:
    pipes = Pipes()
    send_queue = SendQueue(pipes.deliver, 10_000)
    pipes.room[ANN] = 0
    send_queue.post(ANN, [b"x" * 4000], 0)
    assert send_queue.flush(0) == []
    send_queue.post(ANN, [b"x" * 1000], 0)
    assert send_queue.size > 5000
    assert send_queue.flush(0) == [ANN]
    assert send_queue.size == 0


def test_of_all_that_leave_too_much_the_one_with_most_is_given_up() -> None:
    pipes = Pipes()
    send_queue = SendQueue(pipes.deliver, 10_000)
    clients = [b"%d" % number for number in range(4)]
    for number, client in enumerate(clients):
        pipes.room[client] = 0
        send_queue.post(client, [b"x" * (2000 + 100 * number)], 0)
    assert send_queue.flush(0) == []
    send_queue.post(clients[1], [b"x" * 1500], 0)
    assert send_queue.flush(0) == [clients[1]]
    pipes.room[clients[0]] = 1
    assert send_queue.flush(0) == []
    assert send_queue.size == 2200 + 2300 + 2 * FRAME


def test_the_silent_are_known() -> None:
    pipes = Pipes()
    send_queue = SendQueue(pipes.deliver, ROOMY)
    send_queue.heard(ANN, 10.0)
    send_queue.post(b"bob", [b"x"], 20.0)
    assert send_queue.silent_since(15.0) == [ANN]
    send_queue.heard(ANN, 30.0)
    assert send_queue.silent_since(25.0) == [b"bob"]


@given(st.lists(st.one_of(st.tuples(st.booleans(), st.integers(0, 3)), st.integers(0, 3)), max_size=40))
def test_posts_arrive_once_and_in_order(steps: list[tuple[bool, int] | int]) -> None:
    pipes = Pipes()
    send_queue = SendQueue(pipes.deliver, ROOMY)
    pipes.room[ANN] = 0
    posted = []
    for number, step in enumerate(steps):
        if isinstance(step, int):
            pipes.room[ANN] += step
            send_queue.flush(0)
        elif step[0]:
            posted.append([b"post", str(number).encode()])
            send_queue.post(ANN, posted[-1], 0)
        else:
            send_queue.offer(ANN, [b"offer", str(number).encode()], 0)
    pipes.room[ANN] = 1000
    send_queue.flush(0)
    assert [parts for parts in pipes.got[ANN] if parts[0] == b"post"] == posted
