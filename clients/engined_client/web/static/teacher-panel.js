// A teacher: hints in three steps, warnings of moves that lose much, and the mistakes of a reviewed game to do better.

import { asking } from "./asking.js";
import { element, option, redraw } from "./dom.js";
import { told } from "./practice/words.js";
import { language, words } from "./words.js";

const LOSSES = [0, 1, 2, 4, 8];
const STEPS = 3;
const BUDGET = { seconds: 1 };

export class TeacherPanel {
  #gateway;
  #game;
  #hinted = { node: null, step: 0, move: undefined };
  #asked = { line: [], from: null, mistake: null }; // in the last lesson: a mistake, the node before it, and the line of all
  #question = ""; // what was said of it
  #exact = undefined; // the empty cells of a lesson whose scores the review has proven: answers are proven, too
  #busy = false;
  #said = []; // what is told: texts and buttons
  #warn = element("select", { id: "teacher-warn", "aria-label": words.teacherWarn },
    ...LOSSES.map((loss) => option(loss, words.warnOf(loss))));
  #told = element("div", { id: "teacher-told", class: "stack", "aria-live": "polite" });
  #buttons = element("div", { class: "group" });

  constructor(gateway, game) {
    [this.#gateway, this.#game] = [gateway, game];
    this.root = element("section", { class: "panel teacher", "aria-labelledby": "teacher-title" },
      element("div", { class: "panel-head" }, element("h2", { id: "teacher-title" }, words.teacher), this.#warn),
      this.#buttons, this.#told);
    game.addEventListener("review", () => this.#draw());
  }

  // The node for which a better move is looked for.
  get #lesson() { return asking.lesson?.node ?? null; }

  changed(by) {
    const { node, position, engine, tree } = this.#game;
    if (by === "new") this.#asked = { line: [], from: null, mistake: null };
    if (by === "new" || (this.#lesson && !tree.has(this.#lesson))) asking.lesson = null;
    const byPerson = by === "play" && node.parent && !engine.includes(node.parent.mover);
    if ((by !== "play" || byPerson) && !this.#lesson) this.#said = [];
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
      if (judged.as_good) asking.lesson = null;
      else await this.#game.go(node.parent);
      this.#said = judged.as_good ? [text] : [this.#question, text];
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
    this.#said = [...(step > 1 || this.#lesson ? this.#said : []), hint.told?.[language]?.join(" ") ?? ""];
    if (step === STEPS && this.#lesson === node) asking.lesson = null; // it has been asked for
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
    const { node } = this.#game;
    const there = this.#lesson || node === this.#asked.from || !line.includes(node);
    const asked = there ? this.#asked.from : null;
    const at = line.indexOf(asked ?? node);
    const mistake = bad.find((each) => line.indexOf(each) > at + (asked ? 1 : 0)) ?? bad[0];
    this.#asked = { line, from: mistake.parent, mistake };
    asking.lesson = { node: mistake.parent, line };
    const { ply, move, loss, kind, empties } = mistake.review.move;
    this.#exact = kind === "exact" ? empties : undefined;
    this.#question = words.lesson(ply, this.#game.moveText(move), loss);
    this.#said = [this.#question];
    await this.#game.go(mistake.parent);
    this.#draw();
  }

  // End the lesson with the move that the review has found, where it was asked.
  async #answer() {
    const { from, mistake } = this.#asked;
    asking.lesson = null;
    await this.#game.go(from);
    this.#said = [this.#question, told.solution(this.#game.moveText(mistake.review.move.best.move))];
    this.#draw();
  }

  #leave() {
    asking.lesson = null;
    this.#said = [];
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
    const button = (id, text, onclick, disabled = false) =>
      element("button", { type: "button", id, onclick, disabled: this.#busy || disabled }, text);
    const lesson = this.#lesson;
    redraw(this.#buttons,
      ...(lesson && lesson !== this.#game.node ? [button("lesson-return", words.lessonReturn, () => this.#game.go(lesson))]
        : [button("do-hint", words.hintStep, () => this.#hint(), position.over)]),
      ...(lesson ? [button("lesson-show", told.answer, () => this.#answer())] : []),
      button("do-learn", lesson ? words.learnNext : words.learn, () => this.#learn(line), !marked),
      ...(lesson ? [button("lesson-end", words.lessonEnd, () => this.#leave())] : []));
    redraw(this.#told, ...this.#said.map((said) => (typeof said === "string" ? element("p", {}, said) : said)));
  }
}
