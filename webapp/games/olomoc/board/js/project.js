// From the match's micrometres to the drawing's millimetres, turned so that the reader's own edge is at the bottom.
export const SIDE = 406400;
const QUARTER = Math.PI / 2;

/** Quarter turns clockwise, 0 to 3: screen point (mm) of a point of the Bloc (µm). */
export function toScreen(turn, x, y) {
  const [a, b] = [[x, y], [SIDE - y, x], [SIDE - x, SIDE - y], [y, SIDE - x]][turn];
  return [a / 1000, b / 1000];
}

/** The inverse: a point of the Bloc in whole micrometres, kept on the Bloc. */
export function toBloc(turn, sx, sy) {
  const keep = (v) => Math.min(SIDE, Math.max(0, Math.round(v)));
  const [x, y] = [keep(sx * 1000), keep(sy * 1000)];
  return [[x, y], [y, SIDE - x], [SIDE - x, SIDE - y], [SIDE - y, x]][turn];
}

/** Screen degrees of an angle given in microradians. */
export function degrees(turn, microradians) {
  return ((microradians / 1e6 + turn * QUARTER) * 180) / Math.PI;
}

export function path(turn, rings) {
  return rings
    .map((ring) => "M" + ring.map(([x, y]) => toScreen(turn, x, y).map((v) => v.toFixed(2)).join(" ")).join("L") + "Z")
    .join("");
}

/** A pointer event's place on the drawing, in millimetres. */
export function pointer(svg, event) {
  const p = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
  return [p.x, p.y];
}
