// A game with its variations. A node is {parent, move, comment, properties, children, ...}; the root has no move.
// Properties are what a record says besides: kept for records to come.
// Of the children of a node the first is the main line.

export const PASS = "--";

function node(parent, move, comment = "", properties = {}) {
  return { parent, move, comment, properties, children: [], ply: parent ? parent.ply + 1 : 0, analysis: null, review: null, scores: null, end: null };
}

export class GameTree {
  constructor() {
    this.root = node(null, "");
    this.size = 0;
  }

  // From the form in which the gateway keeps it, and back: nodes in a row, each with the index of its parent.

  static from({ nodes: rows = [], comment = "" } = {}) {
    const tree = new GameTree();
    tree.root.comment = comment;
    const made = [];
    for (const { parent, move, comment, properties } of rows) {
      made.push(tree.add(made[parent] ?? tree.root, move, comment, properties));
    }
    tree.made = made;
    return tree;
  }

  rows() {
    const rows = [];
    const index = new Map([[this.root, -1]]);
    for (const each of this.walk()) {
      index.set(each, rows.length);
      const row = { parent: index.get(each.parent), move: each.move };
      if (each.comment) row.comment = each.comment;
      if (Object.keys(each.properties).length) row.properties = each.properties;
      rows.push(row);
    }
    return { rows, index };
  }

  // All nodes but the root, each after its parent, the main line first.
  *walk() {
    const pending = [...this.root.children].reverse();
    while (pending.length) {
      const each = pending.pop();
      yield each;
      for (let i = each.children.length - 1; i >= 0; i--) pending.push(each.children[i]);
    }
  }

  // The child that plays a move, made if there is none.
  add(parent, move, comment = "", properties = {}) {
    const known = parent.children.find((child) => child.move === move);
    if (known) {
      known.comment ||= comment;
      known.properties = { ...properties, ...known.properties };
      return known;
    }
    const child = node(parent, move, comment, properties);
    parent.children.push(child);
    this.size++;
    return child;
  }

  // The node after these moves, made where it is missing.
  follow(moves) {
    return moves.reduce((at, move) => this.add(at, move), this.root);
  }

  // Put the passes in that a record has left out: `moves` are those of the path to `last`, with all passes.
  // The node after them is returned.
  complete(last, moves) {
    const path = this.path(last);
    let at = this.root;
    let next = 0;
    for (const move of moves) {
      const following = path[next];
      if (following && following.move === move && following.parent === at) {
        at = following;
        next++;
      } else if (move === PASS && following) {
        at = this.#insert(following, move);
      } else {
        return this.follow(moves);
      }
    }
    return at;
  }

  // Where a pass is forced, all that follow at this place follow after it.
  #insert(before, move) {
    const parent = before.parent;
    const passed = node(parent, move);
    passed.children = parent.children;
    parent.children = [passed];
    this.size++;
    for (const child of passed.children) child.parent = passed;
    this.#number(passed);
    return passed;
  }

  #number(from) {
    const pending = [from];
    while (pending.length) {
      const each = pending.pop();
      each.ply = each.parent.ply + 1;
      pending.push(...each.children);
    }
  }

  path(last) {
    const path = [];
    for (let at = last; at.parent; at = at.parent) path.push(at);
    return path.reverse();
  }

  moves(last) {
    return this.path(last).map(({ move }) => move);
  }

  // The path to a node, and on from there the first child of each.
  line(through) {
    const line = this.path(through);
    let at = through;
    while (at.children.length) {
      at = at.children[0];
      line.push(at);
    }
    return line;
  }

  remove(each) {
    const { children } = each.parent;
    children.splice(children.indexOf(each), 1);
    this.size = [...this.walk()].length;
  }

  // The nearest node before one that is in the tree, which may be that itself.
  nearest(each) {
    let at = each;
    while (!this.has(at)) at = at.parent;
    return at;
  }

  // A node that was deleted, with all of its branch that was: what stands in its place then.
  putBack(each) {
    const moves = this.moves(each);
    const [top] = this.path(each).slice(this.nearest(each).ply);
    if (top) this.graft(top.parent, top, top.parent.children.length);
    return this.follow(moves);
  }

  has(each) {
    let at = each;
    while (at.parent?.children.includes(at)) at = at.parent;
    return at === this.root;
  }

  // Put a branch back under a node, as that child of it; what has been played there since stays.
  graft(parent, branch, index) {
    const known = parent.children.find(({ move }) => move === branch.move);
    if (known) {
      for (const child of branch.children) this.graft(known, child, known.children.length);
      return;
    }
    branch.parent = parent;
    parent.children.splice(index, 0, branch);
    this.#number(branch);
    this.size = [...this.walk()].length;
  }

  // Make a variation the main line.
  promote(last) {
    for (const each of this.path(last)) {
      const { children } = each.parent;
      children.splice(children.indexOf(each), 1);
      children.unshift(each);
    }
  }
}
