"""The limits of kernels that others hold and let go on."""

from __future__ import annotations

from engined.backends.memory import Context, TranspositionTable
from engined.families.go import Go
from engined.kernels.compilation import build
from engined.roots.pause import Pause
from engined.variants.catalogue import Catalogue


def test_a_limit_that_is_set_while_a_search_is_held_does_not_let_it_go_on() -> None:
    pause = Pause()
    kernels = build.load(Catalogue().get("go-5x5-area-komi-0"), Go.search_part, None)
    context = Context(TranspositionTable(64, 0), kernels, pause=pause)
    context.limit(10)
    pause.hold()
    context.limit(20)
    assert (context._block.node_limit, context.nodes_left) == (0, 20), "it looks at the brake at once"
    pause.go_on()
    assert context._block.node_limit == 20
