// Who is ahead, as a bar between the seats and the board: between two sides, of an analysis or a review.

import { asking } from "./asking.js";
import { drawing, element, redraw } from "./dom.js";
import { percent, scoreText } from "./score-text.js";
import { discColour } from "./looks.js";
import { words } from "./words.js";

export class EvaluationBar {
  #game;
  #analysis;
  #place = document.getElementById("evaluation");

  constructor(game, analysis) {
    [this.#game, this.#analysis] = [game, analysis];
    analysis.addEventListener("news", () => this.changed());
    game.addEventListener("review", () => this.changed());
  }

  changed() {
    const { position, sides, description } = this.#game;
    const worth = position && sides === 2 ? this.#worth() : null;
    this.#place.hidden = asking.on || !position || sides !== 2 || !(this.#analysis.on || worth);
    if (this.#place.hidden) return;
    const share = worth ? Math.round(worth.share * 1000) / 10 : 50;
    const colours = [0, 1].map((seat) => discColour(description.colours, description.seats[seat][1]));
    const bar = drawing("svg", { viewBox: "0 0 100 4", preserveAspectRatio: "none", "aria-hidden": "true" },
      drawing("rect", { width: 100, height: 4, fill: colours[1] }), drawing("rect", { width: share, height: 4, fill: colours[0] }),
      drawing("rect", { x: 49.9, width: 0.2, height: 4, class: "middle" }));
    const said = worth ? words.evaluation(words.seat(position.seats[0]), worth.text) : words.graphEmpty;
    redraw(this.#place, bar, element("span", {}, worth?.text ?? ""));
    for (const [name, value] of Object.entries({ "aria-label": said, title: said, "aria-valuenow": share })) this.#place.setAttribute(name, value);
  }

  // Of where we are, from the first side's view; null where nothing is known.
  #worth() {
    const game = this.#game;
    const { node, description } = game;
    const before = node.parent?.analysis?.moves?.find(({ move }) => move === node.move);
    const [said, mover] = node.end !== null ? [{ score: node.end, kind: "exact" }, game.position.seats[0]]
      : typeof node.analysis?.score === "number" ? [node.analysis, node.mover]
        : node.review ? [node.review.move.played, node.review.move.seat] : [before, node.parent?.mover];
    if (typeof said?.score !== "number" || !mover) return null;
    const sign = game.side(mover) === 0 ? 1 : -1;
    const rate = said.forecast?.win_rate;
    const share = rate === undefined ? 0.5 + 0.5 * Math.tanh((6 * sign * said.score) / description.cells) : sign > 0 ? rate : 1 - rate;
    const kind = sign < 0 ? { lower: "upper", upper: "lower" }[said.kind] ?? said.kind : said.kind;
    const score = scoreText({ score: sign * said.score, kind });
    return { share, text: rate === undefined ? score : `${percent(share)} ${score}` };
  }
}
