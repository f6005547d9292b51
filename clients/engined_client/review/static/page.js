// A reviewed game to step through: board, graph, moves, best lines. The data stand in the page.

import { WORDS } from "./words.js";

const data = JSON.parse(document.getElementById("data").textContent);
const { review, description, lines } = data;
const SVG = "http://www.w3.org/2000/svg";
const SIGNS = { "": "", inaccuracy: "?!", mistake: "?", blunder: "??" };
const [WIDTH, HEIGHT] = [600, 170];
const count = review.moves.length;
const sides = new Set(review.sides).size;

// What is shown: so many moves of the game; or in a line instead of the move `ply`, so many of its moves.
let ply = 0;
let line = null;
let language = document.documentElement.lang;
let words = WORDS[language];

const byId = (id) => document.getElementById(id);

function element(name, attributes = {}, ...children) {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
    else if (value === true) node.setAttribute(key, "");
    else if (value !== false && value !== null && value !== undefined) node.setAttribute(key, value);
  }
  node.append(...children);
  return node;
}

function draw(name, attributes, ...children) {
  const node = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  node.append(...children);
  return node;
}

// --- what there is to say

function scoreText(worth) {
  const whole = ["exact", "lower", "upper"].includes(worth.kind) && Number.isInteger(worth.score);
  const text = whole ? String(Math.abs(worth.score)) : Math.abs(worth.score).toFixed(1);
  const sign = Number(text) === 0 ? "" : worth.score < 0 ? "−" : "+";
  return { lower: "≥", upper: "≤" }[worth.kind] ? { lower: "≥", upper: "≤" }[worth.kind] + sign + text : sign + text;
}

function moveText(move) {
  return move === "--" ? words.pass : move;
}

function playerOf(seat) {
  const name = review.players[review.seats.indexOf(seat)];
  return name ? `${words.seat(seat)} ${name}` : words.seat(seat);
}

function kindText(worth) {
  return worth.kind === "exact" ? words.kinds.exact : `${words.kinds[worth.kind] ?? worth.kind}, ${words.depth(worth.depth)}`;
}

function sign(seat) {
  return review.sides[review.seats.indexOf(seat)] === review.sides[0] ? 1 : -1;
}

// The score after so many moves from the first side's view; before any, of the best move.
function value(at) {
  if (!count) return null;
  const move = review.moves[Math.max(0, at - 1)];
  return sign(move.seat) * (at ? move.played : move.best).score;
}

// --- where one is

function go(to) {
  [ply, line] = [Math.max(0, Math.min(count, to)), null];
  show();
}

function step(by) {
  if (!line) return go(ply + by);
  const at = line.at + by;
  if (at < 1) return go(line.ply - 1);
  line.at = Math.min(at, lines[line.ply - 1][line.which].length);
  show();
}

function enter(which, at) {
  const of = line ? line.ply : ply;
  if (of < 1 || !lines[of - 1][which].length) return;
  line = { ply: of, which, at: Math.min(at, lines[of - 1][which].length) };
  show();
}

function mistakeFrom(by) {
  const from = line ? line.ply : ply;
  const marked = review.moves.filter((move) => move.grade).map((move) => move.ply);
  return by > 0 ? marked.find((at) => at > from) : marked.reverse().find((at) => at < from);
}

function shown() {
  if (line) {
    const move = review.moves[line.ply - 1];
    const worth = line.which === "best" ? move.best : move.played;
    return { board: lines[line.ply - 1][line.which][line.at - 1], moves: worth.line.slice(0, line.at) };
  }
  const board = ply < count ? review.moves[ply].board : review.last;
  return { board, moves: review.moves.slice(0, ply).map((move) => move.move) };
}

// --- showing it

