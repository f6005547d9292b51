"""Faults and attacks, each done for real: ``python -m tests.bench.faults``.

What is done, and how, are tests; this runs those of each row, and prints how often it was done, what was lost and how
long it took. About six minutes; ``--row WORD`` runs some.

A test that does something often says how often, by ``record_property("count", ...)``; others count as once.
"""

from __future__ import annotations

import argparse
import sys
import time
from contextlib import redirect_stdout
from dataclasses import dataclass, field
from io import StringIO

import pytest

STAYS_UP = "test_daemon_stays_up.py::test_"
HOSTILE = "test_daemon_hostile.py::test_"
KEYS = "test_daemon_keys.py::test_"
SOCKETS = "test_daemon_sockets.py::test_"
ROWS: dict[str, tuple[str, ...]] = {
    # faults
    "kill -9 at a random moment": ("test_kill.py::test_what_was_acknowledged_is_there_after_a_kill[often]",),
    "sessions opened and left": (f"{STAYS_UP}ten_thousand_sessions_opened_and_left_leave_room_for_others",),
    "slow reader": (
        f"{STAYS_UP}what_a_client_leaves_unread_is_bounded_in_bytes",
        f"{SOCKETS}a_client_that_does_not_read_loses_infos_and_no_final",
    ),
    "vanished client": (
        f"{SOCKETS}jobs_of_a_client_that_vanishes_are_stopped",
        f"{STAYS_UP}clients_that_came_and_left_are_replaced_by_others",
        f"{STAYS_UP}clients_of_one_name_and_clients_killed_in_mid_request",
    ),
    "flood by 1 and by 50": (
        f"{STAYS_UP}a_flood_holds_up_nobody",
        f"{HOSTILE}messages_that_come_faster_than_they_are_read_are_bounded",
    ),
    "garbage, half frames, raw bytes": (f"{HOSTILE}raw_bytes_half_greetings_and_garbage_frames",),
    "messages that never end": (
        f"{HOSTILE}a_message_that_never_ends_costs_its_sender_the_connection",
        f"{HOSTILE}many_messages_that_never_end",
        f"{HOSTILE}a_message_of_very_many_parts_is_refused_and_control_does_not_wait",
    ),
    "names that collide": (
        f"{HOSTILE}names_that_collide",
        f"{HOSTILE}names_that_the_socket_would_make_up_next",
        f"{HOSTILE}nobody_is_told_the_names_that_the_socket_makes_up",
    ),
    "full disk": (
        f"{STAYS_UP}a_full_disk_refuses_what_it_must_and_spoils_nothing",
        f"{STAYS_UP}moves_that_a_full_disk_does_not_take_are_refused_in_the_end_and_none_is_lost",
        f"{STAYS_UP}a_log_that_cannot_be_written_ends_nothing",
        "test_store_faults.py::test_a_store_that_was_full_at_the_start_is_tried_again",
    ),
    "read-only store": ("test_store_faults.py::test_a_folder_where_nothing_can_be_written",),
    "corrupt store": (
        "test_store_faults.py::test_a_broken_file_is_set_aside",
        "test_store_faults.py::test_a_file_that_goes_bad_under_a_daemon_is_reported",
        "test_store_faults.py::test_a_row_that_went_bad_costs_what_is_in_it",
        "test_store_faults.py::test_a_row_that_goes_bad_under_a_daemon_is_no_fault_of_a_request",
    ),
    "clock jump": ("test_clock_jump.py",),
    "compile process killed": ("test_daemon_crashes.py::test_a_compiler_that_is_killed_spoils_nothing",),
    "search killed, search crashed": (
        "test_daemon_crashes.py::test_a_killed_engine_is_another_one_soon",
        "test_daemon_crashes.py::test_a_crash_costs_one_search",
    ),
    "two daemons on one folder": (
        f"{SOCKETS}a_second_daemon_does_not_steal_the_endpoint",
        "test_store_faults.py::test_two_daemons_share_a_store",
    ),
    "told to end while requests arrive": (f"{STAYS_UP}nobody_who_asks_while_the_end_comes_is_left_without_a_word",),
    # security
    "wrong key, no key": (f"{KEYS}a_wrong_key_and_no_key",),
    "key revoked while connected": (f"{KEYS}a_key_that_is_revoked_while_connected",),
    "another key's name and sessions": (
        f"{KEYS}what_another_key_holds_cannot_be_had",
        f"{KEYS}a_name_that_a_client_of_another_key_has",
        f"{KEYS}a_name_that_can_be_guessed",
    ),
    "replayed greeting": (f"{KEYS}a_greeting_that_is_replayed",),
    "oversize, nested, compressed": (
        f"{HOSTILE}payloads_are_refused_by_name_and_counted",
        f"{HOSTILE}a_part_that_is_too_large_costs_the_connection_of_its_sender",
    ),
    "paths in messages": (
        f"{HOSTILE}a_path_in_a_message_is_a_name_and_no_file",
        f"{HOSTILE}text_over_a_socket_reaches_no_file",
    ),
    "folder opened to others, path stolen": (
        "test_daemon_watched.py::test_an_endpoint_that_is_opened_to_others_is_noticed",
        "test_daemon_watched.py::test_an_endpoint_whose_path_is_stolen_is_noticed",
        f"{KEYS}a_folder_that_is_opened_to_others_lets_nobody_in",
        f"{KEYS}a_file_that_cannot_be_trusted_leaves_out_its_key_alone",
    ),
}


@dataclass
class Tally:
    """What came of the tests of a row; pytest tells it of each."""

    count: int = 0
    lost: int = 0
    skipped: list[str] = field(default_factory=list)
    said: list[str] = field(default_factory=list)
    """Of those that failed."""

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """A test, or its beginning or end, is over."""
        if report.failed:
            self.lost += 1
            self.said.append(report.longreprtext)
        elif report.skipped:
            self.skipped.append(report.nodeid)
        elif report.when == "call":
            said = dict(report.user_properties).get("count", 1)
            self.count += said if isinstance(said, int) else 1


def run(tests: tuple[str, ...]) -> Tally:
    """Do what a row says."""
    tally = Tally()
    options = ["-q", "-n0", "-p", "no:cacheprovider", "-o", "addopts=--import-mode=importlib"]
    words = [*options, *(f"tests/process/{test}" for test in tests)]
    with redirect_stdout(StringIO()):
        code = pytest.main(words, [tally])
    if code not in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED):
        tally.lost += 1
        tally.said.append(f"pytest ended with {code!r}: {tests}")
    return tally


def main() -> int:
    """Print the table; 1 where anything was lost."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--row", default="", help="only rows with this in their names")
    asked = parser.parse_args()
    lost = 0
    print(f"{'':38} {'count':>6} {'lost':>5} {'seconds':>8}")
    for row, tests in ROWS.items():
        if asked.row in row:
            began = time.monotonic()
            tally = run(tests)
            lost += tally.lost
            skipped = f"   skipped: {len(tally.skipped)}" if tally.skipped else ""
            print(f"{row:38} {tally.count:6} {tally.lost:5} {time.monotonic() - began:8.1f}{skipped}", flush=True)
            for said in tally.said:
                print(said)
    return int(lost > 0)


if __name__ == "__main__":
    sys.exit(main())
