// Keys pressed on a page belong to whatever is nearest to hand: a field typed into, an open sheet, a component before.

// What has just been hidden keeps the focus until the browser has drawn again: a key pressed then is not for it.
const nearest = (event, what) => {
  const found = event.target.closest?.(what);
  return Boolean(found && (found.checkVisibility?.() ?? true));
};

/** Whether Enter or the space bar presses what has the focus. */
export const presses = (event) => nearest(event, "button, a, summary, [role=button]");

/** Whether a key is meant for something else than the match: it is typed, or for a sheet, or with a modifier the browser's. */
export function elsewhere(event) {
  if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return true;
  return nearest(event, "input, textarea, select, [contenteditable]") || document.querySelector("dialog:modal") !== null;
}
