// Highlights on the Bloc for a line of the log or of a proposal: rings over pieces, markers and decor (by
// id), and over places ([x, y, diameter in mm], micrometres). They lie above the drawing and touch nothing of it.
import { toScreen } from "olomoc-bloc/project.js";

const SHADE = 5;

let layer = null;
let lit = null;
const sized = new ResizeObserver(() => draw());

document.addEventListener("olomoc-light", (event) => {
  lit = event.detail;
  draw();
});

/** Draws the rings where their things are; again whenever the Bloc has another size. */
function draw() {
  layer?.remove();
  layer = null;
  const bloc = document.querySelector(".bloc");
  const svg = bloc?.querySelector("svg");
  if (!lit || !svg?.getScreenCTM()) return sized.disconnect();
  sized.observe(bloc);
  const box = bloc.getBoundingClientRect();
  const rings = [...byId(bloc, lit.ids || []), ...bySpot(bloc, svg, lit.spots || [])];
  if (!rings.length) return;
  layer = document.createElement("div");
  layer.className = "lights";
  layer.setAttribute("aria-hidden", "true");
  for (const { x, y, w, h, spot } of rings) {
    const ring = document.createElement("div");
    ring.className = spot ? "light spot" : "light";
    Object.assign(ring.style, { left: `${x - box.left}px`, top: `${y - box.top}px`, width: `${w}px`, height: `${h}px` });
    layer.append(ring);
  }
  bloc.append(layer);
}

function byId(bloc, ids) {
  const found = [];
  for (const id of ids) {
    for (const it of bloc.querySelectorAll(`[data-id="${CSS.escape(id)}"]`)) {
      const shape = it.querySelector("circle, path, polygon") || it;
      const { left, top, width, height } = shape.getBoundingClientRect();
      if (width) found.push({ x: left - SHADE, y: top - SHADE, w: width + 2 * SHADE, h: height + 2 * SHADE });
    }
  }
  return found;
}

function bySpot(bloc, svg, spots) {
  const matrix = svg.getScreenCTM();
  return spots.map(([x, y, size]) => {
    const [sx, sy] = toScreen(Number(bloc.dataset.turn), x, y);
    const at = new DOMPoint(sx, sy).matrixTransform(matrix);
    const r = (size / 2) * matrix.a;
    return { x: at.x - r, y: at.y - r, w: 2 * r, h: 2 * r, spot: true };
  });
}
