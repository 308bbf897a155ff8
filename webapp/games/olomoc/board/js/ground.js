// The drawing under the pieces: the ground, its grid and inch edge, decor, markers, deployment lines.
import { h } from "vue";
import { signAddress } from "house-ui/sign.js";
import { face } from "olomoc-bloc/pieces.js";
import { path, toScreen } from "olomoc-bloc/project.js";

const INCH = 25.4;
const TOKEN = 3.8;
const DIAMOND = 5.2;
const MM = 406.4;

export const defs = () =>
  h("defs", null, [
    hatch("bloc-shadow-hatch", 3.2, 45, [h("rect", { class: "hatch-shadow", width: 1.7, height: 3.2 })]),
    hatch("bloc-cuts", 2.6, 24, [h("rect", { class: "hatch-cut", width: 0.9, height: 2.6 })]),
    hatch("bloc-gouges", 88, -9, [h("path", { class: "gouge", d: "M6 11h9M44 4h6M69 23h11M27 36h5M8 58h7M55 51h10M36 74h8M76 68h5M20 83h4" })]),
    hatch("bloc-leaves", 5, 45, [
      h("rect", { class: "risk-ground", width: 5, height: 5 }),
      h("rect", { class: "risk-line", width: 1, height: 5 }),
    ]),
    hatch("bloc-engages", 4, 45, [
      h("rect", { class: "risk-ground", width: 4, height: 4 }),
      h("path", { class: "risk-cross", d: "M0 0H4M0 0V4" }),
    ]),
    hatch("bloc-seen", 6, 0, [h("circle", { class: "risk-dot", cx: 1.5, cy: 1.5, r: 0.62 }), h("circle", { class: "risk-dot", cx: 4.5, cy: 4.5, r: 0.62 })]),
    hatch("bloc-tint", 5.4, -45, [h("rect", { class: "risk-ink", width: 2.2, height: 5.4 })]),
    h("clipPath", { id: "bloc-clip" }, [h("rect", { width: MM, height: MM })]),
    h("filter", { id: "bloc-bleed", x: "-20%", y: "-20%", width: "140%", height: "140%" }, [
      h("feTurbulence", { type: "fractalNoise", baseFrequency: "0.16", numOctaves: 2, seed: 7, result: "noise" }),
      h("feDisplacementMap", { in: "SourceGraphic", in2: "noise", scale: 6 }),
    ]),
  ]);

const hatch = (id, size, turn, children) =>
  h("pattern", { id, width: size, height: size, patternUnits: "userSpaceOnUse", patternTransform: `rotate(${turn})` }, children);

export function ground() {
  let grid = "";
  for (let i = 1; i < 16; i++) grid += `M${i * INCH} 0V${MM}M0 ${i * INCH}H${MM}`;
  let quarters = "";
  for (const x of [4, 8, 12]) for (const y of [4, 8, 12]) quarters += `M${x * INCH - 3} ${y * INCH}h6M${x * INCH} ${y * INCH - 3}v6`;
  return h("g", { class: "ground", "aria-hidden": "true" }, [
    h("rect", { class: "plate", width: MM, height: MM }),
    h("rect", { class: "gouges", width: MM, height: MM }),
    h("path", { class: "grid", d: grid }),
    h("path", { class: "quarters", d: quarters }),
  ]);
}

export function inches() {
  let ticks = "";
  const numbers = [];
  for (let i = 0; i <= 32; i++) {
    const at = (i * INCH) / 2;
    const long = i % 2 ? 1.6 : 3;
    ticks += `M${at} ${MM + 2.5}v${long}M-2.5 ${at}h-${long}`;
    if (i % 2 === 0 && i > 0 && i < 32) {
      numbers.push(h("text", { x: at, y: MM + 11.2, "text-anchor": "middle" }, String(i / 2)));
      numbers.push(h("text", { x: -7, y: MM - at + 1.7, "text-anchor": "end" }, String(i / 2)));
    }
  }
  return h("g", { class: "inches", "aria-hidden": "true" }, [h("path", { d: ticks }), ...numbers]);
}

