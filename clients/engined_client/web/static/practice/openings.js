// Openings against the book: what is tried is held against it, and it answers with variety.

import { language, words } from "../words.js";
import { BorrowedBoard } from "./borrowed-board.js";
import { told } from "./words.js";

export class Opening {
  #parts;
  #gateway;
  #game;
  #board;
  #variant;
  #begin;
  #seat = "";
  #moves = [];
  #asked = 0;
  #right = 0;
  #first = true; // whether nothing was tried in this position yet
  #said = [];

  constructor(parts, name) {
    [this.#gateway, this.#game] = [parts.gateway, parts.game];
    this.#variant = parts.game.variant;
    this.#begin = name ? { name } : { moves: parts.game.moves };
    this.#parts = parts;
    this.#step(this.#begin);
  }

  async #step(request) {
    let stood = null;
    try {
      stood = await this.#gateway.ask({ t: "opening-step", variant: this.#variant, ...request });
    } catch (error) {
      this.#game.trouble(error);
      return;
    }
    if (this.#board && !this.#board.there) return;
    this.#board ??= new BorrowedBoard(this.#parts);
    this.#count(request, stood);
    [this.#moves, this.#seat] = [stood.moves ?? [], stood.seat];
    this.#said = stood.told?.[language] ?? [];
    await this.#show(stood.ended ?? false);
  }

  #count(request, { right = true }) {
    if (!request.move) return;
    if (right) {
      this.#asked += 1;
      this.#right += this.#first;
    }
    this.#first = right;
  }

  async #show(ended) {
    const position = await this.#gateway.ask({ t: "show", variant: this.#variant, moves: this.#moves });
    if (!this.#board.there) return;
    this.#board.show(position, ended ? null : (move) => this.#try(move));
    const opening = words.opening(position.openings ?? []);
    this.#board.say(opening, this.#said, ended ? "" : told.yourMove, this.#asked ? told.score(this.#right, this.#asked) : "");
    this.#board.offer(ended ? ["again", told.again, () => this.#again(), true] : ["answer", told.answer, () => this.#answer()],
      ["leave", told.leave, () => this.#board.leave()]);
  }

  #try(move) { return this.#step({ moves: this.#moves, seat: this.#seat, move }); }

  // The best move of the book; who looks has not found it at once.
  async #answer() {
    const moves = this.#moves;
    const page = await this.#gateway.ask({ t: "book-show", variant: this.#variant, moves });
    if (!this.#board.there || moves !== this.#moves) return;
    this.#first = false;
    this.#said = [told.solution(this.#game.moveText(page.moves[0].move))];
    await this.#show(false);
  }

  #again() {
    [this.#asked, this.#right, this.#first] = [0, 0, true];
    return this.#step(this.#begin);
  }
}
