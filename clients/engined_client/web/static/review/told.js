// What is said of a reviewed move, and of all moves of a seat: on the page of a review, and on the page that plays.

import { element } from "../dom.js";
import { scoreText } from "../score-text.js";

export const SIGNS = { "": "", inaccuracy: "?!", mistake: "?", blunder: "??" };

// `page` has words (of words.js), language, moveText(move), player(seat), and line(move, which): the moves of its "best"
// line or of the one "played" to press. `why` are the sentences, if there are any.
export function toldOf(move, why, { words, language, moveText, player, line }) {
  const facts = element("dl", { class: "facts" });
  const fact = (term, text, kind) => facts.append(element("dt", {}, term), element("dd", { class: kind }, text));
  const worth = (of) => `${moveText(of.move)} ${scoreText(of)} (${kindText(of, words)})`;
  fact(words.player, player(move.seat));
  fact(words.played, worth(move.played));
  if (move.forced) fact(words.choice, words.forced);
  else if (move.loss) {
    fact(words.best, worth(move.best));
    fact(words.loss, `${move.loss}${move.grade && ` – ${words.grades[move.grade]}`}${move.throws && `; ${words.throws[move.throws]}`}`, move.grade);
  } else fact(words.loss, words.noLoss);
  if (typeof move.played.win_rate === "number") fact(words.winRate, `${(100 * move.played.win_rate).toFixed(0)} %`);
  if (move.regions.length) fact(words.regions, move.regions.map(({ size, parity }) => `${size} (${words.parity[parity]})`).join(", "));
  const opening = move.openings.find((name) => name.language === language) ?? move.openings[0];
  if (opening) fact(words.opening, opening.name);
  const parts = [facts];
  if (move.best.move !== move.played.move) parts.push(element("p", { class: "small" }, words.bestLine), line(move, "best"));
  parts.push(element("p", { class: "small" }, words.playedLine), line(move, "played"));
  if (why) parts.push(whyOf(why, words));
  return parts;
}

// Why a move is good or bad: a sentence a line.
export function whyOf(sentences, words) {
  return element("div", {}, element("p", { class: "small" }, words.why),
    element("ul", { class: "why" }, ...sentences.map((text) => element("li", {}, text))));
}

export function kindText(worth, words) {
  return worth.kind === "exact" ? words.kinds.exact : `${words.kinds[worth.kind] ?? worth.kind}, ${words.depth(worth.depth)}`;
}

// What each seat gave away where it had a choice.
export function totalsOf(moves, seats, { words, player }) {
  const said = seats.map((seat) => {
    const own = moves.filter((move) => move.seat === seat && !move.forced);
    const lost = own.reduce((sum, { loss }) => sum + loss, 0);
    const bad = Object.keys(SIGNS).slice(1).map((grade) => [grade, own.filter((move) => move.grade === grade).length]);
    return own.length && words.total(player(seat), Number(lost.toFixed(1)), own.length, own.filter(({ loss }) => !loss).length, bad.filter(([, count]) => count));
  });
  return element("ul", { class: "totals small" }, ...said.filter(Boolean).map((text) => element("li", {}, text)));
}
