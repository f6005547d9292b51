// The game as a tree: the main line, and variations below the moves that they replace.

import { asking } from "./asking.js";
import { element, redraw } from "./dom.js";
import { SIGNS } from "./review/told.js";
import { words } from "./words.js";

const MOST_DRAWN = 800;

export class MovesPanel {
  #game;
  #list = element("div", { class: "moves", id: "moves" });
  #about = null; // the node that the comment is on: who writes goes on writing of that, wherever another page goes
  #comment = element("textarea", { id: "comment", rows: 2, "aria-label": words.comment, placeholder: words.comment,
    onchange: () => this.#game.comment(this.#about, this.#comment.value), onblur: () => this.#showComment() });
  #edit = element("div", { class: "panel-foot" });
  #undelete = element("button", { type: "button", id: "do-undelete", hidden: true, onclick: () => this.#game.undelete() }, words.undelete);

  constructor(game) {
    game.addEventListener("review", () => this.changed());
    asking.addEventListener("change", () => game.position && this.changed());
    this.#game = game;
    this.#edit.append(
      element("button", { type: "button", class: "quiet", id: "do-promote", onclick: () => game.promote(game.node) }, words.promote),
      element("button", { type: "button", class: "quiet", id: "do-delete", onclick: () => game.remove(game.node) }, words.deleteVariation),
      this.#undelete);
    this.root = element("section", { class: "panel", "aria-labelledby": "moves-title" },
      element("div", { class: "panel-head" }, element("h2", { id: "moves-title" }, words.moves)),
      this.#list, this.#comment, this.#edit);
  }

  changed(by) {
    const { tree, node, deleted } = this.#game;
    this.onPath = new Set(tree.path(node));
    this.left = MOST_DRAWN;
    redraw(this.#list, this.#line(tree.root));
    if (by === "new" || document.activeElement !== this.#comment) this.#showComment();
    for (const button of this.#edit.children) button.disabled = node === tree.root && button !== this.#undelete;
    this.#undelete.hidden = !deleted;
    this.#comment.hidden = asking.on; // a review that was kept as a record tells there what is better
    const current = this.#list.querySelector("[aria-current]");
    if (current) this.#list.scrollTop = current.offsetTop - this.#list.clientHeight / 2;
  }

  #showComment() {
    this.#about = this.#game.node;
    this.#comment.value = this.#about.comment;
  }

  // A line from after a node on: its moves, and lists of variations between them.
  #line(from) {
    const line = element("ol", { class: "line" });
    let at = from;
    let numbered = true;
    while (at.children.length && this.left > 0) {
      const [main, ...others] = this.#seen(at.children);
      if (!main) break;
      line.append(this.#move(main, numbered));
      numbered = others.length > 0;
      for (const other of others) line.append(element("li", { class: "variation" }, this.#variation(other)));
      at = main;
    }
    if (this.left <= 0 && at.children.length) line.append(element("li", { class: "small" }, words.andMore));
    return line;
  }

  // In a lesson other moves than those that were played, and those of now, may be the answer.
  #seen(children) {
    const { lesson } = asking;
    return lesson ? children.filter((child) => lesson.line.includes(child) || this.onPath.has(child)) : children;
  }

  #variation(first) {
    const line = element("ol", { class: "line" }, this.#move(first, true));
    if (this.left > 0 || this.onPath.has(first)) line.append(...this.#line(first).children);
    return line;
  }

  #move(node, numbered) {
    this.left--;
    const number = numbered || node.ply % 2 === 1;
    return element("li", { class: `${this.onPath.has(node) ? "on-path" : ""}${node.comment ? " commented" : ""}` },
      number ? element("span", { class: "number" }, `${node.ply}.`) : "",
      element("button", { type: "button", class: "step", "aria-current": node === this.#game.node && "step",
        title: asking.on ? undefined : node.comment || undefined, onclick: () => this.#game.go(node) }, `${this.#game.moveText(node.move)}${SIGNS[node.review?.move.grade ?? ""]}`));
  }
}
