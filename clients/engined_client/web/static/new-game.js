// A new game: which variant, a user's own too, and who plays.

import { clockFields, clockProperties } from "./clocks.js";
import { element, field, openDialog, option } from "./dom.js";
import { keptForm } from "./kept-form.js";
import { goToNew } from "./link.js";
import { rulesOf } from "./rules.js";
import { faultText, words, variantTitle } from "./words.js";

const LEVELS = 15; // of play, the weakest first

export async function newGameDialog({ gateway, game }) {
  const listing = await gateway.ask({ t: "variants" }).catch(() => null);
  if (!listing) return;
  const variants = listing.variants;
  const current = variants.find(({ name }) => name === game.variant) ? game.variant : "";
  const select = element("select", { id: "new-variant", onchange: () => show() });
  const filter = element("input", { type: "search", id: "new-filter", autocomplete: "off", spellcheck: "false", placeholder: words.filterExample,
    oninput: () => list(select.value) });
  const board = element("game-board", { "aria-hidden": "true", inert: true });
  const rules = element("dl", { class: "rules", id: "new-rules", tabindex: 0, "aria-label": words.rules });
  const preview = element("div", { class: "preview" }, board, rules);

  // Those of whose names, in any language, each word is a part.
  function list(chosen) {
    const parts = filter.value.toLowerCase().split(/\s+/).filter(Boolean);
    const fits = (variant) => parts.every((part) => names(variant).includes(part));
    const fitting = variants.filter(fits);
    const still = fitting.some(({ name }) => name === chosen) || chosen === "" ? chosen : fitting[0]?.name ?? "";
    select.replaceChildren(...fitting.map((variant) => option(variant.name, variantTitle(variant), variant.name === still)),
      option("", words.otherVariant, still === ""));
    if (still !== chosen || !seats.childNodes.length) show();
  }

  async function look() {
    const variant = select.value;
    preview.hidden = !variant;
    if (!variant) return;
    const [told, description, position] = await Promise.all([rulesOf(gateway, variant),
      ...["describe", "show"].map((t) => gateway.ask({ t, variant }).catch(() => null))]);
    if (select.value !== variant) return;
    rules.replaceChildren(...told);
    if (description && position) Object.assign(board, { description, position });
  }

  const name = element("input", { type: "text", id: "new-name", list: "variant-patterns", autocomplete: "off", spellcheck: "false",
    value: current ? "" : game.variant, maxlength: 128 });
  const patterns = element("datalist", { id: "variant-patterns" }, ...(listing.patterns ?? []).map((pattern) => option(pattern, pattern)));
  const declaration = element("textarea", { id: "new-declaration", rows: 8, spellcheck: "false", placeholder: words.declarationExample });
  const own = element("div", { class: "stack" }, field(words.variantName, name), patterns, field(words.declaration, declaration));
  const seats = element("fieldset", { class: "seats-choice" });
  const level = element("select", { id: "new-level" },
    ...[...Array(LEVELS + 1).keys()].map((value) => option(value, words.level(value), value === game.level)));
  const { fields: clock, chosen: clockChosen } = clockFields();
  const fault = element("p", { class: "fault", role: "alert" });

  function show() {
    look();
    own.hidden = select.value !== "";
    const known = variants.find((variant) => variant.name === select.value);
    const names = known?.seats ?? ["Black", "White"];
    seats.replaceChildren(element("legend", {}, words.players), ...names.map((seat, index) =>
      field(words.seat(seat), element("select", { id: `new-seat-${index}` },
        option("", words.byPerson, !game.engine.includes(seat)), option(seat, words.byEngine, game.engine.includes(seat))))));
  }

  async function start() {
    fault.textContent = "";
    try {
      const text = select.value === "" ? declaration.value.trim() : "";
      const declared = text ? await gateway.ask({ t: "declare", text }) : null;
      const variant = declared ? `${declared.name}@${declared.digest.slice(0, 16)}` : select.value || name.value.trim();
      const described = await gateway.ask({ t: "describe", variant });
      const engine = [...seats.querySelectorAll("select")].map(({ value }) => value)
        .filter((seat) => described.seats.some(([known]) => known === seat));
      const timed = clockChosen(described);
      if (!declared) localStorage.setItem("engined.variant", variant);
      await goToNew(keptForm({ variant, declaration: text, engine, level: Number(level.value), clock: timed, properties: clockProperties(timed) }));
    } catch (error) {
      fault.textContent = faultText(error);
    }
  }

  openDialog(words.menu.new, words.buttons.close, () => [
    field(words.filter, filter), field(words.variant, select), preview, own, seats, field(words.levelName, level), clock,
    element("div", { class: "group foot" }, fault,
      element("button", { type: "button", class: "urgent", id: "do-start", onclick: start }, words.buttons.start)),
  ]);
  list(current);
}

// All that a variant is called, in small letters.
function names(variant) {
  return [variant.name, variant.title, variantTitle(variant), ...(variant.aliases ?? [])].join(" ").toLowerCase();
}
