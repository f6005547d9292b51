// Fuse-ishi between two windows of one link: one hides a disc and gives its hash, the other calls, the disc is shown, and
// both see whether the hash fits.

import { element, field, option, redraw } from "../dom.js";
import { words } from "../words.js";
import { sha256 } from "./sha256.js";
import { told } from "./words.js";

const HIDDEN = "engined.disc"; // in this window alone: the face, the salt and the hash of the disc that was hidden here
const CALLS = { draws: ["up", "down"], "no-draws": ["black", "white"] };
const SEATS = { black: "Black", white: "White" };

export class ColourDraw {
  root = element("div", { id: "colour-draw", class: "stack", "aria-live": "polite" });
  #gateway;
  #tell;
  #draw = null;
  #mode = element("select", { id: "draw-mode" }, ...Object.entries(told.modes).map(([mode, text]) => option(mode, text)));

  // `tell`: what is called with an error, and with nothing when another window has done something.
  constructor(gateway, tell) {
    [this.#gateway, this.#tell] = [gateway, tell];
    gateway.addEventListener("news", ({ detail }) => {
      if (detail.t !== "colour-draw") return;
      this.#tell(null);
      this.#take(detail);
    });
  }

  recall() { return this.#ask({ t: "recall-draw" }); }

  async #ask(request) {
    try {
      this.#take(await this.#gateway.ask(request));
    } catch (error) {
      this.#tell(error);
    }
  }

  #take(draw) {
    this.#draw = { mode: "draws", ...draw };
    this.#show();
    if (draw.call && !draw.face && this.#hidden) this.#showDisc();
  }

  // The disc that this window has hidden for this draw.
  get #hidden() {
    const hidden = JSON.parse(sessionStorage.getItem(HIDDEN) ?? "null");
    return hidden?.seal && hidden.seal === this.#draw?.seal ? hidden : null;
  }

  #hide(face) {
    const salt = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    const seal = sha256(`${face} ${salt}`);
    sessionStorage.setItem(HIDDEN, JSON.stringify({ face, salt, seal }));
    return this.#ask({ t: "hide-disc", mode: this.#mode.value, seal });
  }

  #showDisc() {
    const { face, salt } = this.#hidden;
    return this.#ask({ t: "show-disc", face, salt });
  }

  // --- what is seen

  #show() {
    const { seal, call, face } = this.#draw;
    redraw(this.root, ...(!seal ? this.#begin() : !call ? this.#calling() : !face ? this.#showing() : this.#shown()));
  }

  #button(id, text, request) {
    return element("button", { type: "button", id: `draw-${id}`, onclick: () => (typeof request === "function" ? request() : this.#ask(request)) }, text);
  }

  #begin() {
    const lot = () => this.#hide(crypto.getRandomValues(new Uint8Array(1))[0] % 2 ? "black" : "white");
    return [
      element("p", { class: "small" }, told.hideText), field(told.mode, this.#mode),
      element("div", { class: "group" },
        this.#button("hide-black", told.hide.black, () => this.#hide("black")),
        this.#button("hide-white", told.hide.white, () => this.#hide("white")),
        this.#button("hide-lot", told.hide.lot, lot)),
    ];
  }

  #calling() {
    const hidden = this.#hidden;
    const calls = CALLS[this.#draw.mode].map((call) => this.#button(call, told.calls[call], { t: "call-face", call }));
    return [
      element("p", {}, hidden ? told.youHid(hidden.face) : told.call), hidden ? null : element("div", { class: "group" }, ...calls),
      this.#seal(), this.#leave(),
    ].filter(Boolean);
  }

  #showing() {
    const again = this.#hidden ? this.#button("show", words.buttons.again, () => this.#showDisc()) : null;
    return [element("p", {}, `${this.#called} ${told.waiting}`), this.#seal(), again, this.#leave()].filter(Boolean);
  }

  #shown() {
    const { face, salt, seal, black, draw_right: right, chooser, choosing } = this.#draw;
    const fits = sha256(`${face} ${salt}`) === seal;
    const said = [this.#called, told.shown(told.calls[face]), right && told.winsTies(this.#person(right)),
      black && told.plays(this.#person(black)), choosing && told.chooses(this.#person(chooser), choosing)];
    const offered = chooser && chooser === this.#role ? this.#choices(choosing) : [];
    return [
      element("p", { id: "draw-result" }, said.filter(Boolean).join(" ")),
      offered.length ? element("div", { class: "group" }, ...offered) : null,
      element("p", { id: "draw-fits", class: fits ? "" : "fault" }, fits ? told.fits : told.misfit),
      element("p", { class: "small" }, told.check(`${face} ${salt}`)), this.#seal(),
      this.#leave(choosing ? told.giveUp : told.anew),
    ].filter(Boolean);
  }

  #choices(choosing) {
    if (choosing === "right") {
      return ["colours", "draws"].map((choice) => this.#button(choice, told.rights[choice], { t: "choose-right", choice }));
    }
    return ["black", "white"].map((colour) => this.#button(`take-${colour}`, told.takes(SEATS[colour]), { t: "choose-right", colour }));
  }

  get #called() { return told.called(told.calls[this.#draw.call]); }
  get #role() { return this.#hidden ? "higher" : "lower"; }
  #person(who) { return told.person(who, who === this.#role); }
  #seal() { return element("p", { class: "small seal" }, `${told.seal}: `, element("code", { id: "draw-seal" }, this.#draw.seal)); }
  #leave(text = told.giveUp) { return element("div", { class: "group" }, this.#button("leave", text, { t: "leave-draw" })); }
}