function show() {
  const board = byId("board");
  board.position = { ...shown(), legal: [], colour: "", empties: 0 };
  const move = review.moves[(line ? line.ply : ply) - 1];
  board.notes = new Map(!line && move?.loss ? [[move.best.move.split(":")[0], { text: words.bestNote, kind: "best" }]] : []);
  byId("status").textContent = status(move);
  controls();
  cursor();
  tell(move);
  for (const row of byId("moves").querySelectorAll("tr[data-ply]")) {
    const current = Number(row.dataset.ply) === (line ? line.ply : ply);
    if (current) row.setAttribute("aria-current", "true");
    else row.removeAttribute("aria-current");
    if (current && !row.contains(document.activeElement)) {
      const box = byId("moves");
      const [top, bottom] = [row.offsetTop - 40, row.offsetTop + row.offsetHeight];
      if (top < box.scrollTop) box.scrollTop = top;
      else if (bottom > box.scrollTop + box.clientHeight) box.scrollTop = bottom - box.clientHeight;
    }
  }
}

function status(move) {
  if (line) return words.inLine(line.which, line.at, moveText(shown().moves.at(-1)));
  if (!move) return words.begins(words.seat(review.moves[0]?.seat ?? review.seats[0]));
  return `${words.plyOf(ply, count)}: ${playerOf(move.seat)} ${moveText(move.move)}${SIGNS[move.grade]}`;
}

function controls() {
  const [back, on] = [mistakeFrom(-1), mistakeFrom(1)];
  const at = line ? line.ply : ply;
  const buttons = [
    ["first", "|◀", () => go(0), ply > 0 || line],
    ["back", "◀", () => step(-1), ply > 0 || line],
    ["on", "▶", () => step(1), line ? line.at < lines[line.ply - 1][line.which].length : ply < count],
    ["last", "▶|", () => go(count), ply < count || line],
    ["mistakeBack", `◀ ${words.mistakeShort}`, () => go(back), back !== undefined],
    ["mistakeOn", `${words.mistakeShort} ▶`, () => go(on), on !== undefined],
    line ? ["leave", words.leaveShort, () => go(line.ply), true] : ["best", words.bestShort, () => enter("best", 1), at > 0],
  ];
  const box = byId("controls");
  const focused = box.contains(document.activeElement) ? document.activeElement.dataset.name : "";
  box.replaceChildren(...buttons.map(([name, text, act, can]) =>
    element("button", { type: "button", "data-name": name, "aria-label": words.buttons[name], title: words.buttons[name], onclick: act, disabled: !can }, text)));
  box.querySelector(`[data-name="${focused}"]:enabled`)?.focus();
}

function tell(move) {
  byId("move-title").textContent = move ? `${words.plyOf(move.ply, count)}: ${moveText(move.move)}${SIGNS[move.grade]}` : words.noMove;
  if (!move) return byId("told").replaceChildren();
  const facts = element("dl");
  const fact = (term, text, kind = "") => facts.append(element("dt", {}, term), element("dd", kind ? { class: kind } : {}, text));
  fact(words.player, playerOf(move.seat));
  fact(words.played, `${moveText(move.move)} ${scoreText(move.played)} (${kindText(move.played)})`);
  if (move.forced) fact(words.choice, words.forced);
  else if (move.loss) {
    fact(words.best, `${moveText(move.best.move)} ${scoreText(move.best)} (${kindText(move.best)})`);
    fact(words.loss, `${move.loss} ${move.grade ? `– ${words.grades[move.grade]}` : ""}${move.throws ? `; ${words.throws[move.throws]}` : ""}`, move.grade);
  } else fact(words.loss, words.noLoss);
  if (move.best.win_rate !== null && move.best.win_rate !== undefined) fact(words.winRate, `${(100 * move.played.win_rate).toFixed(0)} %`);
  if (move.regions?.length) fact(words.regions, move.regions.map((region) => `${region.size} (${words.parity[region.parity]})`).join(", "));
  const opening = move.openings?.find((name) => name.language === language) ?? move.openings?.[0];
  if (opening) fact(words.opening, opening.name);
  const parts = [facts];
  if (move.best.move !== move.played.move) parts.push(element("p", { class: "small" }, words.bestLine), lineButtons(move, "best"));
  parts.push(element("p", { class: "small" }, words.playedLine), lineButtons(move, "played"));
  const why = data.why[move.ply]?.[language];
  if (why) parts.push(element("p", { class: "small" }, words.why), element("ul", { class: "why" }, ...why.map((text) => element("li", {}, text))));
  byId("told").replaceChildren(...parts);
}

