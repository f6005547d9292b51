// The seats that the engine plays: it moves when it is one's turn, on the page that is looked at, and wherever its clock runs.

import { asking } from "./asking.js";

export class Engine extends EventTarget {
  thinking = "";
  #gateway;
  #game;
  #id = "";

  constructor(gateway, game) {
    super();
    this.#gateway = gateway;
    this.#game = game;
    game.addEventListener("position", () => this.look());
    document.addEventListener("visibilitychange", () => this.look());
    asking.addEventListener("change", () => this.look());
  }

  get turn() {
    const { played, engine, live, timed } = this.#game;
    return Boolean(((live && !asking.lesson) || timed) && played && !played.over && engine.includes(played.mover));
  }

  // Think if it is the engine's turn, and no longer if it is not.
  look() {
    const { timed, played } = this.#game;
    const place = this.turn && (timed || !document.hidden) ? played.moves.join() : null;
    if (this.thinking && this.thinking !== `${place}`) this.#gateway.stop(this.#id);
    if (place !== null && !this.thinking) this.#think(`${place}`);
  }

  // Move once, whoever's turn it is.
  moveNow() {
    if (!this.thinking && !this.#game.over && !this.#game.away) this.#think(this.#game.played.moves.join());
  }

  async #think(place) {
    const game = this.#game;
    this.thinking = place || " ";
    this.#id = this.#gateway.newId();
    this.#tell();
    const limits = { ...(game.level && { level: game.level }), ...(!game.timed && { seconds: game.level ? 10 : 2 }) };
    try {
      await game.think(this.#id, limits);
    } catch (error) {
      game.live = false;
      game.trouble(error);
    }
    this.thinking = "";
    this.#tell();
    this.look();
  }

  #tell() {
    this.dispatchEvent(new Event("thinking"));
  }
}
