// Plays a game of two levels against each other and says what the last moves were worth: a client in JavaScript, written
// from protocol/SPEC.md alone (section 6, messages as JSON over a WebSocket).
//
//     engined web &
//     node analyse.mjs http://127.0.0.1:8264/ othello-6x6
//
// Where a token is asked for, the address is the one that `engined web` prints, with ?token=...
// Node 22 has WebSocket; Node 20 wants --experimental-websocket.

const [address = "http://127.0.0.1:8264/", variant = "othello"] = process.argv.slice(2);
const url = new URL("messages", address);
url.protocol = url.protocol.replace("http", "ws");
const token = new URL(address).searchParams.get("token");

/** Requests go out with ids of their own; each has partial replies (`info`, ...) and then one final reply. */
class Engined {
  #waiting = new Map();
  #ids = 0;

  static async connect(url, token) {
    const client = new Engined();
    client.socket = new WebSocket(url, token ? ["engined", `token.${token}`] : ["engined"]);
    await new Promise((open, fail) => {
      client.socket.onopen = open;
      client.socket.onerror = () => fail(new Error(`nobody answers at ${url}`));
    });
    client.socket.onmessage = ({ data }) => client.#hear(JSON.parse(data));
    client.socket.onclose = () => client.#lose(new Error("the gateway is gone"));
    return client;
  }

  ask(message, onPartial = () => {}) {
    const id = `r${++this.#ids}`;
    return new Promise((done, fail) => {
      this.#waiting.set(id, { done, fail, onPartial });
      this.socket.send(JSON.stringify({ ...message, id }));
    });
  }

  #hear(reply) {
    const asked = this.#waiting.get(reply.id);
    if (!asked) return; // of no request of ours: a pong, or news of a session that is shared
    if (["info", "analysed", "evaluated", "perft-line", "book-progress"].includes(reply.t)) return asked.onPartial(reply);
    this.#waiting.delete(reply.id);
    if (reply.t === "error") asked.fail(new Error(`${reply.code}: ${reply.field ?? ""} ${reply.message}`));
    else asked.done(reply);
  }

  /** Comes back when a daemon answers: the gateway may be there before it. */
  async ready() {
    for (let tries = 0; ; tries += 1) {
      try {
        return await this.ask({ t: "ping" });
      } catch (error) {
        if (tries === 100 || !error.message.startsWith("no-daemon")) throw error;
        await new Promise((again) => setTimeout(again, 200));
      }
    }
  }

  #lose(error) {
    for (const { fail } of this.#waiting.values()) fail(error);
    this.#waiting.clear();
  }
}

const engined = await Engined.connect(url, token);
await engined.ready();
const about = await engined.ask({ t: "describe", variant });
console.log(`${about.title || about.name}: ${about.width}x${about.height}, ${about.cells} cells`);

let game = await engined.ask({ t: "open", session: "game", variant });
while (!game.over) {
  const level = game.mover === about.seats[0][0] ? 3 : 5;
  await engined.ask({ t: "analyse", session: "game", level, play: true });
  game = await engined.ask({ t: "show", session: "game" });
}
console.log(game.board.join("\n"));
console.log(`${game.moves.join(" ")}\n${game.result}`);

const before = game.moves.slice(0, Math.max(0, game.moves.length - 8));
const last = await engined.ask({ t: "analyse", variant, moves: before }, (info) => {
  if (info.moves.length) console.log(`depth ${info.depth}: ${info.moves[0].move}`);
});
for (const { move, score, kind, pv = [] } of last.moves) {
  console.log(`${move} ${score} ${kind} for ${last.mover}: ${pv.join(" ")}`);
}
await engined.ask({ t: "analyse", variant, moves: ["a1"], depth: 1 }).then(
  () => console.log("a1 was legal"),
  (error) => console.log(error.message));
engined.socket.close();
