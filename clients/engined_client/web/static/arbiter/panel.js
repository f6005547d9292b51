// The arbiter's panel: claims of illegal acts, and the draw of colours.

import { element } from "../dom.js";
import { claimIllegalAct, verdict } from "./claim.js";
import { ColourDraw } from "./colour-draw.js";
import { told } from "./words.js";

export class ArbiterPanel {
  #game;
  #asked = false;
  #judged = element("p", { id: "judged", "aria-live": "polite" });
  #draw;
  #open = element("details", { id: "arbiter-open", ontoggle: () => this.#recall() },
    element("summary", {}, element("h2", { id: "arbiter-title" }, told.arbiter)));

  constructor(parts) {
    const { gateway, game } = parts;
    this.#game = game;
    this.#draw = new ColourDraw(gateway, (error) => this.#hear(error));
    this.#open.append(element("div", { class: "stack" },
      element("div", { class: "group" },
        element("button", { type: "button", id: "do-claim", onclick: () => claimIllegalAct(parts) }, told.claim)),
      this.#judged, element("h3", {}, told.draw), this.#draw.root));
    this.root = element("section", { class: "panel", "aria-labelledby": "arbiter-title" }, this.#open);
    gateway.addEventListener("news", ({ detail }) => detail.t === "judgement" && this.#said(detail));
  }

  changed(by) {
    if (by !== "looks") this.#judged.textContent = "";
  }

  // Another window has had a move judged, or has taken part in the draw: who looks here is to see it.
  #said(judgement) {
    this.#open.open = true;
    this.#judged.textContent = verdict(judgement, (move) => this.#game.moveText(move));
  }

  #hear(error) {
    if (error) this.#game.trouble(error);
    else this.#open.open = true;
  }

  #recall() {
    if (!this.#open.open || this.#asked) return;
    this.#asked = true;
    this.#draw.recall();
  }
}
