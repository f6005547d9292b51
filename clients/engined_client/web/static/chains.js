// What the daemon says of the chains of the position that is looked at, in games where they count; kept with each node of
// the tree.
//
//   event "news"   it has changed, or whether it is wanted on the board

export class Chains extends EventTarget {
  on = localStorage.getItem("engined.chains") !== "off";
  #gateway;
  #game;

  constructor(gateway, game) {
    super();
    this.#gateway = gateway;
    this.#game = game;
    game.addEventListener("position", () => this.#look());
  }

  get count() { return this.#game.description?.scoring === "chains"; }
  get latest() { return this.count ? this.#game.node.chains ?? null : null; }

  turn(on) {
    this.on = on;
    localStorage.setItem("engined.chains", on ? "on" : "off");
    this.dispatchEvent(new Event("news"));
  }

  async #look() {
    const { node, where } = this.#game;
    if (!this.count || node.chains) return;
    const request = { t: "show", ...where, theory: true };
    if (!request.start) delete request.start;
    const { theory } = await this.#gateway.ask(request).catch(() => ({}));
    if (!theory) return; // it is asked again when the game goes on
    node.chains = { chains: [], dead: [], ...theory };
    if (this.#game.node === node) this.dispatchEvent(new Event("news"));
  }
}
