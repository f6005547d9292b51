// The game that the page shows: its tree, where in it we are, and the position there as the daemon has it.
//
// At the daemon the game is one session, which follows the node that is looked at; the tree is kept by the gateway. Pages
// of the same link are one client: what one does, the others are told.
//
//   event "position"   something has changed on the board or in the tree; detail.by: "play" | "go" | "news" | "new"
//   event "review"     what moves of the tree were worth has become known
//   event "trouble"    detail: what went wrong, for people

import { cellName, moveText } from "./game-board.js";
import { GameTree, PASS } from "./game-tree.js";
import { keptForm, valuesOf } from "./kept-form.js";
import { merge, mergedValues } from "./tree-merge.js";
import { words } from "./words.js";

const SESSION = "game";

export class Game extends EventTarget {
  tree = new GameTree();
  node = this.tree.root;
  position = null;
  description = null;
  variant = "";
  start = null;
  declaration = "";
  names = [];
  properties = {}; // of the game, as its record has them
  engine = [];
  level = 0;
  clock = null; // what it was begun with
  session = null; // where the session stands, and since when we know
  kept = null; // of this link, as it was when the page was loaded
  forgotten = false;
  deleted = null; // what was deleted last: {moves, index, branch, at}
  aim = null; // the node that we are on our way to
  live = true; // whether the game is being played here, not looked back at
  #gateway;
  #queue = Promise.resolve();
  #under = 0; // how many things are in it
  #agreed = { game: null, version: "" }; // what is kept, as far as we know
  #saving = false;
  #unsaved = false;

  constructor(gateway) {
    super();
    this.#gateway = gateway;
    gateway.addEventListener("news", ({ detail }) => this.#hear(detail));
  }

  get moves() { return this.tree.moves(this.node); }
  get where() { return { variant: this.variant, start: this.start, moves: this.moves }; }
  get over() { return this.position?.over ?? false; }
  get atEnd() { return this.node.children.length === 0; }
  // Whether clocks run, or will: then the session stays where it is played, whatever is looked at.
  get timed() { return Boolean(this.session?.clock) && this.session.phase !== "ended"; }
  get away() { return this.timed && this.moves.join() !== this.session.moves.join(); }
  // The position in which the next move is to be made.
  get played() { return this.timed ? this.session : this.position; }
  seatIndex(name) { return this.position.seats.indexOf(name); }

  // A move as people write it here.
  moveText(move) { return move === PASS ? words.pass : moveText(move, this.description); }

  // The side of a seat: seats of a team share one.
  side(name) {
    const teams = this.description.teams ?? [];
    const team = teams.findIndex((seats) => seats.includes(name) || name === seats.join(" and "));
    return team >= 0 ? team : this.seatIndex(name);
  }

  // Whether a pass is a move like others, as in Go.
  get passesFreely() { return this.description.capture === "surround"; }

  // For names of files: the variant, who plays, how many moves.
  get fileName() {
    const plies = this.tree.line(this.node).length;
    const parts = [this.description.name, ...this.names.filter(Boolean), plies ? `${plies}` : ""];
    return parts.filter(Boolean).join("-").replace(/[^\p{L}\p{N}.-]+/gu, "_");
  }

  get sides() { return (this.description.teams ?? []).length || this.position.seats.length; }

  // --- whole games

  // Take up the game that is kept for this link; false if there is none. `forgotten`: there was one.
  async load(recalled = this.#gateway.ask({ t: "recall-game" })) {
    const { game, version = "", forgotten = false } = await recalled;
    [this.kept, this.forgotten, this.#agreed] = [game ?? null, forgotten, { game: game ?? null, version }];
    if (!game) return false;
    await this.#take(game);
    return true;
  }

  // The game that is kept for this link, which could not be shown, up to so many moves of the line that it was looked at on.
  async loadUpTo(ply) {
    const path = [];
    for (let at = this.kept.at ?? -1; at >= 0; at = this.kept.nodes[at].parent) path.unshift(at);
    await this.#take({ ...this.kept, at: path[ply - 1] ?? -1 });
  }

  // The first game of a link.
  begin(variant) {
    return this.#do(async () => {
      const tree = new GameTree();
      await this.#set({ ...valuesOf({}), variant, tree, node: tree.root }, true);
      this.live = true;
      this.#changed("new");
      this.save();
    });
  }

