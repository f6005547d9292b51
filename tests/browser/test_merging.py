"""Two pages of one game that change it at once: what each has done is there in the end."""

from __future__ import annotations

import pytest

from .page import Page

MERGE = """
const [names, done] = [arguments[0], arguments[1]];
const base = document.querySelector("link[href$='page.css']").href.replace("page.css", "");
Promise.all([import(`${base}game-tree.js`), import(`${base}tree-merge.js`)]).then(([{ GameTree }, { merged }]) => {
  const made = names.map((lines) => {
    const tree = new GameTree();
    for (const line of lines) {
      const [moves, comment = ""] = line.split(":");
      tree.follow(moves.split(" ")).comment = comment;
    }
    return tree;
  });
  const tree = merged(...made);
  done([...tree.walk()].map((node) => tree.moves(node).join(" ") + (node.comment && `:${node.comment}`)));
});
"""
"""The lines of trees: what is before, ours and theirs; each line without branches makes what is missing of it."""

CASES = {
    "both add": (["a1"], ["a1 b1"], ["a1 c1"], ["a1", "a1 c1", "a1 b1"]),
    "both add the same": (["a1"], ["a1 b1 c1"], ["a1 b1"], ["a1", "a1 b1", "a1 b1 c1"]),
    "we delete": (["a1 b1"], ["a1"], ["a1 b1", "d1"], ["a1", "d1"]),
    "they delete": (["a1 b1"], ["a1 b1", "d1"], ["a1"], ["a1", "d1"]),
    "we delete where they play on": (["a1 b1"], ["a1"], ["a1 b1 c1"], ["a1", "a1 b1", "a1 b1 c1"]),
    "they delete where we play on": (["a1 b1"], ["a1 b1 c1"], ["a1"], ["a1", "a1 b1", "a1 b1 c1"]),
    "we delete what they comment": (["a1 b1"], ["a1"], ["a1 b1:x"], ["a1", "a1 b1:x"]),
    "both comment elsewhere": (["a1 b1"], ["a1:x", "a1 b1"], ["a1 b1:y"], ["a1:x", "a1 b1:y"]),
    "both comment the same": (["a1:x"], ["a1:y"], ["a1:z"], ["a1:y"]),
    "we promote": (["a1", "b1"], ["b1", "a1"], ["a1", "b1", "c1"], ["b1", "a1", "c1"]),
    "they promote": (["a1", "b1"], ["a1", "b1"], ["b1", "a1"], ["b1", "a1"]),
}


@pytest.mark.parametrize("case", CASES)
def test_two_trees_of_one(page: Page, case: str) -> None:
    *trees, expected = CASES[case]
    if not page.driver.current_url.startswith(page.site.address):
        page.open("variant=othello")
    assert page.driver.execute_async_script(MERGE, trees) == expected


MISSED = """
const base = document.querySelector("link[href$='page.css']").href.replace("page.css", "");
const { Game } = await import(`${base}game.js`);
const { gateway } = await import(`${base}link.js`);
class Apart extends EventTarget {
  kept = { game: { variant: "othello", nodes: [{ parent: -1, move: "f5" }], at: 0 }, version: "one" };
  saved = [];
  async ask(request) {
    if (request.t === "recall-game") return this.kept;
    if (request.t !== "keep-game") return gateway.ask({ ...request, session: request.session && "apart" }).then(
      (reply) => ({ ...reply, session: reply.session && "game" }));
    this.saved.push(request.game.nodes.map(({ move }) => move).join(" "));
    return { version: "ours" };
  }
}
const apart = new Apart();
const game = new Game(apart);
await game.load();
const nodes = [{ parent: -1, move: "f5" }, { parent: 0, move: "d6" }];
apart.kept = { game: { variant: "othello", nodes, at: 1 }, version: "two" };
game.tree.add(game.tree.root, "d3");
await game.recover();
return [[...game.tree.walk()].map(({ move }) => move).join(" "), apart.saved.at(-1)];
"""


def test_what_others_did_while_the_connection_was_lost_is_there_when_it_is_back(page: Page) -> None:
    page.open("variant=othello")
    shown, saved = page.run(f"return (async () => {{ {MISSED} }})()")
    assert sorted(shown.split()) == ["d3", "d6", "f5"]
    assert saved == shown, "and what was done here is kept"


LOSING = """
const { send } = WebSocket.prototype;
WebSocket.prototype.send = function (text) {
  send.call(this, text);
  if (JSON.parse(text).t !== "play") return;
  WebSocket.prototype.send = send;
  this.close();
};
"""
"""The connection is lost after a move has been sent, before it is answered."""


def test_a_move_whose_reply_was_lost_has_been_played(page: Page) -> None:
    page.open("variant=othello")
    page.run(LOSING)
    page.press("f5")
    page.wait(lambda: page.ply == 1)
    page.play("d6")
    assert page.ply == 2
    assert page.moves == "1.f5d6"
