// Pieces that walk: where one (`data-walks`, its id) stands in another place of the board than when that was drawn last, a
// copy goes the way, and the way fades behind it. Whoever was not on the board sets out from `data-home` of its own name
// or of its side's (`data-from`), if that is in sight. Where nothing may move, the way alone is shown.
const WALK_MS = 500;
const FADE_MS = 1000;
const BOARD = "[data-part=board]";
const NAMES = ["id", "data-testid", "data-walks", "data-thing", "data-drop"];

let places = null; // by id, the place where each stood when the board was drawn last, and the centre of it
let due = false;

const still = () => document.documentElement.dataset.still === "true";
const inside = ({ x, y }) => x > 0 && y > 0 && x < innerWidth && y < innerHeight;

function centre(piece) {
  const { left, top, width, height } = piece.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
}

function home(piece) {
  const names = [piece.dataset.walks, piece.dataset.from].filter(Boolean).map((name) => `.stage [data-home="${CSS.escape(name)}"]`);
  const found = names.flatMap((name) => [...document.querySelectorAll(name)]).find((it) => it.checkVisibility() && it.getClientRects().length);
  return found ? centre(found) : null;
}

/** Lays a mark over the table, its left upper corner at a point of the window. */
function lay(mark, x, y, style) {
  mark.setAttribute("aria-hidden", "true");
  Object.assign(mark.style, { position: "fixed", left: 0, top: 0 });
  document.querySelector(".stage").append(mark);
  const origin = mark.getBoundingClientRect();
  Object.assign(mark.style, { ...style, left: `${x - origin.left}px`, top: `${y - origin.top}px` });
  return mark;
}

function fading(kind, piece, at, style, frames) {
  const mark = document.createElement("i");
  mark.className = [kind, ...[...piece.classList].filter((it) => it.startsWith("side-"))].join(" ");
  lay(mark, at.x, at.y, style).animate(frames, { duration: FADE_MS }).onfinish = () => mark.remove();
}

function twin(piece) {
  const copy = piece.cloneNode(true);
  const theirs = [piece, ...piece.querySelectorAll("*")];
  for (const [n, it] of [copy, ...copy.querySelectorAll("*")].entries()) {
    for (const name of NAMES) it.removeAttribute(name);
    it.style.fontSize = getComputedStyle(theirs[n]).fontSize; // which goes by the board's width
  }
  copy.classList.add("walker");
  copy.tabIndex = -1;
  return copy;
}

function walk(piece, from, to) {
  const { width, height } = piece.getBoundingClientRect();
  if (!from || !inside(from)) {
    const frames = [{ opacity: 1, transform: still() ? "none" : "scale(2.4)" }, { opacity: 0, transform: "none" }];
    fading("walk-ring", piece, { x: to.x - width / 2, y: to.y - height / 2 }, { width: `${width}px`, height: `${height}px` }, frames);
    return;
  }
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const line = { width: `${Math.hypot(dx, dy)}px`, rotate: `${Math.atan2(dy, dx)}rad` };
  fading("walk-way", piece, from, line, [{ opacity: 1 }, { opacity: 0.9, offset: 0.5 }, { opacity: 0 }]);
  if (still()) return;
  const copy = lay(twin(piece), from.x - width / 2, from.y - height / 2, { width: `${width}px`, height: `${height}px` });
  piece.style.opacity = "0";
  const going = copy.animate([{ translate: "0 0" }, { translate: `${dx}px ${dy}px` }], { duration: WALK_MS, easing: "ease-in-out" });
  going.onfinish = going.oncancel = () => {
    copy.remove();
    piece.style.opacity = "";
  };
}

function look() {
  due = false;
  const pieces = [...document.querySelectorAll(`${BOARD} [data-walks]`)];
  const before = places;
  places = new Map(pieces.map((it) => [it.dataset.walks, { where: it.closest("[data-testid]:not([data-walks])")?.dataset.testid, at: centre(it) }]));
  if (!before) return;
  for (const piece of pieces) {
    const { where, at } = places.get(piece.dataset.walks);
    const left = before.get(piece.dataset.walks);
    if (left?.where !== where && inside(at)) walk(piece, left?.at ?? home(piece), at);
  }
}

/** Looks, before the next picture, which pieces have walked since the board was drawn last. */
export function follow(root) {
  if (due || !root.closest(BOARD)) return;
  due = true;
  requestAnimationFrame(look);
}

// What stands elsewhere because the window has another size has not walked.
window.addEventListener("resize", () => (places = null));
