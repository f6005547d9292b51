// The review of the game: started and stopped here; what was found of the move that led to where we are, why, and the
// lines to play on the board.

import { element, option, redraw } from "./dom.js";
import { toldOf, totalsOf, whyOf } from "./review/told.js";
import { WORDS } from "./review/words.js";
import { language, words } from "./words.js";

const TIMES = [0.2, 0.5, 2, 10];
const EXACT = [0, 12, 16, 20, 24];
const LONGEST_LINE = 24;

export class ReviewPanel {
  #gateway;
  #game;
  #job = null; // {id, done, total} while a review runs
  #asking = null; // the node that a reason is being found for
  #about = null; // the node that is told of, while a line of it is played
  #start = element("button", { type: "button", id: "do-review", onclick: () => (this.#job ? this.#gateway.stop(this.#job.id) : this.#review()) });
  #time = element("select", { id: "review-time", "aria-label": words.reviewTime },
    ...TIMES.map((seconds) => option(seconds, words.aMove(seconds), seconds === 0.5)));
  #exact = element("select", { id: "review-exact", "aria-label": words.reviewExact },
    ...EXACT.map((cells) => option(cells, words.exactFrom(cells))));
  #told = element("div", { id: "review-told", class: "stack" });

  constructor(gateway, game) {
    [this.#gateway, this.#game] = [gateway, game];
    this.root = element("section", { class: "panel", "aria-labelledby": "review-title" },
      element("div", { class: "panel-head" }, element("h2", { id: "review-title" }, words.review), this.#start),
      element("div", { class: "panel-foot" }, this.#time, this.#exact),
      this.#told);
    game.addEventListener("review", () => this.changed());
    gateway.addEventListener("news", ({ detail }) => detail.t === "reviewed" && this.#take(detail));
  }

  changed(by) {
    this.#start.textContent = this.#job ? words.reviewing(this.#job.done, this.#job.total) : words.reviewGame;
    if (!this.#game.position) return;
    if (by === "new") this.#begin();
    const { tree, node } = this.#game;
    const line = [tree.root, ...tree.line(node)];
    const reviewed = line.filter(({ review }) => review);
    if (node.review || !this.#at(this.#about)) this.#about = node;
    redraw(this.#told,
      ...(reviewed.length || this.#about.review ? [this.#mistakes(line)] : [element("p", { class: "small" }, words.reviewHint)]),
      ...(reviewed.length ? [this.#totals(reviewed)] : []),
      ...this.#move(this.#about));
  }

  // Where in a line of a reviewed move we are: {which, plies}; null elsewhere.
  #at(about) {
    const { tree, node } = this.#game;
    const path = tree.path(node);
    const from = about?.parent ? tree.path(about.parent).length : 0;
    if (!about?.review || path.length <= from || (path[from - 1] ?? tree.root) !== about.parent) return null;
    const moves = path.slice(from).map(({ move }) => move);
    const which = ["best", "played"].find((name) => moves.every((move, index) => move === about.review.move[name].line[index]));
    return which ? { which, plies: moves.length } : null;
  }

  // --- finding out

  get #budget() {
    return { seconds: Number(this.#time.value), exact: Number(this.#exact.value) || undefined };
  }

  async #review() {
    const game = this.#game;
    const job = { id: this.#gateway.newId(), done: 0, total: 0 };
    this.#job = job;
    this.changed();
    try {
      const line = await game.line();
      const record = { ...game.record(), at: game.tree.rows().index.get(line.at(-1)) };
      await this.#gateway.ask({ t: "review", game: record, ...this.#budget }, { id: job.id, news: (news) => {
        [job.done, job.total] = [job.done + 1, news.total];
        game.reviewed(line, [news]);
      } });
    } catch (error) {
      game.trouble(error);
    }
    this.#job = null;
    this.changed();
  }

  // Of another game than before: what was being reviewed is of no interest, what is kept of this one is.
  async #begin() {
    if (this.#job) this.#gateway.stop(this.#job.id);
    const { tree } = this.#game;
    const kept = await this.#gateway.ask({ t: "recall-review" }).catch(() => null);
    if (kept && tree === this.#game.tree) this.#take(kept);
  }

  #take({ review, told = {} }) {
    const { tree, description } = this.#game;
    if (!review || review.variant !== description.name) return;
    const line = [tree.root];
    for (const { move } of review.moves) {
      const next = line.at(-1).children.find((child) => child.move === move);
      if (!next) break;
      line.push(next);
    }
    this.#game.reviewed(line, review.moves.slice(0, line.length - 1).map((move) => ({ move, told: told[move.ply] })));
  }

  async #why(node) {
    const { variant, start, tree } = this.#game;
    this.#asking = node;
    this.changed();
    const request = { t: "why", variant, start: start ?? undefined, moves: tree.moves(node.parent), move: node.move, ...this.#budget };
    try {
      node.told = (await this.#gateway.ask(request)).told;
    } catch (error) {
      this.#game.trouble(error);
    }
    this.#asking = null;
    this.changed();
  }

  // --- showing it

  #mistakes(line) {
    const at = line.includes(this.#about) ? line.indexOf(this.#about) : line.indexOf(this.#game.node);
    const bad = line.flatMap(({ review }, ply) => (review?.move.grade ? [ply] : []));
    const to = (id, text, said, ply) => element("button", { type: "button", id, "aria-label": said, title: said,
      disabled: ply === undefined, onclick: () => this.#game.go(line[ply]) }, text);
    return element("div", { class: "group" },
      to("mistake-back", words.mistakeBack, words.mistakeBackSaid, bad.findLast((ply) => ply < at)),
      to("mistake-on", words.mistakeOn, words.mistakeOnSaid, bad.find((ply) => ply > at)));
  }

  #totals(reviewed) {
    return totalsOf(reviewed.map(({ review }) => review.move), this.#game.position.seats, this.#telling());
  }

  #move(node) {
    if (!node.parent) return [];
    const why = (node.told ?? node.review?.told)?.[language];
    const move = node.review?.move;
    const parts = move ? toldOf(move, why, this.#telling(node)) : why ? [whyOf(why, WORDS[language])] : [];
    if (!why) parts.push(element("div", {}, element("button", { type: "button", id: "do-why", disabled: this.#asking === node, onclick: () => this.#why(node) },
      this.#asking === node ? words.asking : words.askWhy(this.#game.moveText(node.move)))));
    return parts;
  }

  #telling(node) {
    const game = this.#game;
    return {
      words: WORDS[language], language, moveText: (move) => game.moveText(move),
      player: (seat) => [words.seat(seat), game.names[game.seatIndex(seat)]].filter(Boolean).join(" "),
      line: (move, which) => this.#line(node, which, move[which].line.slice(0, LONGEST_LINE)),
    };
  }

  #line(node, which, moves) {
    const at = this.#at(node);
    return element("div", { class: "told-line" }, ...moves.map((move, index) => {
      const line = moves.slice(0, index + 1);
      return element("button", { type: "button", "data-focus": `${which}-${index}`,
        "aria-pressed": `${at?.which === which && at.plies === index + 1}`,
        "aria-label": words.playTo(line.map((each) => this.#game.moveText(each))),
        onclick: () => this.#game.playLine(line, node.parent) }, this.#game.moveText(move));
    }));
  }
}
