// A finger drawn sideways over an element marked [data-swipe] goes to the neighbour of what it shows: of its sections one
// is in sight, and the tab of the next is pressed. `data-swipe` is the selector of the tabs, in the sections' order. The
// ends do not meet. What can be dragged is dragged; scrolling up and down stays the browser's (`touch-action: pan-y`).
const FAR = 48;
let begun = null;

window.addEventListener("pointerdown", (event) => {
  const area = event.pointerType === "touch" && event.isPrimary ? event.target.closest?.("[data-swipe]") : null;
  begun = area && !event.target.closest("[data-drag]") ? { area, x: event.clientX, y: event.clientY } : null;
}, true);

window.addEventListener("pointercancel", () => (begun = null), true);

window.addEventListener("pointerup", (event) => {
  if (!begun) return;
  const { area, x, y } = begun;
  const across = event.clientX - x;
  begun = null;
  if (Math.abs(across) < FAR || Math.abs(across) < 2 * Math.abs(event.clientY - y)) return;
  const at = shownIn(area);
  if (at >= 0) tabs(area)[at - Math.sign(across)]?.click();
}, true);

const sections = (area) => [...area.querySelectorAll(":scope > section")];
const tabs = (area) => document.querySelectorAll(area.dataset.swipe);

/** The place of the one section in sight; -1 where several are, or none. */
function shownIn(area) {
  const shown = sections(area).map((it) => it.checkVisibility());
  return shown.filter(Boolean).length === 1 ? shown.indexOf(true) : -1;
}

/** Presses the tab of the section that something is in, where another one is in sight. */
export function turnTo(element) {
  const area = element.closest("[data-swipe]");
  if (!area || shownIn(area) < 0) return;
  const at = sections(area).findIndex((it) => it.contains(element));
  if (at !== shownIn(area)) tabs(area)[at]?.click();
}
