// What is in sight, and what is brought there.

import { pinch } from "house-ui/pinch.js";

const FINGER = 44;

/** Whether something of an element is drawn in the window, neither scrolled away nor, by its middle, under something else. */
export function seen(element) {
  const box = element.getBoundingClientRect();
  if (!box.width || !box.height || box.right < 0 || box.left > innerWidth || box.bottom < 0 || box.top > innerHeight) return false;
  if (element.checkVisibility && !element.checkVisibility({ visibilityProperty: true })) return false;
  if (scrolledAway(element)) return false;
  // Mere drawings let presses through; anything else must not lie under something.
  if (getComputedStyle(element).pointerEvents === "none") return true;
  const top = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
  return !top || element.contains(top) || top.contains(element);
}

/** Whether so much of an element lies within its drawing's window that a finger can press it. */
export function pressable(element) {
  const view = element.closest("[data-window]")?.getBoundingClientRect();
  if (!view) return false;
  const box = element.getBoundingClientRect();
  const across = Math.min(box.right, view.right) - Math.max(box.left, view.left);
  return across >= FINGER && Math.min(box.bottom, view.bottom) - Math.max(box.top, view.top) >= FINGER;
}

/** Whether an element that is drawn lies, by its middle, outside of a list in sight that scrolls it. */
export function scrolledAway(element) {
  const box = element.getBoundingClientRect();
  if (!box.width || !box.height) return false;
  const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
  for (let list = element.parentElement; list && list !== document.body; list = list.parentElement) {
    if (list.scrollHeight <= list.clientHeight && list.scrollWidth <= list.clientWidth) continue;
    if (!/auto|scroll/.test(getComputedStyle(list).overflow)) continue;
    const { left, top, right, bottom } = list.getBoundingClientRect();
    if (x < left || x > right || y < top || y > bottom) return bottom > 0 && top < innerHeight;
  }
  return false;
}

// Drawings larger than their window ([data-window]): what they are about now ([data-sight]) is brought into it, once for
// each time that this changes; of more than fits that of which `data-sight` says "first" stays in it. Moved by hand they
// stay where they were put.
const EDGE = 24;
const known = new WeakMap();
const watched = new WeakSet();
// A part above or below it that comes or goes gives it another size, in which it is shown anew.
const sized = new ResizeObserver((changes) => {
  for (const { target } of changes) known.delete(target);
  requestAnimationFrame(() => bringIntoSight(document));
});

export function bringIntoSight(root) {
  for (const box of root.querySelectorAll("[data-window]")) {
    if (!watched.has(box)) {
      sized.observe(box);
      pinch(box);
    }
    watched.add(box);
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
    const first = wanted.find((it) => it.dataset.sight)?.getBoundingClientRect();
    const middle = (low, high, room) => {
      const [from, to] = [Math.min(...boxes.map((it) => it[low])), Math.max(...boxes.map((it) => it[high]))];
      if (!first || to - from <= room) return (from + to) / 2;
      // more than fits: as near to the middle of all as what comes first lets
      return Math.min(Math.max((from + to) / 2, first[high] + EDGE - room / 2), first[low] - EDGE + room / 2);
    };
    box.scrollBy(
      middle("left", "right", outer.width) - outer.left - outer.width / 2,
      middle("top", "bottom", outer.height) - outer.top - outer.height / 2,
    );
  }
}

// A window of another size shows it anew.
window.addEventListener("resize", () => requestAnimationFrame(() => {
  for (const box of document.querySelectorAll("[data-window]")) known.delete(box);
  bringIntoSight(document);
}));