  async #take(game) {
    const tree = GameTree.from(game);
    const node = tree.made[game.at ?? -1] ?? tree.root;
    const { variant } = game;
    await this.#do(async () => {
      const shown = await this.#standing(game.start);
      const ours = shown?.variant === variant.split("@")[0] ? tree.follow(shown.moves) : node;
      await this.#set({ ...valuesOf(game), variant, tree, node: ours });
      this.live = this.atEnd;
      this.#changed("new");
    });
  }

  // `anew`: the session is set even if it stands where it should.
  async #set(values, anew = false) {
    const where = { variant: values.variant, start: values.start ?? undefined, moves: values.tree.moves(values.node) };
    if (values.declaration) {
      const declared = await this.#gateway.ask({ t: "declare", text: values.declaration });
      where.variant = values.variant = `${declared.name}@${declared.digest.slice(0, 16)}`;
    }
    const describe = this.#gateway.ask({ t: "describe", variant: where.variant });
    describe.catch(() => {});
    const shown = anew ? null : await this.#standing(values.start);
    if (shown?.clock) where.moves = values.tree.moves(values.node = values.tree.follow(shown.moves));
    if (values.clock && values.tree.size === 0) where.clock = values.clock;
    const position = shown?.moves.join() === where.moves.join() ? shown
      : await this.#openSession(where);
    this.description = await describe;
    Object.assign(this, values);
    this.#arrive(position);
  }

  // Where the session stands; null if there is none. One with a start of its own and without clocks does not say whose it is.
  async #standing(start) {
    const shown = await this.#gateway.ask({ t: "show", session: SESSION }).catch(() => null);
    return start && !shown?.clock ? null : shown;
  }

  // Have the tree kept; while that is done, what is to be kept next waits. Where another page was first, both are put together.
  async save() {
    this.#unsaved = true;
    if (this.#saving) return;
    this.#saving = true;
    while (this.#unsaved) {
      this.#unsaved = false;
      const game = this.record();
      try {
        const reply = await this.#gateway.ask({ t: "keep-game", game, after: this.#agreed.version });
        if (reply.game) this.#join(reply);
        else this.#agreed = { game, version: reply.version };
      } catch (error) {
        if (error.code !== "no-daemon") this.trouble(error);
      }
    }
    this.#saving = false;
  }

  // The game as the gateway keeps it and writes it to files.
  record() {
    const { rows, index } = this.tree.rows();
    return keptForm({ ...this, nodes: rows, at: index.get(this.node), comment: this.tree.root.comment });
  }

  // --- moves

  play(move) {
    if (this.away) return this.return();
    return this.#do(async () => {
      this.#arrive(await this.#gateway.ask({ t: "play", session: SESSION, moves: [move] }));
      await this.#passWhereForced();
      this.live = true;
      this.#changed("play");
      this.save();
    });
  }

  // To where the session stands.
  return() { return this.go(this.tree.follow(this.session.moves)); }

  // A line that may go far: it becomes a variation, and we go to its end.
  playLine(moves, from = this.node) {
    return this.#do(async () => {
      await this.#open([...this.tree.moves(from), ...moves]);
      this.live = this.timed && !this.away;
      this.#changed("go");
      this.save();
    });
  }

  // Of several steps that are asked for at once only the last one is shown.
  go(node) {
    this.aim = node;
    return this.#do(async () => {
      if (this.aim !== node) return;
      try {
        if (!this.tree.has(node)) return; // another page has deleted it
        if (node === this.node && this.position.phase !== "ended") return;
        await this.#open(this.tree.moves(node), node);
        this.live = this.timed && !this.away;
      } finally {
        if (this.aim === node) this.aim = null;
      }
      this.#changed("go");
      this.save();
    });
  }

  // Take back what was done last, which may be the end of the game or a removal.
  undo(plies = 1) {
    return this.#do(async () => {
      this.#arrive(await this.#gateway.ask({ t: "undo", session: SESSION, plies }));
      this.live = true;
      this.#changed("go");
      this.save();
    });
  }

  // `t` is resign, remove, restore, agree or resume: what changes the end of a game.
  end(t, values = {}) {
    return this.#do(async () => {
      this.#arrive(await this.#gateway.ask({ t, session: SESSION, ...values }));
      this.#changed("play");
      this.save();
    });
  }

  // The engine moves for the seat whose turn it is; `limits` say how. On another page it may have moved already.
  async think(id, limits) {
    const request = { t: "analyse", session: SESSION, play: true, best: 1, book: "play", interval: 3600, ...limits };
    await this.#gateway.ask({ ...request, seat: this.played.mover }, { id }).catch((error) => {
      if (error.code !== "illegal-move") throw error;
    });
    await this.#do(async () => {
      this.#arrive(await this.#gateway.ask({ t: "show", session: SESSION }));
      await this.#passWhereForced();
      this.#changed("play");
      this.save();
    });
  }

  // Who can do nothing but pass need not be asked. Another page may have passed already.
  async #passWhereForced() {
    while (!this.passesFreely && !this.over && this.position.legal.join() === PASS) {
      const request = { t: "play", session: SESSION, moves: [PASS] };
      this.#arrive(await this.#gateway.ask(request).catch(() => this.#gateway.ask({ t: "show", session: SESSION })));
    }
  }

  // After the daemon or the connection was away: the session as it should be, and what others have done meanwhile.
  recover() {
    return this.#do(async () => {
      const { variant, tree } = this;
      const shown = await this.#standing(this.start);
      const node = shown?.variant === this.description.name ? tree.follow(shown.moves) : this.node;
      await this.#set({ ...valuesOf(this), variant, tree, node });
      this.#changed("go");
      const kept = await this.#gateway.ask({ t: "recall-game" });
      if (kept.game && kept.version !== this.#agreed.version) this.#join(kept);
      else this.save();
    });
  }

  // The main line through where we are, with all passes that its record has left out.
  async line() {
    const last = this.tree.line(this.node).at(-1) ?? this.tree.root;
    const where = { variant: this.variant, start: this.start ?? undefined, moves: this.tree.moves(last) };
    const { moves } = await this.#gateway.ask({ t: "show", ...where });
    return [this.tree.root, ...this.tree.path(this.tree.complete(last, moves))];
  }

  // What moves of a line were worth: each is {move, told} of a review, by ply.
  reviewed(line, reviews) {
    for (const review of reviews) line[review.move.ply].review = review;
    this.dispatchEvent(new Event("review"));
  }

  remove(node) {
    if (!this.tree.has(node)) return undefined;
    const inside = this.tree.path(this.node).includes(node);
    const index = node.parent.children.indexOf(node);
    this.deleted = { moves: this.tree.moves(node.parent), index, branch: node, at: inside ? this.node : null };
    this.tree.remove(node);
    if (inside) return this.go(node.parent);
    this.#changed("tree");
    this.save();
    return undefined;
  }

  // Put back what was deleted last, and go where we were in it.
  undelete() {
    const { moves, index, branch, at } = this.deleted;
    this.deleted = null;
    this.tree.graft(this.tree.follow(moves), branch, index);
    this.#changed("tree");
    this.save();
    return at && this.tree.has(at) ? this.go(at) : undefined;
  }

  promote(node) {
    if (!this.tree.has(node)) return;
    this.tree.promote(node);
    this.#changed("tree");
    this.save();
  }

  // Of a node that another page has deleted while somebody wrote: it comes back.
  comment(node, text) {
    const deleted = !this.tree.has(node);
    this.tree.putBack(node).comment = text;
    if (deleted) this.#changed("tree");
    this.save();
  }

  seat(name, byEngine) {
    this.engine = this.engine.filter((seat) => seat !== name);
    if (byEngine) this.engine.push(name);
    this.live ||= byEngine;
    this.#changed("seats");
    this.save();
  }

  // --- inside

  async #open(moves, node = null) {
    const where = { variant: this.variant, start: this.start ?? undefined, moves };
    if (this.timed) {
      const away = moves.join() !== this.session.moves.join();
      const shown = await this.#gateway.ask({ t: "show", ...(away ? where : { session: SESSION }) });
      this.node = node ?? this.tree.follow(moves);
      return this.#arrive(shown);
    }
    const opened = await this.#openSession(where);
    this.node = node ?? this.tree.follow(moves);
    this.#arrive(await this.#asItWas(this.node, opened));
  }

  // Who looks back and returns finds the dead stones marked, and who has agreed, resigned or lost on time.
  async #asItWas({ dead = [], agreed = [], lost = null }, opened) {
    let position = opened;
    if (lost) return this.#gateway.ask({ t: "resign", session: SESSION, ...lost });
    if (position.phase !== "removal") return position;
    if (dead.length) position = await this.#gateway.ask({ t: "remove", session: SESSION, cells: dead });
    for (const seat of agreed) position = await this.#gateway.ask({ t: "agree", session: SESSION, seat });
    return position;
  }

  // A daemon without a store keeps no sessions: then the tree alone survives it.
  async #openSession(where) {
    const request = { t: "open", session: SESSION, ...where };
    try {
      return await this.#gateway.ask({ ...request, keep: true });
    } catch (error) {
      if (error.field !== "keep") throw error;
      return this.#gateway.ask(request);
    }
  }

  // A position of our own game: the tree gets what is new, and we are there.
  #arrive(position) {
    const moves = position.moves;
    const same = this.moves.join() === moves.join();
    if (!same) {
      const longer = moves.filter((move) => move !== PASS).join() === this.moves.filter((move) => move !== PASS).join();
      this.node = longer ? this.tree.complete(this.node, moves) : this.tree.follow(moves);
    }
    this.position = { phase: "play", removed: [], agreed: [], prisoners: [], ranks: [], ending: "", ...position };
    if (position.session === SESSION) this.session = { ...this.position, told: performance.now() };
    this.know(this.node, this.position);
  }

  // What a position says of its node.
  know(node, { scores, mover, phase, winner, margin, ending, removed = [], agreed = [] }) {
    [node.scores, node.mover, node.agreed] = [scores, mover, agreed];
    node.lost = ending === "time" || ending === "resignation" ? { seat: this.#loser(winner), reason: ending } : null;
    if (node.lost) this.properties = { ...this.properties, RE: [`${this.side(winner) ? "W" : "B"}+${ending === "time" ? "T" : "R"}`] };
    node.dead = removed.flatMap((row, y) => [...row].flatMap((symbol, x) => (". ".includes(symbol) ? [] : [cellName(x, y)])));
    node.end = phase === "ended" && margin !== undefined ? (winner ? (this.side(winner) ? -margin : margin) : 0) : null;
  }

  // A seat of the side that has lost.
  #loser(winner) { return this.position.seats.find((seat) => this.side(seat) !== this.side(winner)); }

  // What another page of this link has done.
  #hear(reply) {
    if (reply.t === "position" && reply.session === SESSION) {
      if (reply.variant !== this.description?.name) return; // its tree comes soon
      const crossed = this.#under > 0; // with a request of ours: which of both was later, the daemon knows
      this.#do(async () => {
        const position = crossed ? await this.#gateway.ask({ t: "show", session: SESSION }) : reply;
        if (position.variant !== reply.variant) return;
        const ended = this.session?.phase !== "ended" && position.phase === "ended";
        this.#arrive(position);
        this.#changed("news");
        if (ended) this.save();
      });
    } else if (reply.t === "kept-game" && reply.game) {
      this.#join(reply);
    }
  }

  // What another page has had kept: what was done here since both agreed is done to that, and kept in turn.
  #join({ game, version }) {
    const [before, ours] = [this.#agreed.game, this.record()];
    this.#agreed = { game, version };
    if (game.variant !== this.variant || (game.start ?? null) !== this.start) return void this.#take(game);
    merge(GameTree.from(before ?? {}), this.tree, GameTree.from(game), this.aim ?? this.node);
    Object.assign(this, mergedValues(before ?? {}, ours, game));
    this.#changed("tree");
    const kept = (record) => JSON.stringify({ ...record, at: 0 });
    if (kept(this.record()) !== kept(keptForm(game))) this.save();
  }

  // One thing after the other, and what goes wrong is said.
  #do(work) {
    this.#under++;
    const done = this.#queue.then(work).finally(() => this.#under--);
    this.#queue = done.catch((error) => this.trouble(error));
    return this.#queue;
  }

  #changed(by) {
    this.dispatchEvent(new CustomEvent("position", { detail: { by } }));
  }

  // Something went wrong, here or in another part.
  trouble(error) {
    this.dispatchEvent(new CustomEvent("trouble", { detail: error }));
  }
}
