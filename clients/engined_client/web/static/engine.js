// The seats that the engine plays: it moves when it is one's turn, on the page that is looked at.

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
  }

  get turn() {
    const { position, engine, live } = this.#game;
    return Boolean(live && position && !position.over && engine.includes(position.mover));
  }

  // Think if it is the engine's turn, and no longer if it is not.
  look() {
    const place = this.turn && !document.hidden ? this.#game.moves.join() : null;
    if (this.thinking && this.thinking !== `${place}`) this.#gateway.stop(this.#id);
    if (place !== null && !this.thinking) this.#think(`${place}`);
  }

  // Move once, whoever's turn it is.
  moveNow() {
    if (!this.thinking && !this.#game.over) this.#think(this.#game.moves.join());
  }

  async #think(place) {
    const game = this.#game;
    this.thinking = place || " ";
    this.#id = this.#gateway.newId();
    this.#tell();
    const limits = game.level ? { level: game.level, seconds: 10 } : { seconds: 2 };
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
