// How a variant is played and where it comes from, in the reader's language.

import { element, redraw } from "./dom.js";
import { picturesOf } from "./rules-pictures.js";
import { language, words } from "./words.js";

// Topics with their texts; of a variant that is not there: nothing.
export async function rulesOf(gateway, variant) {
  const reply = await gateway.ask({ t: "rules", variant }).catch(() => null);
  const told = reply?.told[language] ?? [];
  return told.flatMap(([topic, text]) => [element("dt", {}, topic), element("dd", {}, text)]);
}

export class RulesPanel {
  #gateway;
  #game;
  #list = element("dl", { id: "rules", class: "rules" });
  #pictures = element("div", { id: "rules-pictures", class: "pictures" });
  #shown = null;
  #open = element("details", { id: "rules-open", ontoggle: () => this.changed() },
    element("summary", {}, element("h2", { id: "rules-title" }, words.rules)), this.#list, this.#pictures);

  constructor(gateway, game) {
    [this.#gateway, this.#game] = [gateway, game];
    this.root = element("section", { class: "panel", "aria-labelledby": "rules-title" }, this.#open);
  }

  // They are asked for when somebody wants to read them.
  async changed() {
    const { description, variant } = this.#game;
    if (!this.#open.open || !description || this.#shown === description.digest) return;
    this.#shown = description.digest;
    const [told, pictures] = await Promise.all([rulesOf(this.#gateway, variant), picturesOf(this.#gateway, variant, description)]);
    if (this.#shown !== description.digest) return;
    redraw(this.#list, ...told);
    redraw(this.#pictures, ...pictures);
  }
}
