// The visible part of the Bloc, and the edge at the bottom: this window's own, kept by nobody else.
const WIDE = [-15, -5, 427, 427];
const NARROW = [-3, -3, 412.4, 412.4];
const MOST = 6;

export const whole = (narrow) => (narrow ? NARROW : WIDE);
export const START = { zoom: 1, x: 206, y: 206 };

/** The viewBox of a view: never beyond the drawing. */
export function box(view, narrow) {
  const [left, top, width, height] = whole(narrow);
  const [w, h] = [width / view.zoom, height / view.zoom];
  const keep = (middle, from, all, part) => Math.min(from + all - part, Math.max(from, middle - part / 2));
  return [keep(view.x, left, width, w), keep(view.y, top, height, h), w, h];
}

/** Nearer or farther, with the point (mm) under the pointer staying where it is. */
export function zoomed(view, factor, at, narrow) {
  const zoom = Math.min(MOST, Math.max(1, view.zoom * factor));
  const [x, y, w, h] = box(view, narrow);
  const [px, py] = at || [x + w / 2, y + h / 2];
  const shrink = view.zoom / zoom;
  return settled({ zoom, x: px + (x + w / 2 - px) * shrink, y: py + (y + h / 2 - py) * shrink }, narrow);
}

export function moved(view, dx, dy, narrow) {
  const [x, y, w, h] = box(view, narrow);
  return settled({ ...view, x: x + w / 2 + dx, y: y + h / 2 + dy }, narrow);
}

function settled(view, narrow) {
  const [x, y, w, h] = box(view, narrow);
  return { zoom: view.zoom, x: x + w / 2, y: y + h / 2 };
}

/** The side at the bottom: one's own, or player 1's for all who prefer that; turned round on request. */
export function turnOf(scene, flipped) {
  const base = document.body.dataset.flip === "fixed" ? (scene.first ?? scene.turn) : scene.turn;
  return flipped ? (base + 2) % 4 : base;
}
