// The conversation with the daemon: messages as protocol/SPEC.md has them, over one WebSocket.
//
//   await gateway.ask({t: "show", variant: "nip"})            the final reply; throws Refused for an error
//   gateway.ask(request, {news: (info) => ...})               partial replies on the way
//   event "there"                                             detail: whether a daemon is at the other end
//   event "news"                                              detail: a reply that answers nothing we asked

import { language } from "./language.js";

const PARTIAL = ["info", "perft-line", "book-progress", "move-review"];
const AGAIN = [200, 500, 1000, 2000, 4000];

export class Refused extends Error {
  constructor(error) {
    super(error.message);
    this.code = error.code;
    this.field = error.field ?? "";
  }
}

export class Gateway extends EventTarget {
  there = false;
  #client;
  #socket = null;
  #waiting = new Map();
  #unsent = [];
  #count = 0;
  #failures = 0;

  constructor(client) {
    super();
    this.#client = client;
    this.#connect();
  }

  ask(request, { news, id = this.newId() } = {}) {
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject, news });
      const text = JSON.stringify({ ...request, id });
      if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(text);
      else this.#unsent.push(text);
    });
  }

  newId() {
    return `${++this.#count}`;
  }

  stop(target) {
    this.ask({ t: "stop", target }).catch(() => {});
  }

  #connect() {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(`${scheme}//${location.host}/messages?client=${this.#client}&language=${language}`, "engined");
    this.#socket = socket;
    socket.addEventListener("open", () => this.#opened());
    socket.addEventListener("message", (event) => this.#take(JSON.parse(event.data)));
    socket.addEventListener("close", () => this.#closed());
  }

  #opened() {
    this.#failures = 0;
    for (const text of this.#unsent.splice(0)) this.#socket.send(text);
    this.#say(true);
  }

  #closed() {
    this.#say(false);
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    this.#unsent = [];
    for (const { reject } of waiting) reject(new Refused({ code: "no-daemon", message: "the connection is lost" }));
    setTimeout(() => this.#connect(), AGAIN[Math.min(this.#failures++, AGAIN.length - 1)]);
  }

  #take(reply) {
    if (reply.id === "") {
      if (reply.t === "pong") this.#say(true);
      else if (reply.t === "error" && reply.code === "no-daemon") this.#say(false);
      else this.dispatchEvent(new CustomEvent("news", { detail: reply }));
      return;
    }
    const asked = this.#waiting.get(reply.id);
    if (!asked) return;
    if (PARTIAL.includes(reply.t)) {
      asked.news?.(reply);
      return;
    }
    this.#waiting.delete(reply.id);
    if (reply.t === "error") asked.reject(new Refused(reply));
    else asked.resolve(reply);
  }

  #say(there) {
    if (there === this.there) return;
    this.there = there;
    this.dispatchEvent(new CustomEvent("there", { detail: there }));
  }
}

// A file, or a tree as a file: over HTTP, since files are bytes and may be long.
export async function post(path, body) {
  const address = `${path}${path.includes("?") ? "&" : "?"}language=${language}`;
  const response = await fetch(address, { method: "POST", body, headers: { "Content-Type": "application/octet-stream" } });
  const reply = await response.json();
  if (reply.t === "error") throw new Refused(reply);
  return reply;
}
