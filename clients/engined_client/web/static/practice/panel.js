// Practice: problems that are due, and openings by their names.

import { element, field } from "../dom.js";
import { Opening } from "./openings.js";
import { Problems } from "./problems.js";
import { told } from "./words.js";

export class PracticePanel {
  constructor(parts) {
    const name = element("input", { type: "text", id: "practice-opening", maxlength: 100, autocomplete: "off", placeholder: told.example });
    const begin = (make) => () => {
      if (parts.game.position && !parts.play.mode) make();
    };
    const opening = element("form", { class: "stack", onsubmit: (event) => {
      event.preventDefault();
      begin(() => new Opening(parts, name.value.trim()))();
    } }, field(told.opening, name), element("div", { class: "group" }, element("button", { type: "submit", id: "do-opening" }, told.begin)));
    this.root = element("section", { class: "panel", "aria-labelledby": "practice-title" },
      element("details", { id: "practice-open" }, element("summary", {}, element("h2", { id: "practice-title" }, told.practice)),
        element("div", { class: "stack" },
          element("div", { class: "group" }, element("button", { type: "button", id: "do-problems", onclick: begin(() => new Problems(parts)) }, told.problems)),
          element("h3", {}, told.openings), opening)));
  }

  changed() {}
}
