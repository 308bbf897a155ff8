// Presses that must not reach what they were not meant for: a control that has just come under the finger or the mouse is
// dead for a moment, and a press that began before a pane was drawn anew presses nothing in it.

const DEAD_MS = 400;
const CONTROL = "button, a, summary, [role=button]";
const TOUCH = 44;
const TABLE = ".part:not(.part-side, .part-prompt)";

let pointer = null;
let finger = false;
let meant = null;
let confirms = "";
let changed = -Infinity;
let pressed = null;
let struck = { key: null, at: -Infinity };
let before = struck;
let shown = null; // what was under the pointer before the drawings of this turn

window.addEventListener("pointerdown", (event) => {
  pointer = { x: event.clientX, y: event.clientY };
  finger = event.pointerType === "touch";
  meant = under().means;
  struck = { key: null, at: performance.now() };
}, true);
window.addEventListener("pointermove", (event) => (pointer = { x: event.clientX, y: event.clientY }), true);
window.addEventListener("keydown", (event) => {
  if (event.repeat) return;
  before = struck;
  struck = { key: event.key, at: performance.now() };
}, true);
window.addEventListener("click", (event) => {
  const control = event.target.closest?.(CONTROL) ?? null;
  pressed = control;
  if (control || !finger || !event.isTrusted || !event.detail) return;
  const near = nearest(event.target, event.clientX, event.clientY);
  if (!near || means(near) !== meant) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  near.click();
}, true);

/** The control on the table that a finger means which comes down beside it: the nearest of those it would touch if none were
 * smaller than a finger. Null where none is that near. */
function nearest(target, x, y) {
  const part = target?.closest?.(TABLE);
  const beside = (size) => Math.max(0, (TOUCH - size) / 2);
  let [found, least] = [null, Infinity];
  for (const it of part?.querySelectorAll("button, a, summary") ?? []) {
    const box = it.getBoundingClientRect();
    const dx = Math.max(box.left - x, x - box.right, 0), dy = Math.max(box.top - y, y - box.bottom, 0);
    if (dx > beside(box.width) || dy > beside(box.height) || Math.hypot(dx, dy) >= least) continue;
    const dead = it.dataset.dead !== undefined;
    if (!dead && document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)?.closest(CONTROL) !== it) continue;
    [found, least] = [dead ? null : it, Math.hypot(dx, dy)];
  }
  return found;
}

/** The control that was pressed last, if it was one. */
export const lastPressed = () => pressed;

/** The target under the pointer, or under the last touch: the element, and what tells it from another. */
function under() {
  const there = pointer && document.elementFromPoint(pointer.x, pointer.y);
  const found = there?.closest(CONTROL) ?? (finger ? nearest(there, pointer.x, pointer.y) : null);
  if (!found) return { element: null, means: null };
  return { element: found, means: means(found) };
}

/** The identity of a control: its name, its words (not the odds beside them), the question that it belongs to. */
function means(control) {
  const words = control.querySelector(".choice-label, .action-name") ?? control;
  return [control.dataset.testid, control.closest("[data-decision]")?.dataset.decision, words.textContent].join("|");
}

/** What Enter would press. */
function atEnter() {
  return [...document.querySelectorAll("[data-hotkey~=Enter]")].filter((it) => it.offsetParent !== null).map(means).join();
}

/** Call before a part is drawn anew. */
export function redraws() {
  shown ??= under();
}

/** Call after that: once for all parts that are drawn in this turn, as each look at what lies where has the page laid out, a
 * control that has come under the pointer is dead for a moment, and what Enter would press now is noted. */
export function redrawn() {
  if (!shown) return;
  const last = shown.means;
  shown = null;
  const now = atEnter();
  if (now !== confirms) [confirms, changed] = [now, performance.now()];
  const { element, means } = under();
  if (!element || means === last) return;
  element.dataset.dead = "";
  setTimeout(() => delete element.dataset.dead, DEAD_MS);
}

/** Whether a click in a pane counts: not where the control was another when the press began. A key or a screen reader
 * presses without a pointer (`detail` 0). */
export function counts(event) {
  const control = event.target.closest(CONTROL);
  return event.detail === 0 || !control || means(control) === meant;
}

/** Whether a key counts: not one held down, nor Enter struck twice running where it has just come to press something else,
 * which might confirm what nobody has read. Any other key struck twice counts twice. */
export function strikes(event) {
  const twice = event.key === "Enter" && before.key === "Enter" && changed > before.at && performance.now() - changed < DEAD_MS;
  return !event.repeat && !twice;
}
