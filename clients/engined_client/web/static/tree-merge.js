// Two trees that were made from one, put together: what either has added, deleted, moved or said is so in both.

const KNOWN = ["analysis", "chains", "review", "told", "scores", "mover", "end", "dead", "agreed", "lost"]; // of nodes, not of records

// `theirs` with what has become of `before` in `ours`, and with what is known there of its positions. Where both have
// changed the same thing, it is as it is in `ours`. What has grown on one side is not deleted by the other.
export function merged(before, ours, theirs) {
  const pending = [[before.root, ours.root, theirs.root]];
  while (pending.length) {
    const [old, own, other] = pending.pop();
    for (const known of KNOWN) other[known] ??= own[known];
    if (own.comment !== (old?.comment ?? "")) other.comment = own.comment;
    for (const child of own.children) {
      const [known, twin] = [childOf(old, child.move), childOf(other, child.move)];
      if (twin) pending.push([known, child, twin]);
      else if (!known || hasGrown(known, child)) theirs.graft(other, child, other.children.length);
    }
    for (const child of [...other.children]) {
      const known = childOf(old, child.move);
      if (known && !childOf(own, child.move) && !hasGrown(known, child)) theirs.remove(child);
    }
    if (old && hasMoved(old, own)) other.children.sort((a, b) => place(own, a) - place(own, b));
  }
  return theirs;
}

// The same for what is said of a whole game.
export function mergedValues(before, ours, theirs) {
  const one = (name, usual) => {
    const [old, own, other] = [before, ours, theirs].map((game) => game[name] ?? usual);
    return JSON.stringify(old) === JSON.stringify(own) ? other : own;
  };
  return { names: one("names", []), properties: one("properties", {}), engine: one("engine", []), level: one("level", 0), clock: one("clock", null) };
}

function childOf(node, move) {
  return node?.children.find((child) => child.move === move);
}

// Whether there is something at a node or after it that was not there before.
function hasGrown(before, node) {
  const pending = [[before, node]];
  for (const [old, now] of pending) {
    if (now.comment !== old.comment) return true;
    for (const child of now.children) {
      const known = childOf(old, child.move);
      if (!known) return true;
      pending.push([known, child]);
    }
  }
  return false;
}

function hasMoved(before, now) {
  const both = (one, other) => one.children.map(({ move }) => move).filter((move) => childOf(other, move)).join();
  return both(before, now) !== both(now, before);
}

function place(parent, { move }) {
  const at = parent.children.findIndex((child) => child.move === move);
  return at < 0 ? parent.children.length : at;
}