function lineButtons(move, which) {
  const known = lines[move.ply - 1][which].length;
  return element("div", { class: "line" }, ...move[which].line.slice(0, known).map((text, index) => {
    const pressed = line?.which === which && line.at === index + 1;
    return element("button", { type: "button", "aria-pressed": pressed ? "true" : "false", onclick: () => enter(which, index + 1) }, moveText(text));
  }));
}

// --- the graph

function series() {
  if (sides === 2) return [{ points: Array.from({ length: count + 1 }, (_, at) => [at, value(at)]) }];
  return review.seats.map((seat, index) => ({
    seat, points: review.moves.filter((move) => move.played.counts?.length).map((move) => [move.ply, move.played.counts[index]]),
  }));
}

const place = { x: (at) => 30 + (at / Math.max(1, count)) * (WIDTH - 40), y: null };

function graph() {
  const svg = byId("graph");
  svg.setAttribute("viewBox", `0 0 ${WIDTH} ${HEIGHT}`);
  const all = count ? series() : [];
  const values = all.flatMap(({ points }) => points.map(([, score]) => score));
  const most = Math.max(sides === 2 ? 8 : 4, ...values.map(Math.abs));
  const least = sides === 2 ? -most : 0;
  place.y = (score) => HEIGHT - 10 - ((score - least) / (most - least)) * (HEIGHT - 20);
  const parts = [draw("line", { x1: 30, x2: WIDTH - 10, y1: place.y(0), y2: place.y(0), class: "zero" })];
  for (const tick of sides === 2 ? [most, 0, -most] : [most, 0]) {
    parts.push(draw("text", { x: 26, y: place.y(tick) + 4, "text-anchor": "end" }, `${tick > 0 && sides === 2 ? "+" : ""}${Math.round(tick)}`));
  }
  for (const { points, seat } of all) {
    const path = points.map(([at, score]) => `${place.x(at)},${place.y(score)}`);
    if (sides === 2) parts.push(draw("polygon", { class: "area", points: `${place.x(0)},${place.y(0)} ${path.join(" ")} ${place.x(count)},${place.y(0)}` }));
    const exactFrom = review.moves.findIndex((move) => move.played.kind === "exact");
    const cut = sides !== 2 || exactFrom < 0 ? points.length : exactFrom + 1;
    const style = seat ? { style: `stroke:${seatColour(seat)}` } : {};
    parts.push(draw("polyline", { class: sides === 2 ? "curve estimate" : "curve", points: path.slice(0, cut + 1).join(" "), ...style }));
    if (cut < points.length) parts.push(draw("polyline", { class: "curve exact", points: path.slice(cut).join(" ") }));
  }
  if (sides === 2) {
    for (const move of review.moves.filter((found) => found.grade)) {
      parts.push(draw("circle", { cx: place.x(move.ply), cy: place.y(value(move.ply)), r: 5, class: `dot ${move.grade}` },
        draw("title", {}, `${move.ply}. ${moveText(move.move)}${SIGNS[move.grade]} −${move.loss}`)));
    }
  }
  parts.push(draw("line", { id: "now", y1: 4, y2: HEIGHT - 4, class: "now" }));
  svg.replaceChildren(...parts);
  svg.setAttribute("aria-label", words.graphSaid(words.seat(review.seats[0]), review.moves.filter((move) => move.grade).length));
  byId("legend").textContent = sides === 2 ? words.graphOf(words.seat(review.seats[0])) : words.graphCounts(review.seats.map(words.seat).join(", "));
}

