// The page: start reading here. It puts the parts together; each part draws its own place when the game changes.

import "./game-board.js";
import { element } from "./dom.js";
import { gateway, link, recalled, saidBefore } from "./link.js";
import { Game } from "./game.js";
import { Analysis } from "./analysis.js";
import { Chains } from "./chains.js";
import { Engine } from "./engine.js";
import { listen } from "./keys.js";
import { click, dress } from "./looks.js";
import { PlayView } from "./play-view.js";
import { menu } from "./menu.js";
import { faultText, words, variantTitle } from "./words.js";

const $ = (id) => document.getElementById(id);
const game = new Game(gateway);
const analysis = new Analysis(gateway, game);
const chains = new Chains(gateway, game);
const engine = new Engine(gateway, game);
const play = new PlayView(game, analysis, chains, engine, gateway);
const parts = { gateway, game, play, analysis, chains, say };
let panels = null;

function say(text) {
  $("alert").textContent = text;
  $("alert").hidden = !text;
}

// The game of this link cannot be shown: why, and what can be had instead.
function offer(fault) {
  const ply = Number(fault.field?.match(/^moves\[(\d+)\]$/)?.[1] ?? 0);
  const button = (id, text, does) => element("button", { type: "button", id, onclick: does }, text);
  say(`${words.cannotShow} ${faultText(fault)}`);
  $("alert").append(element("div", { class: "group" },
    ply && game.kept ? button("do-shorten", words.upTo(ply), () => game.loadUpTo(ply)) : null,
    button("do-again", words.buttons.again, () => location.reload()),
    button("do-new", words.menu.new, () => $("menu-new").click())));
}

function titles() {
  const title = variantTitle(game.description);
  document.title = `${title} · engined`;
  $("title").textContent = title;
}

function begin() {
  listen(play, analysis);
  dress(play.board);
  $("menu").append(...menu(parts));
  game.addEventListener("position", ({ detail }) => {
    say("");
    titles();
    play.changed(detail.by);
    if (detail.by === "play" || detail.by === "news") click();
    if (panels === null) addPanels();
    for (const panel of panels) panel.changed(detail.by);
  });
  game.addEventListener("trouble", ({ detail }) => {
    if (!detail.code) throw detail;
    if (detail.code === "no-daemon") gone();
    else if (game.position) say(faultText(detail));
    else offer(detail);
  });
}

// The first board does not wait for what stands beside it.
async function addPanels() {
  performance.mark("first board");
  panels = [];
  panels = (await import("./panels.js")).makePanels(parts);
  $("panels").append(...panels.map((panel) => panel.root));
  for (const panel of panels) panel.changed("new");
  document.documentElement.dataset.ready = link; // whose game is shown: not yet that of another address
}

// The game of this link; a new one where there is none yet.
async function load(recalled) {
  const asked = new URLSearchParams(location.search).get("variant");
  const last = localStorage.getItem("engined.variant") ?? "othello";
  try {
    if (await game.load(recalled)) {
      const said = saidBefore();
      if (said) say(said);
      return;
    }
  } catch (error) {
    if (error.code !== "no-daemon") throw error;
    gone(); // we come back when it is there
    return;
  }
  await game.begin(asked ?? last);
  if (!game.position && !asked && last !== "othello") await game.begin("othello");
  if (game.forgotten) say(words.forgotten);
}

let lost = false;

// It may have gone before anything here listened.
function gone() {
  lost ||= !gateway.there;
  say(words.lost);
}

gateway.addEventListener("there", async ({ detail: there }) => {
  if (!there) {
    gone();
  } else if (lost) {
    lost = false;
    say("");
    if (game.position) await game.recover();
    else await load();
  }
});
window.addEventListener("hashchange", () => location.reload());

begin();
load(recalled);
