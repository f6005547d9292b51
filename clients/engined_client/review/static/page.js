// A reviewed game to step through: board, graph, moves, best lines. The data stand in the page.

import { element } from "../../web/static/dom.js";
import { ScoreGraph } from "../../web/static/score-graph.js";
import { scoreText } from "../../web/static/score-text.js";
import { SIGNS, toldOf, totalsOf } from "../../web/static/review/told.js";
import { WORDS } from "../../web/static/review/words.js";

const data = JSON.parse(document.getElementById("data").textContent);
const { review, description, lines } = data;
const [WIDTH, HEIGHT] = [600, 170];
const count = review.moves.length;
const sides = new Set(review.sides).size;

// What is shown: so many moves of the game; or in a line instead of the move `ply`, so many of its moves.
let ply = 0;
let line = null;
let language = document.documentElement.lang;
let words = WORDS[language];

const byId = (id) => document.getElementById(id);

// --- what there is to say

function moveText(move) {
  return move === "--" ? words.pass : byId("board").moveText(move);
}

function playerOf(seat) {
  const name = review.players[review.seats.indexOf(seat)];
  return name ? `${words.seat(seat)} ${name}` : words.seat(seat);
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

// What becomes of the stones at the end of a finished game of Go.
function endingText() {
  if (!review.ending) return "";
  const told = Object.entries(review.ending).filter(([, groups]) => groups.length);
  return told.map(([fate, groups]) => words.fates[fate](groups.map((group) => group.map(moveText).join(" ")).join("; "))).join(" ")
    || words.noneDead;
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
  byId("told").replaceChildren(...toldOf(move, data.why[move.ply]?.[language], telling()));
}

// How things are said here.
function telling() {
  return { words, language, moveText, player: playerOf, line: lineButtons };
}

function lineButtons(move, which) {
  const known = lines[move.ply - 1][which].length;
  return element("div", { class: "told-line" }, ...move[which].line.slice(0, known).map((text, index) => {
    const pressed = line?.which === which && line.at === index + 1;
    return element("button", { type: "button", "aria-pressed": pressed ? "true" : "false", onclick: () => enter(which, index + 1) }, moveText(text));
  }));
}

// --- the graph

const scores = new ScoreGraph(byId("graph"), go);

// Two sides: the score from the first one's view. More: what each seat counts in the end.
function curves() {
  if (sides === 2) return [{ points: count ? Array.from({ length: count + 1 }, (_, at) => scored(at)) : [] }];
  return review.seats.map((seat, index) => ({
    colour: seatColour(seat),
    points: review.moves.filter(({ played }) => played.counts.length).map(({ ply: at, played }) => ({ ply: at, value: played.counts[index] })),
  }));
}

function scored(at) {
  const move = review.moves[Math.max(0, at - 1)];
  const sure = (at ? move.played : move.best).kind === "exact";
  if (!at || !move.grade) return { ply: at, value: value(at), sure };
  return { ply: at, value: value(at), sure, grade: move.grade, said: `${at}. ${moveText(move.move)}${SIGNS[move.grade]} −${move.loss}` };
}

function graph() {
  const bad = review.moves.filter((move) => move.grade).length;
  scores.draw({ width: WIDTH, height: HEIGHT, count, signed: sides === 2, curves: curves(), at: line ? line.ply : ply,
    label: words.graphSaid(words.seat(review.seats[0]), bad) });
  byId("legend").textContent = sides === 2 ? words.graphOf(words.seat(review.seats[0])) : words.graphCounts(review.seats.map(words.seat).join(", "));
}

function seatColour(seat) {
  const names = { Red: "#c8443b", Yellow: "#c99a1e", Green: "#3d8b57", Blue: "#3b6fb5" };
  return names[seat] ?? ["#c8443b", "#3b6fb5", "#c99a1e", "#3d8b57"][review.seats.indexOf(seat) % 4];
}

function cursor() {
  graph();
  const at = line ? line.ply : ply;
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
  byId("ending").textContent = endingText();
  byId("unfinished").textContent = review.left ? words.unfinished(review.left) : "";
  byId("totals").replaceChildren(totalsOf(review.moves, review.seats, telling()));
  table();
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
byId("language").addEventListener("click", () => speak(language === "en" ? "ja" : "en"));
byId("theme").addEventListener("click", () => { document.documentElement.dataset.theme = isDark() ? "light" : "dark"; });
byId("board").description = description;
speak(language);
