// The page of a tournament: the round that is played, who stands where, the rounds before.

import { download, element, redraw } from "../dom.js";
import { post } from "../gateway.js";
import { language } from "../language.js";
import { variantTitle } from "../words.js";
import { told } from "./words.js";

const AGAIN = 10000; // milliseconds
const $ = (id) => document.getElementById(id);
const address = new URL(location.href);
const number = Number(address.searchParams.get("number") ?? 1);

// The organiser's address ends with a key. It stays in this browser, and the address can then be shown to others.
const KEY = `engined.organiser-${number}`;
if (location.hash.length > 1) {
  localStorage.setItem(KEY, location.hash.slice(1));
  address.hash = "";
  history.replaceState(null, "", address);
}
const key = localStorage.getItem(KEY) ?? "";

function say(text) {
  $("alert").textContent = text;
  $("alert").hidden = !text;
}

async function ask(request) {
  try {
    show(await post("/message", JSON.stringify({ id: "1", number, key, ...request })));
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

// Where the organiser types a result, or another one in its place. The button is pressed: nothing that is half typed goes in.
function typed(round, at, { black, white, score = "", ended = "" }, cells) {
  const [more, less] = [Math.round(cells * 5 / 8), cells - Math.round(cells * 5 / 8)];
  const input = element("input", { id: `result-${round}-${at}`, value: score, placeholder: ended || `${more}-${less}`, size: 6,
    maxlength: 20, autocomplete: "off", "aria-label": told.result(black, white) });
  const put = (event) => {
    event.preventDefault();
    ask({ t: "put-result", round, table: at, score: input.value.trim() });
  };
  return element("form", { class: "typed", onsubmit: put }, input,
    element("button", { id: `put-${round}-${at}`, "aria-label": told.putResult(black, white) }, told.put));
}

function round({ meetings, byes = [] }, at, { organised, cells }) {
  const rows = meetings.map((meeting, place) => {
    const { black, white, score, ended, link } = meeting;
    return [
      `${place + 1}`, black, score || (ended ? told.ended(ended) : "–"), white,
      link ? element("a", { href: `/?lang=${language}#${link}`, "aria-label": told.play(black, white) }, told.open) : "",
      ...(organised ? [typed(at, place + 1, meeting, cells)] : []),
    ];
  });
  const classes = ["number", "black", "score", "white", "on-screen", "on-screen"];
  return [
    element("h2", { id: `round-${at}` }, told.round(at)),
    table(told.round(at), organised ? [...told.roundHeads, told.type] : told.roundHeads, rows, classes),
    ...(byes.length ? [element("p", {}, told.bye(byes.join(told.comma)))] : []),
  ];
}

function buttons({ rounds = [], waits, organised }) {
  const next = rounds.length + 1;
  const ended = rounds.flatMap(({ meetings }) => meetings.filter((meeting) => meeting.ended)).length;
  return element("div", { class: "group" },
    organised && ended ? element("button", { type: "button", id: "take-results", class: "urgent", onclick: () => ask({ t: "take-results" }) }, told.take(ended)) : null,
    waits ? element("p", { class: "small", id: "waits" }, waits)
      : !organised ? element("p", { class: "small", id: "waits" }, told.organiser)
      : element("button", { type: "button", id: "draw-round", onclick: () => ask({ t: "draw-round", round: next }) }, told.draw(next)));
}

// What is typed, and not put in yet, outlives what is drawn anew.
function unfinished() {
  const inputs = [...document.querySelectorAll(".typed input")].filter(({ value, defaultValue }) => value !== defaultValue);
  return () => {
    for (const { id, value } of inputs) {
      const again = $(id);
      if (again && again.defaultValue !== value) again.value = value;
    }
  };
}

// The table as a file for spreadsheets; a name may have a comma or a quotation mark.
function exported({ standings: rows }) {
  const cells = rows.map((row) => Object.values({ ...row, name: `"${row.name.replaceAll('"', '""')}"` }));
  return [Object.keys(rows[0]), ...cells].map((line) => `${line.join(",")}\n`).join("");
}

function show(tournament) {
  const { names, format, total, rounds = [], clock, organised, cells } = tournament;
  const name = names[number - 1];
  document.documentElement.lang = language;
  document.title = `${name} · engined`;
  $("title").textContent = name;
  const drawn = rounds.map((each, at) => round(each, at + 1, { organised, cells })).reverse();
  const again = unfinished();
  redraw($("menu"), ...menu(tournament));
  redraw($("club"),
    element("p", { id: "played" }, [variantTitle({ ...tournament, name: tournament.variant }), ...(clock ? [told.clock(clock)] : [])].join(" · ")),
    element("p", {}, told.state(told.formats[format], rounds.length, total)),
    ...(drawn[0] ?? []), buttons(tournament), ...standings(tournament), ...drawn.slice(1).flat());
  again();
}

function menu(tournament) {
  const { names } = tournament;
  const to = (changes, text, lang) => {
    const there = new URL(address);
    for (const [key, value] of Object.entries(changes)) there.searchParams.set(key, value);
    return element("a", { href: there.href, lang }, text);
  };
  return [
    ...names.flatMap((name, at) => (at + 1 === number ? [] : [to({ number: at + 1 }, name)])),
    element("a", { href: `/?lang=${language}` }, told.board),
    to({ lang: told.otherLanguage }, told.other, told.otherLanguage),
    element("button", { type: "button", id: "export", onclick: () => download(`${names[number - 1]}.csv`, exported(tournament), "text/csv;charset=utf-8") }, told.export),
    element("button", { type: "button", id: "print", onclick: () => print() }, told.print),
  ];
}

ask({ t: "tournament" });
setInterval(() => document.hidden || ask({ t: "tournament" }), AGAIN);
