// A teacher: hints in three steps, warnings of moves that lose much, and the mistakes of a reviewed game to do better.

import { element, option, redraw } from "./dom.js";
import { language, words } from "./words.js";

const LOSSES = [0, 1, 2, 4, 8];
const STEPS = 3;
const BUDGET = { seconds: 1 };

export class TeacherPanel {
  #gateway;
  #game;
  #hinted = { node: null, step: 0, move: undefined };
  #lesson = null; // the node before a mistake for which a better move is looked for
  #asked = { line: [], from: null }; // what was asked last: the line with its mistakes, and the node before this one
  #exact = undefined; // the empty cells of a lesson whose scores the review has proven: answers are proven, too
  #busy = false;
  #said = []; // what is told: texts and buttons
  #warn = element("select", { id: "teacher-warn", "aria-label": words.teacherWarn },
    ...LOSSES.map((loss) => option(loss, words.warnOf(loss))));
  #told = element("div", { id: "teacher-told", class: "stack", "aria-live": "polite" });
  #buttons = element("div", { class: "group" });

  constructor(gateway, game) {
    [this.#gateway, this.#game] = [gateway, game];
    this.root = element("section", { class: "panel", "aria-labelledby": "teacher-title" },
      element("div", { class: "panel-head" }, element("h2", { id: "teacher-title" }, words.teacher), this.#warn),
      this.#buttons, this.#told);
    game.addEventListener("review", () => this.#draw());
  }

  changed(by) {
    const { node, position, engine } = this.#game;
    if (by === "new") [this.#lesson, this.#asked] = [null, { line: [], from: null }];
    if (by !== "play") this.#said = this.#lesson === node ? this.#said : [];
    const byPerson = by === "play" && node.parent && !engine.includes(node.parent.mover);
    if (byPerson && (this.#lesson === node.parent || Number(this.#warn.value))) this.#look(node);
    if (position) this.#draw();
  }

  // What was played is judged: in a lesson it is to be as good as the best, else it may not lose too much.
  async #look(node) {
    const lesson = this.#lesson === node.parent;
    const exact = lesson ? this.#exact : undefined;
    const judged = await this.#ask({ t: "judge-move", ...this.#where(node.parent), move: node.move, exact });
    if (!judged || !this.#game.tree.path(this.#game.node).includes(node)) return;
    const text = judged.told?.[language]?.join(" ") ?? "";
    if (lesson) {
      if (judged.as_good) this.#lesson = null;
      else await this.#game.go(node.parent);
      this.#said = [text];
    } else if (judged.loss >= Number(this.#warn.value)) {
      this.#said = [text, element("button", { type: "button", id: "teacher-back", onclick: () => this.#game.go(node.parent) }, words.takeBack)];
    }
    this.#draw();
  }

  async #hint() {
    const { node } = this.#game;
    if (this.#hinted.node !== node) this.#hinted = { node, step: 0, move: undefined };
    const step = Math.min(this.#hinted.step + 1, STEPS);
    const hint = await this.#ask({ t: "hint", ...this.#where(node), step, move: this.#hinted.move });
    if (!hint || this.#game.node !== node) return;
    this.#hinted = { node, step, move: hint.move };
    this.#said = [...(step > 1 ? this.#said : []), hint.told?.[language]?.join(" ") ?? ""];
    this.#draw();
  }

  // The line whose mistakes are to be done better: after an answer, which is a line of its own, the one that was asked of.
  #line() {
    const { tree, node } = this.#game;
    const { line, from } = this.#asked;
    const answered = from && !line.includes(node) && [tree.root, ...tree.path(node)].includes(from);
    return answered ? line : [tree.root, ...tree.line(node)];
  }

  // The next marked move of the line, from where we are on; after the last one the first again.
  async #learn(line) {
    const bad = line.filter(({ review }) => review?.move.grade);
    const asked = this.#lesson ?? (line.includes(this.#game.node) ? null : this.#asked.from);
    const at = line.indexOf(asked ?? this.#game.node);
    const mistake = bad.find((node) => line.indexOf(node) > at + (asked ? 1 : 0)) ?? bad[0];
    this.#lesson = mistake.parent;
    this.#asked = { line, from: mistake.parent };
    const { ply, move, loss, kind, empties } = mistake.review.move;
    this.#exact = kind === "exact" ? empties : undefined;
    await this.#game.go(mistake.parent);
    this.#said = [words.lesson(ply, this.#game.moveText(move), loss)];
    this.#draw();
  }

  async #ask(request) {
    this.#busy = true;
    this.#draw();
    try {
      return await this.#gateway.ask({ ...request, ...BUDGET });
    } catch (error) {
      this.#game.trouble(error);
      return null;
    } finally {
      this.#busy = false;
      this.#draw();
    }
  }

  #where(node) {
    const { variant, start, tree } = this.#game;
    return { variant, start: start ?? undefined, moves: tree.moves(node) };
  }

  #draw() {
    const { position } = this.#game;
    if (!position) return;
    const line = this.#line();
    const marked = line.some(({ review }) => review?.move.grade);
    redraw(this.#buttons,
      element("button", { type: "button", id: "do-hint", disabled: this.#busy || position.over, onclick: () => this.#hint() }, words.hintStep),
      element("button", { type: "button", id: "do-learn", disabled: this.#busy || !marked, onclick: () => this.#learn(line) }, words.learn));
    redraw(this.#told, ...this.#said.map((said) => (typeof said === "string" ? element("p", {}, said) : said)));
  }
}
