"""How long a browser waits for the first board of the page, of a server that is warm.

    python -m tests.bench.first_board

Milliseconds from the address to the board, in headless Chromium: with the files of the page in the browser's cache, as
at every visit but the first, and without; of a new game, and of one that is kept.
"""

from __future__ import annotations

from statistics import median

from tests.browser.conftest import chromium
from tests.browser.page import Page
from tests.browser.site import Site

ROUNDS = 15


def main() -> None:
    """Print medians, and the best and worst."""
    driver = chromium()
    try:
        with Site("--private") as site:
            page = Page(driver, site)
            page.open("variant=othello")
            visits = {
                "a new game": {"query": "variant=othello"},
                "a kept game": {"game": site.kept_game("othello", 30)},
            }
            for name, visit in visits.items():
                for cached in (True, False):
                    times = []
                    for _ in range(ROUNDS):
                        if not cached:
                            driver.execute_cdp_cmd("Network.clearBrowserCache", {})
                        page.open(**visit)
                        times.append(page.run("return performance.getEntriesByName('first board')[0].startTime"))
                    files = "files cached" if cached else "files fetched"
                    print(f"{name}, {files}: {median(times):.0f} ms ({min(times):.0f} to {max(times):.0f})")
            sizes = page.run(
                "return performance.getEntriesByType('resource').map(({ encodedBodySize }) => encodedBodySize)"
            )
            print(f"{len(sizes)} files, {sum(sizes) / 1024:.0f} KiB")
    finally:
        driver.quit()


if __name__ == "__main__":
    main()
