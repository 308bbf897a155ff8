// Keys pressed on a page belong to whatever is nearest to hand: a field typed into, an open sheet, a component before.

/** Whether a key is meant for something else than the match: it is typed, or for a sheet, or with a modifier the browser's. */
export function elsewhere(event) {
  if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return true;
  // What has just been hidden keeps the focus until the browser has drawn again: nothing is typed there.
  const field = event.target.closest?.("input, textarea, select, [contenteditable]");
  return Boolean(field?.checkVisibility() || document.querySelector("dialog:modal"));
}