/** The orientation of the Bloc: the first letter of each edge, at its middle. `edges`: south, east, north, west. */
export function compass(scene) {
  return (scene.words.edges || []).map((letter, n) => {
    const at = [[406400 / 2, 400000], [400000, 406400 / 2], [406400 / 2, 6400], [6400, 406400 / 2]][n];
    const [x, y] = toScreen(scene.turn, ...at);
    return h("text", { key: `compass-${n}`, class: "compass", x, y: y + 2, "text-anchor": "middle", "aria-hidden": "true" }, letter);
  });
}

const ENDS = { south: [0, 406400, 406400, 406400], north: [0, 0, 406400, 0], east: [406400, 0, 406400, 406400], west: [0, 0, 0, 406400] };

function line(turn, side, marks) {
  const [ax, ay, bx, by] = ENDS[side];
  const [x1, y1] = toScreen(turn, ax, ay);
  const [x2, y2] = toScreen(turn, bx, by);
  return h("line", { x1, y1, x2, y2, ...marks });
}

/** Deployment lines: one stroke for side 1, two for side 2. */
export function edges(scene) {
  return scene.edges.flatMap(({ seat, side, label }) => [
    h("g", { key: `edge-${side}`, class: ["edge", `side-${seat}`], "data-edge": side }, [
      h("title", null, label),
      line(scene.turn, side, {}),
      seat === "2" ? line(scene.turn, side, { class: "edge-core" }) : null,
    ]),
  ]);
}

/** The edges that may be chosen, as broad bands to press. */
export function edgeChoices(scene, aim) {
  return (aim.edges || []).map(({ side, label }) =>
    line(scene.turn, side, { key: `choice-${side}`, class: "edge-choice", "data-edge-choice": side, role: "button", tabindex: 0, "aria-label": label }),
  );
}

export function decor(scene, piece, blocking = false) {
  const d = path(scene.turn, [piece.points]);
  const parts = [];
  if (piece.kind === "obstructing") {
    parts.push(h("path", { class: "shadow", d, transform: "translate(3.4 4.2)" }));
    parts.push(h("path", { class: "shadow-hatch", d, transform: "translate(3.4 4.2)" }));
  }
  parts.push(h("path", { class: "body", d }));
  if (piece.kind !== "zone") parts.push(...roof(scene.turn, piece));
  if (piece.tinted) parts.push(h("path", { class: "bleed", d, filter: "url(#bloc-bleed)" }));
  if (blocking) parts.push(h("path", { class: "in-the-way", d }));
  return h(
    "g",
    { key: `decor-${piece.id}`, class: ["decor", piece.kind, { tinted: piece.tinted, blocking }], "data-id": piece.id, "data-testid": `decor-${piece.id}` },
    [h("title", null, piece.label), ...parts],
  );
}

const SLOPE = 0.8;
const LIGHT = [-0.55, -0.83];

/** The slopes of a roof, each as light or dark as it faces the one light, from the upper left; what is dark is cut like lino.
 * Of an open piece, the rail along its edge. */
function roof(turn, piece) {
  const at = piece.points.map(([x, y]) => toScreen(turn, x, y));
  const sides = at.map((a, i) => [a, at[(i + 1) % at.length]]);
  const area = sides.reduce((sum, [a, b]) => sum + a[0] * b[1] - b[0] * a[1], 0) / 2;
  const round = sides.reduce((sum, [a, b]) => sum + Math.hypot(b[0] - a[0], b[1] - a[1]), 0);
  const out = sides.map(([a, b]) => {
    const length = Math.sign(area) * Math.hypot(b[0] - a[0], b[1] - a[1]);
    return [(b[1] - a[1]) / length, (a[0] - b[0]) / length];
  });
  const depth = (SLOPE * Math.abs(area)) / round;
  const inner = at.map((p, i) => {
    const [one, other] = [out[(i + at.length - 1) % at.length], out[i]];
    const far = depth / Math.max(0.3, 1 + one[0] * other[0] + one[1] * other[1]);
    return [p[0] - (one[0] + other[0]) * far, p[1] - (one[1] + other[1]) * far];
  });
  const shape = (points) => "M" + points.map((p) => p.map((v) => v.toFixed(2)).join(" ")).join("L") + "Z";
  if (piece.kind === "open") return [h("path", { class: "rail", d: shape(inner) })];
  const slopes = sides.flatMap(([a, b], i) => {
    const d = shape([a, b, inner[(i + 1) % at.length], inner[i]]);
    const lit = out[i][0] * LIGHT[0] + out[i][1] * LIGHT[1];
    const slope = h("path", { class: ["slope", lit > 0.4 ? "is-lit" : lit < -0.2 ? "is-dark" : ""], d });
    return lit < -0.2 ? [slope, h("path", { class: "cuts", d })] : [slope];
  });
  return [...slopes, h("path", { class: "ridge", d: shape(inner) })];
}

