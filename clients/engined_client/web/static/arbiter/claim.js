// A claim: what was done on the table, set up on the board, and what the daemon's judge says of it.

import { element, field, option } from "../dom.js";
import { cellOf } from "../game-board.js";
import { PASS } from "../game-tree.js";
import { words } from "../words.js";
import { told } from "./words.js";

export function claimIllegalAct(parts) {
  if (parts.game.position && !parts.play.mode) new Claim(parts);
}

// What a judgement says, in words. `act`: what was claimed, if anything.
export function verdict(judgement, moveText, act = "") {
  const { fault, message = "", move, missing = [], extra = [] } = judgement;
  if (!fault) return [act && told.other(told.acts[act]), told.fine(moveText(move))].filter(Boolean).join(" ");
  const cells = [...missing, ...extra].map(moveText).join(", ");
  const why = message.replace(/\b[a-z]\d{1,2}\b/g, moveText); // squares as players of the game name them
  return [act && act !== fault && told.other(told.acts[act]), told.fault(told.acts[fault], cells || why), told.stays].filter(Boolean).join(" ");
}

class Claim {
  #gateway;
  #game;
  #play;
  #rows;
  #move = "";
  #seat;
  #act;
  #correct = element("span");

  constructor({ gateway, game, play }) {
    [this.#gateway, this.#game, this.#play] = [gateway, game, play];
    play.lend(this);
    this.#panel();
    this.#begin();
    play.board.focusCell();
  }

  // The first cell is the one that was played; others are changed, and it too when it is pressed again.
  press(cell) {
    if (this.#move) this.#put(cell, this.#next(cell));
    else this.#playedAt(cell);
    this.#draw();
  }

  #playedAt(cell) {
    this.#move = cell;
    this.#put(cell, this.#own);
    this.#play.announce(told.setPlayed(this.#text(cell)));
  }

  get #own() {
    return this.#game.description.seats.find(([name]) => name === this.#seat.value)[1];
  }

  // A cell turns first to the colour of who played, or from it; the last press of a round brings back what was there.
  #next(cell) {
    const [column, row] = placeOf(cell);
    const symbols = this.#game.description.colours.map(([each]) => each);
    const order = [...new Set([this.#game.position.board[row][column], this.#own, ...symbols, "."])];
    return order[(order.indexOf(this.#rows[row][column]) + 1) % order.length];
  }

  #put(cell, symbol) {
    const [column, row] = placeOf(cell);
    this.#rows[row][column] = symbol;
  }

  #text(move) { return this.#game.moveText(move); }

  #begin() {
    this.#rows = this.#game.position.board.map((row) => [...row]);
    this.#move = "";
    this.#correct.replaceChildren();
    this.#play.announce(told.begin);
    this.#draw();
  }

  #panel() {
    const { position } = this.#game;
    const button = (id, text, does, properties = {}) => element("button", { type: "button", id: `claim-${id}`, onclick: does, ...properties }, text);
    this.#seat = element("select", { id: "claim-seat", onchange: () => this.#begin() },
      ...position.seats.map((name) => option(name, words.seat(name), name === position.mover)));
    this.#act = element("select", { id: "claim-act" }, option("", told.anyAct),
      ...Object.entries(told.acts).map(([act, text]) => option(act, text)));
    document.getElementById("phase").replaceChildren(
      field(told.who, this.#seat), field(told.claimed, this.#act),
      element("div", { class: "group" },
        button("pass", words.pass, () => this.#pass()),
        button("whole", told.whole, () => this.#asTheRulesTurn()),
        button("again", told.again, () => this.#begin())),
      element("div", { class: "group" },
        button("judge", told.judge, () => this.#judge(), { class: "urgent" }),
        button("leave", told.leave, () => this.#play.lend(null), { class: "quiet" }), this.#correct));
  }

  #pass() {
    this.#begin();
    this.#move = PASS;
    this.#play.announce(told.setPassed);
  }

  // The board after the move as it should be, to be changed into what lies on the table.
  async #asTheRulesTurn() {
    const move = this.#game.position.legal.find((legal) => legal === this.#move || cellOf(legal) === this.#move);
    if (!move) return;
    const { variant, start, moves } = this.#game.where;
    try {
      const after = await this.#gateway.ask({ t: "show", variant, start: start ?? undefined, moves: [...moves, move] });
      this.#rows = after.board.map((row) => [...row]);
      this.#draw();
    } catch (error) {
      this.#game.trouble(error);
    }
  }

  async #judge() {
    if (!this.#move) return void this.#play.announce(told.begin);
    const board = this.#rows.flat().filter((symbol) => symbol !== " ").join("");
    try {
      const judged = await this.#gateway.ask({ t: "judge", session: "game", move: this.#move, board, seat: this.#seat.value });
      this.#show(judged);
    } catch (error) {
      this.#game.trouble(error);
    }
  }

  #show(judged) {
    const said = verdict(judged, (move) => this.#text(move), this.#act.value);
    const board = judged.fault && judged.board?.length;
    this.#play.announce(board ? `${said} ${told.asItShould}` : said);
    if (board) this.#rows = judged.board.map((row) => [...row]);
    this.#draw([...(judged.missing ?? []), ...(judged.extra ?? [])]);
    const playable = this.#seat.value === this.#game.position.mover && this.#game.position.legal.includes(judged.move);
    this.#correct.replaceChildren(...(judged.fault && playable ? [element("button", { type: "button", id: "claim-correct",
      onclick: () => { this.#play.lend(null); this.#game.play(judged.move); } }, told.correct(this.#text(judged.move)))] : []));
  }

  #draw(marked = []) {
    const { board } = this.#play;
    const rows = this.#rows.map((row) => row.join(""));
    board.notes = new Map();
    board.marks = new Map(marked.map((cell) => [cell, "choice"]));
    const moves = this.#move && this.#move !== PASS ? [this.#move] : [];
    board.position = { board: rows, legal: [], moves, empties: rows.join("").split(".").length - 1 };
  }
}

function placeOf(cell) { return [cell.charCodeAt(0) - 97, Number(cell.slice(1)) - 1]; }
