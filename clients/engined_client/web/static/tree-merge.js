// Two trees that were made from one, put together: what either has added, deleted, moved or said is so in both.

const LONGEST_COMMENT = 10000; // that is kept

// Makes `ours` what both have made of `before`. Its nodes stay the ones that they are, since others go by them, and `stay` and
// those before it stay in it. Of comments that both have changed both are kept; what else both have changed is as it is in
// `ours`. What has grown on one side is not deleted by the other.
export function merge(before, ours, theirs, stay = ours.root) {
  const staying = new Set(ours.path(stay));
  const pending = [[before.root, ours.root, theirs.root]];
  while (pending.length) {
    const [old, own, other] = pending.pop();
    const moved = old && hasMoved(old, own);
    own.comment = comment(old?.comment ?? "", own.comment, other.comment);
    own.properties = { ...own.properties, ...other.properties };
    for (const child of [...other.children]) {
      const [known, twin] = [childOf(old, child.move), childOf(own, child.move)];
      if (twin) pending.push([known, twin, child]);
      else if (!known || hasGrown(known, child)) ours.graft(own, child, own.children.length);
    }
    for (const child of [...own.children]) {
      const known = childOf(old, child.move);
      if (known && !childOf(other, child.move) && !hasGrown(known, child) && !staying.has(child)) ours.remove(child);
    }
    if (!moved) own.children.sort((a, b) => place(other, a) - place(other, b));
  }
}

// The same for what is said of a whole game.
export function mergedValues(before, ours, theirs) {
  const one = (name, usual) => {
    const [old, own, other] = [before, ours, theirs].map((game) => game[name] ?? usual);
    return JSON.stringify(old) === JSON.stringify(own) ? other : own;
  };
  return { names: one("names", []), properties: one("properties", {}), engine: one("engine", []), level: one("level", 0), clock: one("clock", null) };
}

function comment(before, ours, theirs) {
  if (theirs === before || ours.includes(theirs)) return ours;
  if (ours === before || theirs.includes(ours)) return theirs;
  const both = `${theirs}\n${ours}`;
  return both.length > LONGEST_COMMENT ? ours : both;
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
