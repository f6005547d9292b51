"""Two pages of one game that change it at once: what each has done is there in the end."""

from __future__ import annotations

from typing import Any

import pytest

from .page import Page

MERGE = """
const [names, done] = [arguments[0], arguments[1]];
const base = document.querySelector("link[href$='page.css']").href.replace("page.css", "");
Promise.all([import(`${base}game-tree.js`), import(`${base}tree-merge.js`)]).then(([{ GameTree }, { merge }]) => {
  const made = names.map((lines) => {
    const tree = new GameTree();
    for (const line of lines) {
      const [moves, comment = ""] = line.split(":");
      const node = tree.follow(moves.split(" ").filter(Boolean));
      node.comment = comment.replace("@", "");
      if (comment.includes("@")) tree.stay = node;
    }
    return tree;
  });
  const tree = made[1];
  const nodes = [...tree.walk()];
  merge(...made, tree.stay);
  const kept = nodes.every((node) => !tree.has(node) || tree.follow(tree.moves(node)) === node);
  const all = tree.root.comment ? [tree.root, ...tree.walk()] : [...tree.walk()];
  done(kept && all.map((node) => tree.moves(node).join(" ") + (node.comment && `:${node.comment}`)));
});
"""
"""The lines of trees: what is before, ours and theirs; each line without branches makes what is missing of it, and
may have a comment on its last move, or on the start, and an @ where we are. What comes back are the nodes of ours, and
those that are left have to be the same objects as before.
"""

CASES = {
    "both add": (["a1"], ["a1 b1"], ["a1 c1"], ["a1", "a1 c1", "a1 b1"]),
    "both add the same": (["a1"], ["a1 b1 c1"], ["a1 b1"], ["a1", "a1 b1", "a1 b1 c1"]),
    "we delete": (["a1 b1"], ["a1"], ["a1 b1", "d1"], ["a1", "d1"]),
    "they delete": (["a1 b1"], ["a1 b1", "d1"], ["a1"], ["a1", "d1"]),
    "we delete where they play on": (["a1 b1"], ["a1"], ["a1 b1 c1"], ["a1", "a1 b1", "a1 b1 c1"]),
    "they delete where we play on": (["a1 b1"], ["a1 b1 c1"], ["a1"], ["a1", "a1 b1", "a1 b1 c1"]),
    "we delete what they comment": (["a1 b1"], ["a1"], ["a1 b1:x"], ["a1", "a1 b1:x"]),
    "both comment elsewhere": (["a1 b1"], ["a1:x", "a1 b1"], ["a1 b1:y"], ["a1:x", "a1 b1:y"]),
    "both comment the same": (["a1:x"], ["a1:y"], ["a1:z"], ["a1:z\ny"]),
    "one comments the same on": (["a1:x"], ["a1:x y"], ["a1:x"], ["a1:x y"]),
    "both comment the start": (["", "a1"], [":x", "a1"], [":y", "a1"], [":y\nx", "a1"]),
    "they comment the start": (["a1"], ["a1"], [":x", "a1"], [":x", "a1"]),
    "we delete a comment": (["a1:x"], ["a1"], ["a1:x"], ["a1"]),
    "we delete a comment that they change": (["a1:x"], ["a1"], ["a1:y"], ["a1:y"]),
    "they delete where we are": (
        ["a1 b1:x", "a1 b1 c1"],
        ["a1 b1:x@", "a1 b1 c1"],
        ["a1"],
        ["a1", "a1 b1:x", "a1 b1 c1"],
    ),
    "they delete beside where we are": (["a1 b1", "a1 c1"], ["a1 b1", "a1 c1:@"], ["a1 c1"], ["a1", "a1 c1"]),
    "we promote": (["a1", "b1"], ["b1", "a1"], ["a1", "b1", "c1"], ["b1", "a1", "c1"]),
    "they promote": (["a1", "b1"], ["a1", "b1"], ["b1", "a1"], ["b1", "a1"]),
}


@pytest.mark.parametrize("case", CASES)
def test_two_trees_of_one(page: Page, case: str) -> None:
    *trees, expected = CASES[case]
    if not page.run("return document.querySelector('game-board')"):
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


HELD = """
const base = document.querySelector("link[href$='page.css']").href.replace("page.css", "");
const { Game } = await import(`${base}game.js`);
const { gateway } = await import(`${base}link.js`);
const tick = () => new Promise((resolve) => setTimeout(resolve));
class Held extends EventTarget {
  nodes = [{ parent: -1, move: "f5" }, { parent: 0, move: "d6", comment: "known" }, { parent: 1, move: "c3" }];
  shown = null;
  let = null;
  saved = null;
  async ask(request) {
    const { t } = request;
    if (t === "recall-game") return { game: { variant: "othello", nodes: this.nodes, at: 1 }, version: "one" };
    if (t === "keep-game") { this.saved = request.game; return { version: "ours" }; }
    if (t === "show" && this.shown) return this.shown;
    const { session, ...plain } = { ...request, session: request.session && "held" };
    const reply = await gateway.ask(session ? { ...plain, session } : plain);
    if (this.waiting) await this.waiting;
    return { ...reply, session: reply.session && "game" };
  }
  hold() { this.waiting = new Promise((resolve) => { this.let = () => { this.waiting = null; resolve(); }; }); }
  tell(detail) { this.dispatchEvent(new CustomEvent("news", { detail })); }
  delete() {
    this.tell({ t: "kept-game", game: { variant: "othello", nodes: [this.nodes[0]], at: 0 }, version: "two" });
  }
  async position(...moves) {
    return { ...await gateway.ask({ t: "show", variant: "othello", moves }), session: "game" };
  }
}
const held = new Held();
const game = new Game(held);
const trouble = [];
game.addEventListener("trouble", ({ detail }) => trouble.push(String(detail.stack ?? detail)));
await game.load();
const [f5, d6] = [game.tree.root.children[0], game.tree.follow(["f5", "d6"])];
"""
"""A game of which every answer of the daemon can be held back, and what another page has done be told meanwhile."""


