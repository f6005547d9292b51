// Problems: positions with one best move, each asked again at growing intervals until it is known.

import { language, words } from "../words.js";
import { BorrowedBoard } from "./borrowed-board.js";
import { told } from "./words.js";

const STEPS = 3;

export class Problems {
  #gateway;
  #game;
  #board;
  #variant;
  #left = [];
  #given = null;
  #position = null;
  #tries = 0;
  #step = 0;
  #busy = false;

  constructor(parts) {
    [this.#gateway, this.#game, this.#board] = [parts.gateway, parts.game, new BorrowedBoard(parts)];
    this.#variant = parts.game.variant;
    this.#next({ t: "next-problem" });
  }

  async #ask(request) {
    if (this.#busy) return null;
    this.#busy = true;
    try {
      const reply = await this.#gateway.ask({ variant: this.#variant, ...request });
      return this.#board.there ? reply : null;
    } catch (error) {
      this.#game.trouble(error);
      return null;
    } finally {
      this.#busy = false;
    }
  }

  async #next(request) {
    const given = await this.#ask({ ...request, leave: this.#left });
    if (!given) return;
    [this.#given, this.#tries, this.#step] = [given, 0, 0];
    if (!given.problem) return void this.#finish();
    const { start, moves = [] } = given.problem;
    const position = await this.#ask({ t: "show", start, moves });
    if (!position) return;
    this.#position = position;
    this.#board.show(position, (move) => this.#try(move));
    this.#say();
    this.#board.offer(["hint", words.hintStep, () => this.#hint()], ["answer", told.answer, () => this.#hint(STEPS)],
      ["skip", told.skip, () => this.#skip()], ["leave", told.leave, () => this.#board.leave()]);
  }

  get #where() {
    const { start, moves = [] } = this.#given.problem;
    return { start, moves };
  }

  #say(...texts) {
    const { score, second, level, tempting = [] } = this.#given.problem;
    this.#board.say(told.question(score - second, level + tempting.length), ...texts, told.count({ count: 0, due: 0, known: 0, ...this.#given }));
  }

  // As good as the best counts: the engine judges, exactly.
  async #try(move) {
    const judged = await this.#ask({ t: "judge-move", ...this.#where, move, exact: this.#position.empties });
    if (!judged) return;
    this.#tries += 1;
    this.#say(judged.told?.[language]?.join(" "));
    if (judged.as_good) this.#solved(this.#tries === 1 && this.#step === 0);
  }

  async #hint(step = Math.min(this.#step + 1, STEPS)) {
    const hint = await this.#ask({ t: "hint", ...this.#where, step, move: this.#given.problem.best });
    if (!hint) return;
    this.#step = step;
    this.#say(hint.told?.[language]?.join(" "));
    if (step === STEPS) this.#solved(false);
  }

  // The position after the best move, until the next problem is wanted; a press that comes before it waits for it.
  async #solved(right) {
    const { key, problem } = this.#given;
    const answer = { t: "answer-problem", key, right };
    this.#board.show(this.#position, null);
    const after = this.#ask({ t: "show", start: problem.start, moves: [...(problem.moves ?? []), problem.best] });
    this.#board.offer(["next", told.next, () => after.then(() => this.#next(answer)), true],
      ["leave", told.leave, () => after.then(() => this.#answerAndLeave(answer))]);
    const position = await after;
    if (position) this.#board.show(position, null);
  }

  async #answerAndLeave(answer) {
    await this.#ask(answer);
    this.#board.leave();
  }

  #skip() {
    this.#left.push(this.#given.key);
    this.#next({ t: "next-problem" });
  }

  #finish() {
    const { count = 0, next_day: day = "" } = this.#given;
    this.#board.show(this.#game.position, null);
    this.#board.say(count ? told.nothingDue(day) : told.none, count ? told.count({ due: 0, known: 0, ...this.#given }) : "");
    this.#board.offer(["leave", told.leave, () => this.#board.leave(), true]);
  }
}
