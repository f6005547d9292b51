// Keys and the wheel, from anywhere on the page: they step through the game, and do what the buttons below the board do.

const STEPS = { ArrowLeft: -1, ArrowRight: 1, Home: -9999, End: 9999, "[": -1, "]": 1 };
const SIDEWAYS = { ArrowUp: -1, ArrowDown: 1 };
const NOTCH = 60; // of the wheel, in pixels: a step

export function listen(play, analysis) {
  const does = {
    p: () => play.pass(), u: () => play.undo(), a: () => analysis.turn(!analysis.on), Escape: () => play.leaveChoice(),
    f: () => document.getElementById("do-flip").click(), r: () => document.getElementById("do-turn").click(),
  };
  addEventListener("keydown", (event) => {
    const { key, target } = event;
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || play.mode) return;
    if (document.querySelector("dialog[open]") || target.closest?.("input, textarea, select")) return;
    let done = true;
    if (key in STEPS) play.step(STEPS[key]);
    else if (key in SIDEWAYS) done = play.sideways(SIDEWAYS[key]);
    else if (key in does) does[key]();
    else done = false;
    if (done) event.preventDefault();
  });
  let turned = 0;
  play.board.addEventListener("wheel", (event) => {
    if (event.ctrlKey || play.mode) return;
    event.preventDefault();
    turned = Math.sign(turned) === Math.sign(event.deltaY) ? turned + event.deltaY : event.deltaY;
    const steps = Math.trunc(turned / NOTCH);
    turned -= steps * NOTCH;
    if (steps) play.step(Math.sign(steps));
  }, { passive: false });
}
