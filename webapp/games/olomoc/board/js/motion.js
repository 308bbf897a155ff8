// Movements: a base slides along the ruler that was laid, a wound flashes. Short, at once over at a touch, none at all
// for people who want things still.
import { toScreen } from "olomoc-bloc/project.js";

export const SLIDE_MS = 250;
export const FLASH_MS = 900;
const STEPS = 14;

export const still = () => document.documentElement.dataset.still === "true" || matchMedia("(prefers-reduced-motion: reduce)").matches;

/** The way of a base's centre from start to end: round the ruler on which both lie, the shorter way; else straight. */
export function wayOf(move, diameter) {
  const [from, to] = [move.from, move.to];
  if (!move.ruler) return [from, to];
  const { x, y, angle, length, width } = move.ruler;
  const [cos, sin] = [Math.cos(angle / 1e6), Math.sin(angle / 1e6)];
  const local = ([px, py]) => [(px - x) * cos + (py - y) * sin, (py - y) * cos - (px - x) * sin];
  const board = ([u, v]) => [x + u * cos - v * sin, y + u * sin + v * cos];
  const rim = outline(length / 2, width / 2, diameter * 500);
  const [a, b] = [rim.nearest(local(from)), rim.nearest(local(to))];
  let way = b - a;
  if (Math.abs(way) > rim.total / 2) way -= Math.sign(way) * rim.total;
  const points = [];
  for (let i = 0; i <= STEPS; i++) points.push(board(rim.at(a + (way * i) / STEPS)));
  points[0] = from;
  points[STEPS] = to;
  return points;
}

/** A rectangle of half sides a and b, inflated by r: its points by the way along it. */
function outline(a, b, r) {
  const arc = (Math.PI / 2) * r;
  const parts = [
    { size: 2 * a, at: (t) => [-a + t, -b - r] },
    { size: arc, at: (t) => [a + r * Math.sin(t / r), -b - r * Math.cos(t / r)] },
    { size: 2 * b, at: (t) => [a + r, -b + t] },
    { size: arc, at: (t) => [a + r * Math.cos(t / r), b + r * Math.sin(t / r)] },
    { size: 2 * a, at: (t) => [a - t, b + r] },
    { size: arc, at: (t) => [-a - r * Math.sin(t / r), b + r * Math.cos(t / r)] },
    { size: 2 * b, at: (t) => [-a - r, b - t] },
    { size: arc, at: (t) => [-a - r * Math.cos(t / r), -b - r * Math.sin(t / r)] },
  ];
  const total = parts.reduce((sum, part) => sum + part.size, 0);
  const at = (way) => {
    let rest = ((way % total) + total) % total;
    for (const part of parts) {
      if (rest <= part.size) return part.at(rest);
      rest -= part.size;
    }
    return parts[0].at(0);
  };
  const nearest = ([u, v]) => {
    let best = [Infinity, 0];
    for (let i = 0; i < 400; i++) {
      const way = (total * i) / 400;
      const [p, q] = at(way);
      const far = Math.hypot(p - u, q - v);
      if (far < best[0]) best = [far, way];
    }
    return best[1];
  };
  return { total, at, nearest };
}

/** Slides a piece's element to where it stands by now. Gives the animation, or null where nothing should move. */
export function slide(element, turn, move, diameter) {
  if (!element || still()) return null;
  const frames = wayOf(move, diameter).map(([x, y]) => {
    const [sx, sy] = toScreen(turn, x, y);
    return { transform: `translate(${sx.toFixed(2)}px, ${sy.toFixed(2)}px)` };
  });
  // The way is told in full: the style sheet's own straight way there would only show when this one is cut short.
  element.style.transition = "none";
  return element.animate(frames, { duration: SLIDE_MS, easing: "cubic-bezier(0.4, 0, 0.3, 1)" });
}

const MM = 406.4;
const EMERGE_MS = 700;

/** Brings a piece from the corner of the Bloc that is nearest to it. Gives the animation, or null. */
export function emerge(element, turn, it) {
  if (!element || still()) return null;
  const [x, y] = toScreen(turn, it.x, it.y);
  const [cx, cy] = [x < MM / 2 ? -it.d : MM + it.d, y < MM / 2 ? -it.d : MM + it.d];
  const frames = [
    { transform: `translate(${cx}px, ${cy}px) scale(1.6)`, opacity: 0 },
    { transform: `translate(${x}px, ${y}px) scale(1.35)`, opacity: 1, offset: 0.7 },
    { transform: `translate(${x}px, ${y}px)` },
  ];
  return element.animate(frames, { duration: EMERGE_MS, easing: "cubic-bezier(0.3, 0, 0.2, 1)" });
}
