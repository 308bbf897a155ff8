// Drawings larger than their window ([data-window]): what they are about now ([data-sight]) is brought into it, once for
// each time that this changes. Moved by hand they stay where they were put.
const known = new WeakMap();

export function bringIntoSight(root) {
  for (const box of root.querySelectorAll("[data-window]")) {
    if (box.scrollWidth <= box.clientWidth + 1 && box.scrollHeight <= box.clientHeight + 1) {
      known.delete(box);
      continue;
    }
    const wanted = [...box.querySelectorAll("[data-sight]")];
    const about = wanted.map((it) => `${it.dataset.thing}@${it.getAttribute("style")}`).join();
    if (!wanted.length || known.get(box) === about) continue;
    known.set(box, about);
    const outer = box.getBoundingClientRect();
    const boxes = wanted.map((it) => it.getBoundingClientRect());
    const middle = (low, high) => (Math.min(...boxes.map((it) => it[low])) + Math.max(...boxes.map((it) => it[high]))) / 2;
    box.scrollBy(middle("left", "right") - outer.left - outer.width / 2, middle("top", "bottom") - outer.top - outer.height / 2);
  }
}

// A window of another size shows it anew.
window.addEventListener("resize", () => requestAnimationFrame(() => {
  for (const box of document.querySelectorAll("[data-window]")) known.delete(box);
  bringIntoSight(document);
}));