function seatColour(seat) {
  const names = { Red: "#c8443b", Yellow: "#c99a1e", Green: "#3d8b57", Blue: "#3b6fb5" };
  return names[seat] ?? ["#c8443b", "#3b6fb5", "#c99a1e", "#3d8b57"][review.seats.indexOf(seat) % 4];
}

function cursor() {
  const at = line ? line.ply : ply;
  const now = byId("now");
  now.setAttribute("x1", place.x(at));
  now.setAttribute("x2", place.x(at));
  const slider = byId("timeline");
  [slider.max, slider.value] = [count, at];
  slider.setAttribute("aria-valuetext", words.plyOf(at, count));
}

// --- what stays

function table() {
  const rows = review.moves.map((move) => element("tr", { "data-ply": move.ply },
    element("td", {}, String(move.ply)), element("td", {}, words.seat(move.seat)),
    element("td", {}, element("button", { type: "button", onclick: () => go(move.ply) }, moveText(move.move)), ` ${SIGNS[move.grade]}`),
    element("td", {}, scoreText(move.best)), element("td", {}, scoreText(move.played)),
    element("td", move.grade ? { class: move.grade } : {}, move.loss ? String(move.loss) : ""),
    element("td", {}, words.kinds[move.kind] ?? move.kind)));
  const heads = words.heads.map((text) => element("th", { scope: "col" }, text));
  byId("moves").replaceChildren(element("table", {}, element("thead", {}, element("tr", {}, ...heads)), element("tbody", {}, ...rows)));
}

function speak(chosen) {
  [language, words] = [chosen, WORDS[chosen]];
  document.documentElement.lang = language;
  byId("title").textContent = `${words.review}: ${description.title || review.variant}`;
  byId("players").textContent = [review.seats.map(playerOf).join(" – "), review.result, review.turned && words.turned].filter(Boolean).join("; ");
  const named = review.moves.flatMap((move) => (move.openings ?? []).filter((name) => name.language === language && !name.plies).map((name) => name.name));
  byId("openings").textContent = named.length ? `${words.opening}: ${named.join(" → ")}` : "";
  for (const [id, text] of [["graph-title", words.graph], ["moves-title", words.moves], ["keys", words.keys]]) byId(id).textContent = text;
  byId("controls").setAttribute("aria-label", words.controls);
  byId("timeline").setAttribute("aria-label", words.timeline);
  byId("thresholds").textContent = words.thresholds(review.thresholds);
  byId("language").textContent = words.otherLanguage;
  byId("language").lang = language === "en" ? "ja" : "en";
  byId("theme").textContent = words.theme;
  byId("board").words = words.board;
  table();
  graph();
  show();
}

function isDark() {
  const chosen = document.documentElement.dataset.theme;
  return chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
}

const KEYS = {
  ArrowLeft: () => step(-1), ArrowRight: () => step(1), Home: () => go(0), End: () => go(count),
  n: () => mistakeFrom(1) !== undefined && go(mistakeFrom(1)), p: () => mistakeFrom(-1) !== undefined && go(mistakeFrom(-1)),
  b: () => enter("best", 1), v: () => enter("played", 1), Escape: () => line && go(line.ply),
};

document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest("input, game-board")) return;
  const act = KEYS[event.key];
  if (act) {
    event.preventDefault();
    act();
  }
});
byId("timeline").addEventListener("input", (event) => go(Number(event.target.value)));
byId("graph").addEventListener("click", (event) => {
  const box = byId("graph").getBoundingClientRect();
  const x = ((event.clientX - box.left) / box.width) * WIDTH;
  go(Math.round(((x - 30) / (WIDTH - 40)) * count));
});
byId("language").addEventListener("click", () => speak(language === "en" ? "ja" : "en"));
byId("theme").addEventListener("click", () => { document.documentElement.dataset.theme = isDark() ? "light" : "dark"; });
byId("board").description = description;
speak(language);