export function marker(scene, piece, options) {
  const [x, y] = toScreen(scene.turn, piece.x, piece.y);
  const r = piece.d / 2;
  const size = Math.min(17, r);
  const tokens = piece.tokens.map((token, i) => {
    const angle = ((-60 + i * 46) * Math.PI) / 180;
    const [tx, ty] = [Math.cos(angle) * r, Math.sin(angle) * r];
    const shape = token.seat === "1" ? `M${tx - TOKEN} ${ty - TOKEN}h${2 * TOKEN}v${2 * TOKEN}h${-2 * TOKEN}z` : `M${tx} ${ty - DIAMOND}l${DIAMOND} ${DIAMOND} ${-DIAMOND} ${DIAMOND} ${-DIAMOND} ${-DIAMOND}z`;
    return h("path", { key: `token-${i}`, class: ["token", `side-${token.seat}`], d: shape }, [h("title", null, token.label)]);
  });
  return h(
    "g",
    {
      key: `marker-${piece.id}`,
      class: ["marker", { tinted: piece.tinted, candidate: options.candidate, blocking: options.blocking }],
      "data-id": piece.id,
      "data-x": piece.x,
      "data-y": piece.y,
      "data-testid": `marker-${piece.id}`,
      transform: `translate(${x} ${y})`,
      role: "button",
      tabindex: 0,
      "aria-label": piece.label,
    },
    [
      h("title", null, piece.label),
      options.candidate ? h("circle", { class: "candidate-ring", r: r + 3.2 }) : null,
      h("circle", { class: "disc", r: r - 0.4 }),
      h("circle", { class: "inner", r: r - 2.4 }),
      piece.tinted ? h("circle", { class: "bleed", r: r - 0.6, filter: "url(#bloc-bleed)" }) : null,
      h("svg", { class: "icon", viewBox: "0 0 24 24", x: -size / 2, y: -size / 2, width: size, height: size, "aria-hidden": "true" }, [
        h("use", { href: signAddress(`mark-${piece.glyph}`) }),
      ]),
      ...face(piece, r - 0.9),
      ...tokens,
    ],
  );
}

// A tooth of the Traque: its base on the frame, biting inwards; from the west, the north, the east.
const TOOTH = "M-21 -4L-9 22L-3 13L3 24L10 12L14 18L21 -4Z";
const BITES = [`translate(0 ${MM / 2}) rotate(-90)`, `translate(${MM / 2} 0)`, `translate(${MM} ${MM / 2}) rotate(90)`];

/** The Traque bites into the frame, once for each of its seals. */
export const bites = (scene) =>
  BITES.slice(0, scene.traque ?? 0).map((at, n) => h("g", { key: `bite-${n}`, class: "bite", transform: at, "aria-hidden": "true" }, [h("path", { d: TOOTH })]));

/** In chalk, where somebody fell. */
export const chalk = (scene) =>
  (scene.fallen ?? []).map((it) => {
    const [x, y] = toScreen(scene.turn, it.x, it.y);
    const r = it.d / 2;
    return h("g", { key: `chalk-${it.id}`, class: ["chalk", `side-${it.seat}`], transform: `translate(${x} ${y})`, "aria-hidden": "true" }, [
      h("circle", { r }),
      h("path", { d: `M${-r * 0.55} ${-r * 0.55}L${r * 0.55} ${r * 0.55}M${r * 0.55} ${-r * 0.55}L${-r * 0.55} ${r * 0.55}` }),
      h("text", { y: r + 8, "text-anchor": "middle" }, it.mono),
    ]);
  });
