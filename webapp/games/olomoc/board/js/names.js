// Where the names of pieces with a picture stand: beneath them, or where they would lie over another piece or its name,
// above or beside them; never beyond the Bloc.
import { SIDE, toScreen } from "olomoc-bloc/project.js";

const [LEAST, WIDE] = [7, 0.5]; // mm, and a letter's width by its height
const RIM = 2.6; // of a piece, with its life and Noirceur
const BEYOND = 4; // so much worse than over a piece

/** By piece, where its name begins, ends or has its middle, from the piece's own middle, in mm. `letters`: how high they are. */
export function names(scene, letters) {
  const height = Math.max(LEAST, letters);
  const discs = scene.pieces.map((it) => {
    const [x, y] = toScreen(scene.turn, it.x, it.y);
    return { id: it.id, x, y, r: it.d / 2, name: it.face ? it.name : "" };
  });
  const taken = [];
  const places = {};
  for (const it of discs.filter((one) => one.name)) {
    const found = around(it, it.name.length * WIDE * height, height).map((place) => {
      const [x0, y0, x1, y1] = (place.box = [place.left + it.x, place.top + it.y, place.left + it.x + place.width, place.top + it.y + height]);
      const out = Math.max(0, -x0, x1 - SIDE / 1000) * height + Math.max(0, -y0, y1 - SIDE / 1000) * (x1 - x0);
      const over = discs.filter((one) => one.id !== it.id).map((one) => [one.x - one.r, one.y - one.r, one.x + one.r, one.y + one.r]);
      return { ...place, bad: BEYOND * out + [...over, ...taken].reduce((all, other) => all + shared(place.box, other), 0) };
    });
    const best = found.reduce((least, place) => (place.bad < least.bad - 1 ? place : least));
    taken.push(best.box);
    places[it.id] = { anchor: best.anchor, x: best.x, y: best.y };
  }
  return places;
}

/** The places of a name round a piece, the best first. */
function around({ r }, width, height) {
  const [rise, out] = [0.78 * height, r + RIM];
  const row = (anchor, x, top) => ({ anchor, x, y: top + rise, top, width, left: { start: x, middle: x - width / 2, end: x - width }[anchor] });
  const [below, above, beside] = [r + 1, -out - height, -height / 2];
  return [
    row("middle", 0, below),
    row("start", -r, below),
    row("end", r, below),
    row("middle", 0, above),
    row("start", out, beside),
    row("end", -out, beside),
    row("start", -r, above),
    row("end", r, above),
  ];
}

const shared = (a, b) => Math.max(0, Math.min(a[2], b[2]) - Math.max(a[0], b[0])) * Math.max(0, Math.min(a[3], b[3]) - Math.max(a[1], b[1]));
