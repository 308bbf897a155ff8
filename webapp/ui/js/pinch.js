// Two fingers bring a drawing that is larger than its window ([data-window]) nearer, or put it farther away. How near it
// is, is `--near` of the page: its sheet multiplies the drawing's width with it.

const MOST_PX = 2000;

/** Listens to two fingers on a window. */
export function pinch(box) {
  let apart = 0;
  box.addEventListener("touchmove", (event) => {
    if (event.touches.length !== 2) return (apart = 0);
    event.preventDefault(); // nor does the page scroll
    const [a, b] = event.touches;
    const now = Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
    if (apart) zoom(box, now / apart, [(a.clientX + b.clientX) / 2, (a.clientY + b.clientY) / 2]);
    apart = now;
  }, { passive: false });
  box.addEventListener("touchend", () => (apart = 0));
}

/** So many times as near as before, with the point under the middle of the fingers staying where it is. */
function zoom(box, times, [x, y]) {
  const drawing = box.firstElementChild, page = document.body.style, before = drawing.getBoundingClientRect();
  const near = Number(page.getPropertyValue("--near")) || 1, full = before.width / near;
  const next = Math.max(Math.min(1, box.clientWidth / full), Math.min(near * times, MOST_PX / full));
  page.setProperty("--near", String(next));
  const after = drawing.getBoundingClientRect(), by = after.width / before.width;
  box.scrollBy(after.left + (x - before.left) * by - x, after.top + (y - before.top) * by - y);
}

// Shown as a whole, or in parts again, it is as near as ever.
new MutationObserver(() => document.body.style.removeProperty("--near"))
  .observe(document.body, { attributeFilter: ["data-zoom"] });
