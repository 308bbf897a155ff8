// The Bloc in small, seen from above: decor, markers and hostiles where a card puts them. Lengths in millimetres.
import { h } from "vue";

const SIDE = 406.4;
const INCH = 25.4;
const EDGES = {
  north: { x1: 0, y1: 0, x2: SIDE, y2: 0 },
  south: { x1: 0, y1: SIDE, x2: SIDE, y2: SIDE },
  west: { x1: 0, y1: 0, x2: 0, y2: SIDE },
  east: { x1: SIDE, y1: 0, x2: SIDE, y2: SIDE },
};

function grid() {
  const lines = [];
  for (let n = 4; n < 16; n += 4) {
    lines.push(h("path", { class: "grid", d: `M${n * INCH} 0V${SIDE}M0 ${n * INCH}H${SIDE}` }));
  }
  return lines;
}

function disc(it) {
  const parts = [h("title", null, it.label), h("circle", { cx: it.x, cy: it.y, r: it.r })];
  if (it.text) parts.push(h("text", { x: it.x, y: it.y }, it.text));
  return h("g", { class: it.c }, parts);
}

export function map(node) {
  return h("svg", { class: "bloc-map", viewBox: `-6 -6 ${SIDE + 12} ${SIDE + 12}`, role: "img", "aria-label": node.label }, [
    h("rect", { class: "ground", width: SIDE, height: SIDE }),
    ...grid(),
    ...node.edges.filter((it) => it in EDGES).map((it) => h("line", { class: "edge", ...EDGES[it] })),
    ...node.decor.map((it) => h("polygon", { class: it.c, points: it.points }, [h("title", null, it.label)])),
    ...node.discs.map(disc),
  ]);
}
