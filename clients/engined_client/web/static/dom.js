// Elements from a line of code: element("button", {class: "x", onclick: f}, "text").

export function element(tag, properties = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (value === true) node.setAttribute(name, "");
    else node.setAttribute(name, value);
  }
  node.append(...children.filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

// What is being pressed, by a pointer or the space bar: browsers count no press on what is not there any more when it ends.
let pressed = null;
let where = [0, 0];
const waiting = new Map(); // of places that are pressed in: the children that they will have

function press({ target, clientX = 0, clientY = 0 }) {
  pressed = target;
  where = [clientX, clientY];
}

// Those who listen for a press may draw what they like. What has been moved away under a pointer that rests counts as pressed.
function endPress({ type, target, pointerType, clientX, clientY }) {
  const ended = pressed;
  const meant = type === "pointerup" && ended?.closest?.("button:not(:disabled), [data-cell]");
  if (meant && !meant.contains(target) && Math.hypot(clientX - where[0], clientY - where[1]) < 4) {
    meant.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  }
  if (type === "click") pressed = null;
  setTimeout(() => {
    if (pressed === ended) pressed = null;
    for (const [place, children] of waiting) redraw(place, ...children);
  }, pointerType === "touch" ? 100 : 0); // a touch becomes a press a moment after it
}

addEventListener("pointerdown", press, true);
addEventListener("keydown", (event) => event.key === " " && press(event), true);
for (const type of ["pointerup", "pointercancel", "keyup", "click"]) addEventListener(type, endPress, true);

// Other children for an element, once nothing in it is being pressed. Who had the focus in it keeps it: on what has the same
// id or data-focus, else on what is current, else on the first button that can be pressed. False if there is nothing of these.
export function redraw(place, ...children) {
  if (pressed && place.contains(pressed)) {
    waiting.set(place, children);
    return true;
  }
  waiting.delete(place);
  const focused = place.contains(document.activeElement) ? document.activeElement : null;
  place.replaceChildren(...children);
  if (!focused) return true;
  const key = CSS.escape(focused.id || focused.dataset.focus || "-");
  const same = place.querySelector(`#${key}:not(:disabled), [data-focus="${key}"]:not(:disabled)`);
  const next = same ?? place.querySelector("[aria-current]") ?? place.querySelector("button:not(:disabled)");
  next?.focus({ preventScroll: true });
  return Boolean(next);
}

// The same for SVG.
export function drawing(tag, attributes = {}, ...children) {
  const node = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) if (value !== undefined) node.setAttribute(name, value);
  node.append(...children);
  return node;
}

// A sign of one path, in the colour of the text, 24 units wide.
export function icon(d) {
  return drawing("svg", { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true" }, drawing("path", { d }));
}

export function option(value, text, selected = false) {
  return element("option", { value, selected }, text);
}

// A labelled field of a form.
export function field(text, input) {
  return element("label", { class: "field" }, element("span", {}, text), input);
}

// A dialog that is shown at once and is gone when it is closed. `build(close)` gives what is in it.
export function openDialog(title, closeText, build) {
  const id = `dialog-${Math.random().toString(36).slice(2)}`;
  const dialog = element("dialog", { "aria-labelledby": id });
  const close = () => dialog.close();
  dialog.append(
    element("div", { class: "dialog-head" },
      element("h2", { id }, title),
      element("button", { type: "button", class: "quiet", onclick: close }, closeText)),
    ...build(close));
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

export function download(name, content, type = "text/plain;charset=utf-8") {
  const url = URL.createObjectURL(new Blob([content], { type }));
  element("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10000);
}
