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

/** Whether Enter or the space bar presses what has the focus. */
export const presses = (event) => nearest(event, "button, a, summary, [role=button]") !== null;

/** Whether what has the focus was gone to by keyboard since the last press: only then does it come before the control whose
 * key cap says Enter. What a mouse or an earlier press has left in focus does not. */
export const reached = (event) => presses(event) && byKeyboard && nearest(event, "button, a, summary, [role=button]") !== lastPressed();

/** Whether a key is meant for something else than the match: it is typed, or for a sheet, or with a modifier the browser's. */
export function elsewhere(event) {
  if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return true;
  return nearest(event, "input, textarea, select, [contenteditable]") !== null || document.querySelector("dialog:modal, .q-dialog--modal") !== null;
}
