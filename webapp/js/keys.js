// Keys pressed on a page belong to whatever is nearest to hand: a field typed into, an open sheet, a component before.

/** Whether a key is meant for something else than the match: it is typed, or for a sheet, or with a modifier the browser's. */
export function elsewhere(event) {
  if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return true;
  return Boolean(event.target.closest?.("input, textarea, select, [contenteditable]") || document.querySelector("dialog:modal"));
}
