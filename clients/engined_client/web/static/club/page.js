// The page of a tournament: the round that is played, who stands where, the rounds before.

import { element, redraw } from "../dom.js";
import { post } from "../gateway.js";
import { language } from "../language.js";
import { told } from "./words.js";

const AGAIN = 10000; // milliseconds
const $ = (id) => document.getElementById(id);
const address = new URL(location.href);
const number = Number(address.searchParams.get("number") ?? 1);

function say(text) {
  $("alert").textContent = text;
  $("alert").hidden = !text;
}

async function ask(request) {
  try {
    show(await post("/message", JSON.stringify({ id: "1", number, ...request })));
    say("");
  } catch (error) {
    say(error.message);
  }
}

// Tables and points without what says nothing: 3, 2.5.
const plain = (value) => `${Math.round(value * 10) / 10}`;

function table(caption, heads, rows, classes) {
  const line = (name, cells) => element("tr", {}, ...cells.map((cell, at) =>
    element(name, { class: classes[at], scope: name === "th" ? "col" : undefined }, cell)));
  return element("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": caption }, element("table", {},
    element("caption", { class: "unseen" }, caption),
    element("thead", {}, line("th", heads)), element("tbody", {}, ...rows.map((row) => line("td", row)))));
}

function standings({ standings: rows, coefficient }) {
  const cells = rows.map(({ rank, name, points, games, won, drawn, lost, discs, brightwell }) =>
    [`${rank}`, name, ...[points, games, won, drawn, lost, discs, brightwell].map(plain)]);
  return [
    element("h2", { id: "standings" }, told.standings),
    table(told.standings, told.heads, cells, told.heads.map((_, at) => (at === 1 ? "name" : "number"))),
    ...(coefficient ? [element("p", { class: "small" }, told.coefficient(coefficient))] : []),
  ];
}

function round({ meetings, byes = [] }, at) {
  const rows = meetings.map(({ black, white, score, ended, link }, place) => [
    `${place + 1}`, black, score || (ended ? told.ended(ended) : "–"), white,
    link ? element("a", { href: `/?lang=${language}#${link}`, "aria-label": told.play(black, white) }, told.open) : "",
  ]);
  const classes = ["number", "black", "score", "white", "on-screen"];
  return [
    element("h2", { id: `round-${at}` }, told.round(at)),
    table(told.round(at), told.roundHeads, rows, classes),
    ...(byes.length ? [element("p", {}, told.bye(byes.join(told.comma)))] : []),
  ];
}

function buttons({ rounds = [], waits }) {
  const next = rounds.length + 1;
  const ended = rounds.flatMap(({ meetings }) => meetings.filter((meeting) => meeting.ended)).length;
  return element("div", { class: "group" },
    ended ? element("button", { type: "button", id: "take-results", class: "urgent", onclick: () => ask({ t: "take-results" }) }, told.take(ended)) : null,
    waits ? element("p", { class: "small", id: "waits" }, waits)
      : element("button", { type: "button", id: "draw-round", onclick: () => ask({ t: "draw-round", round: next }) }, told.draw(next)));
}

function show(tournament) {
  const { names, format, total, rounds = [] } = tournament;
  const name = names[number - 1];
  document.documentElement.lang = language;
  document.title = `${name} · engined`;
  $("title").textContent = name;
  const drawn = rounds.map((each, at) => round(each, at + 1)).reverse();
  redraw($("menu"), ...menu(names));
  redraw($("club"), element("p", {}, told.state(told.formats[format], rounds.length, total)),
    ...(drawn[0] ?? []), buttons(tournament), ...standings(tournament), ...drawn.slice(1).flat());
}

function menu(names) {
  const to = (changes, text, lang) => {
    const there = new URL(address);
    for (const [key, value] of Object.entries(changes)) there.searchParams.set(key, value);
    return element("a", { href: there.href, lang }, text);
  };
  return [
    ...names.flatMap((name, at) => (at + 1 === number ? [] : [to({ number: at + 1 }, name)])),
    element("a", { href: `/?lang=${language}` }, told.board),
    to({ lang: told.otherLanguage }, told.other, told.otherLanguage),
    element("button", { type: "button", id: "print", onclick: () => print() }, told.print),
  ];
}

ask({ t: "tournament" });
setInterval(() => document.hidden || ask({ t: "tournament" }), AGAIN);
