// A game as the gateway keeps it: a tree in rows with what is said of its start, and what is said of the whole game.

const USUAL = { start: null, declaration: "", names: [], properties: {}, engine: [], level: 0, clock: null };

// What is said of a whole game besides its variant, each with its usual value where nothing is.
export function valuesOf(game) {
  return Object.fromEntries(Object.entries(USUAL).map(([name, usual]) => [name, game[name] ?? structuredClone(usual)]));
}

export function keptForm({ variant, nodes = [], at = -1, comment = "", ...game }) {
  const said = Object.entries(valuesOf(game)).filter(([, value]) => value && (typeof value !== "object" || Object.keys(value).length));
  return { variant, nodes, at, ...(comment && { comment }), ...Object.fromEntries(said) };
}
