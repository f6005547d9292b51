"""How long a final waits for the disk: ``python -m tests.bench.commit_latency --folder FOLDER --plies 2000``.

Clients at a store writer of its own, without a daemon: each has a ply of a kept session written, waits until that is
acknowledged, and comes with the next. Several at once share commits. Beside that the same with what SQLite offers for
less: ``synchronous`` NORMAL, which a loss of power may undo.
"""

from __future__ import annotations

import argparse
import tempfile
import threading
import time
from pathlib import Path
from queue import SimpleQueue
from statistics import median, quantiles

from engined.daemon.store.writer import StoreWriter
from engined.service.events import GameSaved, Receipt, SaveStep, StoreOpened, Written
from engined.service.sessions.session import Begun, MovesPlayed

CLIENTS = (1, 8, 64)


def seconds(writer: StoreWriter, receipts: dict[int, SimpleQueue[Written]], clients: int, plies: int) -> list[float]:
    """What each ply of so many clients, together, waited for."""
    waits: list[float] = []

    def play(client: int) -> None:
        name, answers = str(client).encode(), receipts[client]
        for ply in range(plies // clients):
            began = time.perf_counter()
            step = MovesPlayed(("f5",)) if ply else Begun("othello", "0" * 64, None, ())
            writer.save(SaveStep(name, "s", step))
            writer.save(Receipt(client))
            assert not answers.get().error
            waits.append(time.perf_counter() - began)

    threads = [threading.Thread(target=play, args=(client,)) for client in range(clients)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return waits


def measure(folder: Path, synchronous: str, clients: int, plies: int) -> None:
    """Print a row of the table."""
    receipts: dict[int, SimpleQueue[Written]] = {client: SimpleQueue() for client in range(clients)}

    def written(event: GameSaved | Written | StoreOpened) -> None:
        assert isinstance(event, Written)
        receipts[event.receipt].put(event)

    with tempfile.TemporaryDirectory(dir=folder) as made:
        writer = StoreWriter(Path(made, "store.sqlite"), written, print, print)
        store = writer.wait()
        assert store is not None
        store._writing.execute(f"PRAGMA synchronous = {synchronous}")
        began = time.perf_counter()
        waits = seconds(writer, receipts, clients, plies)
        took = time.perf_counter() - began
        writer.close(60)
    middle, worst = 1000 * median(waits), 1000 * quantiles(waits, n=100)[98]
    print(f"{synchronous:<11}  {clients:>7}  {middle:>9.2f}  {worst:>7.2f}  {len(waits) / took:>8.0f}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--folder", type=Path, default=Path(tempfile.gettempdir()), help="on the disk to be measured")
    parser.add_argument("--plies", type=int, default=2000, help="in all, for each row")
    arguments = parser.parse_args()
    print("synchronous  clients  median ms  99th ms  plies/s")
    for synchronous in ("FULL", "NORMAL"):
        for clients in CLIENTS:
            measure(arguments.folder, synchronous, clients, arguments.plies)


if __name__ == "__main__":
    main()
