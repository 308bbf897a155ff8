// Keys pressed on a page belong to whatever is nearest to hand: a field typed into, an open sheet, a component before.
import { lastPressed } from "house-ui/presses.js";

// An element hidden since the last paint still has the focus: ignore keys pressed on it.
const nearest = (event, what) => {
  const found = event.target.closest?.(what);
  return found && (found.checkVisibility?.() ?? true) ? found : null;
};

let byKeyboard = false;
window.addEventListener("keydown", (event) => (byKeyboard = byKeyboard || event.key === "Tab" || event.key.startsWith("Arrow")), true);
window.addEventListener("pointerdown", () => (byKeyboard = false), true);

/** A control was pressed by the key on its cap: what has the focus was gone to before that. */
export const pressedByKey = () => (byKeyboard = false);

/** The question of a table, which takes the focus that nothing else keeps. */
export const question = () => document.querySelector("[data-part=prompt] [data-testid=prompt]");

// What is hidden by being pressed (a briefing that was read, a tab's part, a sheet) leaves its focus with the question.
document.addEventListener("focusout", ({ target, relatedTarget }) => {
  if (relatedTarget !== null) return;
  setTimeout(() => {
    const gone = document.activeElement === document.body && target.checkVisibility && !target.checkVisibility();
    if (gone && document.hasFocus()) question()?.focus({ preventScroll: true });
  });
});

// An action beside a card is an answer as those of the prompt are: given by a key, it leaves its focus with the question.
const acted = ({ detail, target }) => {
  const action = detail === 0 && target.closest?.(".stage-acts button");
  if (action && action.getAttribute("aria-disabled") !== "true") question()?.focus({ preventScroll: true });
};
window.addEventListener("click", acted, true);

/** Whether Enter or the space bar presses what has the focus. */
export const presses = (event) => nearest(event, "button, a, summary, [role=button]") !== null;

/** Whether what has the focus was gone to by keyboard since the last press: only then does it come before the control whose
 * key cap says Enter. What a mouse or an earlier press has left in focus does not. */
export const reached = (event) => presses(event) && byKeyboard && nearest(event, "button, a, summary, [role=button]") !== lastPressed();

const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const centre = (it) => {
  const box = it.getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
};

const seen = (root, what) => [...root.querySelectorAll(what)].filter((it) => it.checkVisibility());

/** Arrows go from one place of a map (`data-walk`), or from what stands in it (`data-within`, its place) or lies beside it
 * there, to the next in that direction: of the places that `data-walk` names, if it names any, which border on it. From the
 * question they go on from where what is chosen stands, else to the first place that can be pressed. Tab goes to one's next
 * piece there (`data-own`) and, after the last, on as everywhere. Whether the key meant that. */
export function walks(root, event) {
  const way = WAYS[event.key], here = document.activeElement;
  const places = way || event.key === "Tab" ? seen(root, "[data-walk]") : [];
  if (!places.length) return false;
  const onMap = places.some((it) => it.parentElement === here.parentElement);
  if (!way) return onMap && !event.shiftKey && toOwn(root, event, here);
  const asked = here === document.body || here.closest("[data-testid=prompt]") !== null;
  const chosen = asked && !onMap ? seen(root, ".is-chosen[data-within]")[0] : null;
  let next;
  if (onMap || chosen) {
    const from = places.find((it) => it === here || it.dataset.thing === (chosen ?? here).dataset.within);
    const beside = from?.dataset.walk.split(" ").filter(Boolean) ?? [];
    const [x, y] = centre(from ?? here);
    const far = (it) => {
      const [dx, dy] = centre(it).map((at, n) => at - [x, y][n]);
      const along = dx * way[0] + dy * way[1], across = Math.abs(dx * way[1]) + Math.abs(dy * way[0]);
      if (along <= 8) return Infinity;
      return beside.length ? along + 4 * across + (across > along ? innerWidth : 0) : along + 2 * across; // rather straight
    };
    const able = beside.length ? places.filter((it) => beside.includes(it.dataset.thing)) : places;
    next = able.filter((it) => far(it) < Infinity).sort((a, b) => far(a) - far(b))[0];
  } else if (asked) next = places.find((it) => it.matches(".can, .is-can")) ?? places[0];
  else return false;
  event.preventDefault();
  next?.focus({ preventScroll: true });
  return true;
}

function toOwn(root, event, here) {
  const own = seen(root, "[data-own]"), at = own.indexOf(here);
  const next = own[(at < 0 ? own.findIndex((it) => it.matches(".is-chosen")) : at) + 1];
  if (!next) return false;
  event.preventDefault();
  next.focus({ preventScroll: true });
  return true;
}

const CLOSES = ":popover-open:not([popover=manual])"; // what the browser closes by Escape

/** Whether a key is meant for something else than the match: it is typed, or for a sheet or a menu, or with a modifier the
 * browser's. */
export function elsewhere(event) {
  if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return true;
  if (event.key === "Escape" && document.querySelector(CLOSES)) return true;
  return nearest(event, "input, textarea, select, [contenteditable]") !== null || document.querySelector("dialog:modal, .q-dialog--modal") !== null;
}
