// Rouages and hostiles: a disc to true scale that says at a glance whose it is, who it is and how it fares.
import { h } from "vue";
import { pictured } from "house-ui/render.js";
import { signAddress } from "house-ui/sign.js";
import { toScreen } from "olomoc-bloc/project.js";

const ARC = { from: -215, to: 35 };

export function piece(scene, it, options) {
  const [x, y] = toScreen(scene.turn, it.x, it.y);
  const r = it.d / 2;
  const classes = ["piece", it.seat ? `side-${it.seat}` : "side-h", { hostile: !it.seat, active: it.active, stunned: it.stunned, candidate: options.candidate, chosen: options.chosen, quiet: options.quiet, blocking: options.blocking, hit: options.was !== undefined }];
  return h(
    "g",
    {
      key: `piece-${it.id}`,
      class: classes,
      style: { transform: `translate(${x}px, ${y}px)` },
      "data-id": it.id,
      "data-x": it.x,
      "data-y": it.y,
      "data-seq": scene.seq,
      "data-testid": `rouage-${it.id}`,
      role: "button",
      tabindex: 0,
      "aria-label": it.label,
      "aria-pressed": String(Boolean(options.chosen)),
    },
    [
      h("title", null, it.label),
      it.active ? h("circle", { class: "breath", r: r + 2.6 }) : null,
      options.candidate ? h("path", { class: "candidate-ring", d: brackets(r + 4) }) : null,
      options.chosen ? h("circle", { class: "chosen-ring", r: r + 3.6 }) : null,
      options.blocking ? h("circle", { class: "blocking-ring", r: r + 1.6 }) : null,
      options.was !== undefined ? h("circle", { class: "flash", r }) : null,
      h("circle", { class: "cast", r, cx: 1.2, cy: 1.6 }),
      it.seat ? body(it, r) : thorns(r),
      it.seat ? letters(it, r) : mark(it, r),
      ...face(it, r - (it.seat === "1" ? 1.8 : it.seat ? 2.8 : 5.2)),
      it.stunned ? h("circle", { class: "stunned-ring", r: r + 0.9 }) : null,
      it.life ? h("g", { class: "life" }, lifeArc(it, it.face ? r + 1.9 : r - (it.seat === "1" ? 3.7 : it.seat ? 4.4 : 7.4), options.was)) : null,
      it.seat ? pips(it, r) : null,
      ...drops(it, r),
      name(it, options.name),
    ],
  );
}

function body(it, r) {
  const rings =
    it.seat === "1"
      ? [h("circle", { class: "ring", r: r - 0.9, "stroke-width": 1.8 })]
      : [h("circle", { class: "ring", r: r - 0.5, "stroke-width": 1 }), h("circle", { class: "ring", r: r - 2.3, "stroke-width": 1 })];
  return h("g", null, [h("circle", { class: "disc", r }), ...rings]);
}

function thorns(r) {
  const count = 12;
  let d = "";
  for (let i = 0; i < count * 2; i++) {
    const angle = (i * Math.PI) / count;
    const radius = i % 2 ? r - 4.2 : r;
    d += `${i ? "L" : "M"}${(Math.cos(angle) * radius).toFixed(2)} ${(Math.sin(angle) * radius).toFixed(2)}`;
  }
  return h("g", null, [h("path", { class: "thorns", d: d + "Z" }), h("circle", { class: "disc", r: r - 5.2 })]);
}

/** A picture of that radius, once the page has had its first picture; what it covers is for whoever wants none. */
export function face(it, size) {
  if (!it.face || !pictured()) return [];
  return [
    h("image", { key: it.face, class: "face", href: it.face, x: -size, y: -size, width: size * 2, height: size * 2, "aria-hidden": "true", onError: (event) => (event.target.style.display = "none") }),
  ];
}

/** With a picture its name stands outside, as the letters are covered; `at`: where (names.js). */
const name = (it, at) => (at ? h("text", { class: "piece-name", "text-anchor": at.anchor, x: at.x, y: at.y, "aria-hidden": "true" }, it.name) : null);

/** Its sign, and beneath it the letter that tells it from the others. */
const mark = (it, r) =>
  h("g", { "aria-hidden": "true" }, [
    h("svg", { class: "icon mark", viewBox: "0 0 24 24", x: -r * 0.32, y: -r * 0.56, width: r * 0.64, height: r * 0.64 }, [h("use", { href: signAddress("hostile") })]),
    h("text", { class: "monogram", "text-anchor": "middle", y: r * 0.46, "font-size": r * 0.54 }, it.mono),
  ]);

const letters = (it, r) => h("text", { class: "monogram", "text-anchor": "middle", y: r * 0.26, "font-size": r * 0.78, "aria-hidden": "true" }, it.mono);

function pips(it, r) {
  const width = r * 0.16;
  const left = (i) => (i - (it.rank - 1) / 2) * width * 1.5 - width / 2;
  const one = (_, i) => h("rect", { class: "pip", x: left(i), y: r * (it.face ? 0.66 : 0.42), width, height: width * 1.5 });
  return h("g", { "aria-hidden": "true" }, Array.from({ length: it.rank }, one));
}

/** One stroke per life point over the top of the base; checked ones go dark, from the left (LIF-1). */
function lifeArc(it, radius, was) {
  const points = [...it.life];
  const step = (ARC.to - ARC.from) / points.length;
  const gap = Math.min(5, step * 0.25);
  return points.map((kind, i) => {
    const d = arc(radius, ARC.from + i * step + gap / 2, ARC.from + (i + 1) * step - gap / 2);
    const lost = i < it.wounds;
    return h("path", { key: `life-${i}-${lost}`, class: ["point", `point-${kind}`, { lost, fresh: lost && was !== undefined && i >= was }], d });
  });
}

function arc(r, from, to) {
  const at = (deg) => [Math.cos((deg * Math.PI) / 180) * r, Math.sin((deg * Math.PI) / 180) * r].map((v) => v.toFixed(2)).join(" ");
  return `M${at(from)}A${r} ${r} 0 0 1 ${at(to)}`;
}

const brackets = (r) => [20, 110, 200, 290].map((from) => arc(r, from, from + 50)).join("");

function drops(it, r) {
  const out = [];
  for (let i = 0; i < it.noirceur; i++) {
    const angle = ((48 + i * 26 - (it.noirceur - 1) * 13) * Math.PI) / 180;
    const [x, y] = [Math.cos(angle) * (r + 0.4), Math.sin(angle) * (r + 0.4)];
    out.push(h("path", { key: `drop-${i}`, class: "noirceur", transform: `translate(${x.toFixed(2)} ${y.toFixed(2)})`, d: "M0 -4.400C2 -1.7 3 -.4 3 1.200A3 3 0 0 1 -3 1.200C-3 -.4 -2 -1.7 0 -4.400Z" }));
  }
  return out;
}