def among_others(page: Page, script: str) -> dict[str, Any]:
    """What a script gives back that has such a game; nothing may have gone wrong in it."""
    page.open("variant=othello")
    found = page.run(
        f"return (async () => {{ {HELD} {script}"
        "for (let i = 0; i < 3; i++) await tick();"
        "return {trouble, is: game.tree.has(game.node), at: game.moves.join(' '), shown: game.position.moves.join(' '),"
        "lines: [...game.tree.walk()].map((node) => game.tree.moves(node).join(' ')), saved: held.saved}; })()"
    )
    assert found["trouble"] == []
    assert found["is"], "the node that is shown is in the tree"
    assert found["at"] == found["shown"], "and is the one whose position is"
    return dict(found)


def test_going_where_another_page_deletes(page: Page) -> None:
    """What we are on the way to stays, with all that is known of it; what is written there is kept."""
    script = "held.hold(); const done = game.go(game.tree.follow(['f5', 'd6', 'c3'])); await tick(); held.delete();"
    found = among_others(page, script + "held.let(); await done; game.comment(game.node, 'new');")
    assert found["at"] == "f5 d6 c3"
    assert [node.get("comment") for node in found["saved"]["nodes"]] == [None, "known", "new"]


def test_going_away_from_where_another_page_deletes(page: Page) -> None:
    script = "held.hold(); const done = game.go(f5); await tick(); held.delete(); held.let(); await done;"
    found = among_others(page, script + "game.comment(game.node, 'new');")
    assert (found["at"], found["lines"]) == ("f5", ["f5"])
    assert found["saved"]["nodes"] == [{"parent": -1, "move": "f5", "comment": "new"}]


def test_what_another_page_did_before_an_answer_came_is_not_taken_for_later(page: Page) -> None:
    script = (
        "held.hold(); const done = game.go(f5); await tick(); held.tell(await held.position('f5', 'd6', 'c3'));"
        "held.shown = await held.position('f5'); held.let(); await done;"
    )
    assert among_others(page, script)["at"] == "f5"


def test_what_another_page_did_after_us_is_shown_though_it_is_told_first(page: Page) -> None:
    script = (
        "held.hold(); const done = game.go(f5); await tick(); held.shown = await held.position('f5', 'd6', 'c3');"
        "held.tell(held.shown); held.let(); await done;"
    )
    assert among_others(page, script)["at"] == "f5 d6 c3"


def test_a_comment_on_what_another_page_has_deleted_meanwhile(page: Page) -> None:
    script = "await game.go(f5); held.delete(); game.comment(d6, 'known, and more');"
    found = among_others(page, script)
    assert found["lines"] == ["f5", "f5 d6", "f5 d6 c3"]
    assert [node.get("comment") for node in found["saved"]["nodes"]] == [None, "known, and more", None]


def test_a_comment_on_the_start_is_kept(page: Page) -> None:
    page.open("variant=othello")
    page.play("f5")
    page.button("do-back")
    page.wait(lambda: page.ply == 0)
    page["comment"].send_keys("of the start")
    page.run("document.getElementById('comment').blur()")
    page.wait(lambda: page.site.ask({"t": "recall-game"}, name(page))["game"].get("comment") == "of the start")
    page.reload()
    assert page.run("return document.getElementById('comment').value") == "of the start"


def test_who_writes_goes_on_writing_of_that_when_another_page_goes_elsewhere(page: Page) -> None:
    page.open("variant=othello")
    page.play("f5")
    page.play("d6")
    page["comment"].send_keys("of d6")
    assert page.site.ask({"t": "undo", "session": "game"}, name(page))["t"] == "position"
    page.wait(lambda: page.ply == 1)
    page["comment"].send_keys(", all of it")
    page.run("document.getElementById('comment').blur()")
    assert page.run("return document.getElementById('comment').value") == ""
    page.wait(lambda: "comment" in str(kept(page)))
    assert [node.get("comment") for node in kept(page)["nodes"]] == [None, "of d6, all of it"]


def name(page: Page) -> str:
    """The link of the game that a page shows."""
    return page.driver.current_url.partition("#")[2]


def kept(page: Page) -> dict[str, Any]:
    """The game that is kept."""
    return dict(page.site.ask({"t": "recall-game"}, name(page))["game"])
