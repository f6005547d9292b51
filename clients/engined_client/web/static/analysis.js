// What the daemon thinks of the position that is looked at, as long as analysis is on, kept with each node of the tree.
//
//   event "news"   the node's analysis has changed

import { asking } from "./asking.js";

const LIMITS = { 2: 2, 10: 10, 60: 60, 0: undefined };

// The moves of a reply, and behind them those that it says nothing of yet, as they were known: where it comes before all
// moves are searched, no row goes that somebody is about to press.
function withKnown(moves, known) {
  const told = new Set(moves.map(({ move }) => move));
  return [...moves, ...known.filter(({ move }) => !told.has(move))];
}

export class Analysis extends EventTarget {
  seconds = Number(localStorage.getItem("engined.seconds") ?? 10);
  #gateway;
  #game;
  #wanted = localStorage.getItem("engined.analysis") === "on";
  #job = null;

  constructor(gateway, game) {
    super();
    this.#gateway = gateway;
    this.#game = game;
    game.addEventListener("position", () => this.look());
    gateway.addEventListener("there", ({ detail }) => detail && this.look());
    document.addEventListener("visibilitychange", () => this.look());
    asking.addEventListener("change", () => {
      this.look();
      this.#tell();
    });
  }

  // Not while somebody looks for a move.
  get on() { return this.#wanted && !asking.on; }
  get latest() { return this.#game.node.analysis; }

  turn(on) {
    if (asking.on) return;
    this.#wanted = on;
    localStorage.setItem("engined.analysis", on ? "on" : "off");
    this.look();
    this.#tell();
  }

  limit(seconds) {
    this.seconds = seconds;
    localStorage.setItem("engined.seconds", seconds);
    this.#end();
    this.look();
  }

  // Analyse what is looked at, and nothing else.
  look() {
    const { node, position } = this.#game;
    const wanted = this.on && position && !document.hidden && position.phase !== "ended";
    if (this.#job && (!wanted || this.#job.node !== node)) this.#end();
    if (wanted && !this.#job && !(node.analysis?.seconds >= this.seconds && this.seconds)) {
      this.#run(node, this.#game.where, LIMITS[this.seconds]);
    }
  }

  async #run(node, where, seconds) {
    const job = { node, id: this.#gateway.newId() };
    this.#job = job;
    const take = (reply) => this.#take(node, reply, reply.t === "analysis" ? seconds ?? 0 : 0);
    const request = { t: "analyse", ...where, seconds, interval: 0.25 };
    if (!request.start) delete request.start;
    try {
      const final = await this.#gateway.ask(request, { id: job.id, news: take });
      if (final.reason === "done" || final.reason === "limit") take(final);
    } catch (error) {
      this.#refuse(node, error);
    }
    if (this.#job === job) this.#job = null;
    this.#tell();
  }

  #take(node, reply, seconds) {
    if (reply.moves.length === 0 && reply.t === "info") {
      this.state = reply.state;
    } else {
      this.state = reply.state ?? "";
      const { score, kind } = reply.moves[0] ?? reply;
      node.analysis = { ...reply, score, kind, seconds, moves: withKnown(reply.moves, node.analysis?.moves ?? []) };
    }
    this.#tell();
  }

  // Why nothing can be said of a node; after a daemon that was away it is asked again.
  #refuse(node, error) {
    if (error.code !== "no-daemon") node.analysis = { moves: [], refused: error.message, seconds: Infinity };
  }

  #end() {
    if (this.#job) this.#gateway.stop(this.#job.id);
    this.#job = null;
  }

  #tell() {
    this.dispatchEvent(new Event("news"));
  }
}
