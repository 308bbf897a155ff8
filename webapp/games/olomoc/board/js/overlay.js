// The overlay on the Bloc while somebody points: reach, threat, ruler, ghost, measure, and the two buttons on the piece.
import { h } from "vue";
import { signAddress } from "house-ui/sign.js";
import { degrees, path, toScreen } from "olomoc-bloc/project.js";
import { face } from "olomoc-bloc/pieces.js";
import { label, textScale } from "olomoc-bloc/tools.js";

const MM = 406.4;
const INCH = 25.4;
const RINGS = 4;

/** The region that the engine gives, and over it the parts that mean something, each with a pattern of its own. */
export function reach(scene, aim) {
  if (!aim.reach || !aim.reach.length) return null;
  return h("g", { class: "reach", "aria-hidden": "true", "data-testid": "reach", "data-risks": aim.reach.map((part) => part.risk).join(" ") }, [
    ...aim.reach.map((part) => h("path", { key: part.risk, class: `reach-${part.risk}`, "data-risk": part.risk, "fill-rule": "evenodd", d: path(scene.turn, part.rings) })),
    ...aim.reach.flatMap((part) => (part.lines || []).map((line, i) => h("path", { key: `${part.risk}-${i}`, class: "reach-ink", d: open(scene.turn, line) }))),
  ]);
}

const open = (turn, line) => "M" + line.map(([x, y]) => toScreen(turn, x, y).map((v) => v.toFixed(2)).join(" ")).join("L");

export function threats(scene, aim) {
  return (aim.threats || []).map((it) => {
    const [cx, cy] = toScreen(scene.turn, it.x, it.y);
    return h("circle", { key: `threat-${it.id}`, class: ["threat", it.seat ? `side-${it.seat}` : "side-h"], cx, cy, r: it.r / 1000, "aria-hidden": "true" });
  });
}

export function sight(scene, aim) {
  if (!aim.sight) return null;
  const [[ax, ay], [bx, by]] = aim.sight.segment.map(([x, y]) => toScreen(scene.turn, x, y));
  return h("line", { class: "sight", x1: ax, y1: ay, x2: bx, y2: by, "aria-hidden": "true" });
}

/** A ruler on the drawing; its figures never stand on their heads. */
export function lying(scene, it) {
  const [x, y] = toScreen(scene.turn, it.x, it.y);
  const turn = degrees(scene.turn, it.angle);
  const flip = Math.cos((turn * Math.PI) / 180) < -1e-6 ? 180 : 0;
  return `translate(${x} ${y}) rotate(${turn + flip})`;
}

/** A ruler of clear plastic: a bevel, inch marks, a hole to hang it by. `turns`: whether it can be turned by hand. */
export function ruler(scene, it, turns = false, cls = "") {
  if (!it) return null;
  const [length, width] = [it.length / 1000, it.width / 1000];
  const marks = [];
  let ticks = "";
  for (let mm = 0; mm < length - 0.1; mm += 25.4 / 8) {
    const eighth = Math.round(mm / (25.4 / 8));
    const long = eighth % 8 === 0 ? width * 0.4 : eighth % 4 === 0 ? width * 0.27 : eighth % 2 === 0 ? width * 0.18 : width * 0.1;
    if (mm > 0.1) ticks += `M${(mm - length / 2).toFixed(2)} ${-width / 2}v${long.toFixed(2)}`;
    if (eighth % 8 === 0 && eighth > 0) marks.push(h("text", { x: mm - length / 2, y: width * 0.3, "text-anchor": "middle" }, String(eighth / 8)));
  }
  return h("g", { class: ["ruler", cls, { turns }], transform: lying(scene, it), "data-testid": "ruler", "data-angle": it.angle, "data-length": it.length, "aria-hidden": "true" }, [
    h("rect", { class: "ruler-shade", x: -length / 2 + 0.8, y: -width / 2 + 1.2, width: length, height: width, rx: 1.4 }),
    h("rect", { class: "plastic", x: -length / 2, y: -width / 2, width: length, height: width, rx: 1.4 }),
    h("rect", { class: "bevel", x: -length / 2, y: -width / 2, width: length, height: width * 0.16 }),
    h("path", { class: "sheen", d: `M${-length / 2 + 2} ${width / 2 - 1.6}H${length / 2 - 2}M${-length / 2 + 6} ${width / 2 - 3.4}H${-length / 2 + length * 0.34}` }),
    h("path", { class: "ticks", d: ticks }),
    h("circle", { class: "hole", cx: length / 2 - 4, cy: width * 0.2, r: 1.5 }),
    ...marks,
  ]);
}

/** A ruler to be held beside the way while a place is looked for, and how far that is; out of sight until then. */
export function heldRuler(scene, aim, unit) {
  if (!aim.held || !aim.from) return null;
  return h("g", { key: `held-${aim.rev}`, class: "held-ruler", "aria-hidden": "true", "data-testid": "held-ruler", style: { display: "none" } }, [
    h("line", { class: "trail" }),
    h("g", { class: "held-lying" }, [ruler(scene, { x: 0, y: 0, angle: 0, ...aim.held }, false, "held")]),
    label("00.0 in", 0, 0, unit, "held-label", "held-far"),
  ]);
}

/** Lays it from the base's centre toward the pointer (both on the drawing), beside the way of the base. */
export function hold(group, scene, aim, [x, y]) {
  if (!group) return;
  const [fx, fy] = toScreen(scene.turn, ...aim.from);
  const far = Math.hypot(x - fx, y - fy) || 1;
  const [ux, uy] = [(x - fx) / far, (y - fy) / far];
  const [length, width] = [aim.held.length / 1000, aim.held.width / 1000];
  // On the side that is farther down, so that the words have the other.
  const down = ux >= 0 ? 1 : -1;
  const off = aim.piece.d / 2 + width / 2;
  const middle = [fx + (ux * length) / 2 - uy * down * off, fy + (uy * length) / 2 + ux * down * off];
  const angle = (Math.atan2(uy, ux) * 180) / Math.PI + (ux < 0 ? 180 : 0);
  group.style.display = "";
  const lying = group.querySelector(".held-lying");
  lying.setAttribute("transform", `translate(${middle[0]} ${middle[1]}) rotate(${angle})`);
  lying.firstElementChild.removeAttribute("transform");
  for (const [name, value] of Object.entries({ x1: fx, y1: fy, x2: x, y2: y })) group.querySelector("line").setAttribute(name, value);
  const [lx, ly] = beside(fx, fy, x, y);
  group.querySelector(".bloc-label").setAttribute("transform", `translate(${lx} ${ly})`);
  group.querySelector(".bloc-label text").textContent = inches(scene.words, far / INCH);
}

const inches = (words, length) => {
  const figure = length.toFixed(1);
  return (Number(figure) < 2 ? words.inch : words.inches).replace("{n}", figure.replace(".", words.point));
};

/** The base where it would stand; hidden until somebody points. */
export function ghost(scene, aim) {
  const r = aim.piece.d / 2;
  const at = aim.to ? toScreen(scene.turn, ...aim.to) : null;
  const state = aim.ok === true ? "good" : aim.ok === false ? "bad" : "open";
  return h(
    "g",
    { key: `ghost-${aim.rev}`, class: ["ghost", state, aim.piece.seat ? `side-${aim.piece.seat}` : "side-h"], transform: at ? `translate(${at[0]} ${at[1]})` : "translate(-999 -999)", "data-testid": "ghost", "data-state": state },
    [h("circle", { r: r - 0.5 }), h("text", { "text-anchor": "middle", y: r * 0.27, "font-size": r * 0.75 }, aim.piece.mono), ...face(aim.piece, r - 1.8)],
  );
}

export function trail(scene, aim, unit) {
  if (!aim.to || !aim.from) return null;
  const [x1, y1] = toScreen(scene.turn, ...aim.from);
  const [x2, y2] = toScreen(scene.turn, ...aim.to);
  const parts = [h("line", { class: ["trail", { bad: aim.ok === false }], x1, y1, x2, y2 })];
  if (aim.label) parts.push(label(aim.label, ...beside(x1, y1, x2, y2), unit, "trail-label", "far"));
  return h("g", { key: `trail-${aim.rev}`, "aria-hidden": "true" }, parts);
}

/** The middle of a line, moved off it to the side that is farther up. */
function beside(x1, y1, x2, y2) {
  const far = Math.hypot(x2 - x1, y2 - y1) || 1;
  const up = x2 >= x1 ? 1 : -1;
  return [(x1 + x2) / 2 + (up * 11 * (y2 - y1)) / far, (y1 + y2) / 2 - (up * 11 * (x2 - x1)) / far];
}

/** Confirm and cancel beside the ghost, where they cover neither a piece nor the Bloc's edge nor a place that the same
 * movement may end in. Where there is no such spot they are left out: the prompt has both. */
export function buttons(scene, aim, unit) {
  if (!aim.to) return null;
  const centre = toScreen(scene.turn, ...aim.to);
  const size = (coarse() ? 23 : 16) * unit;
  const around = aim.piece.d / 2 + size * 0.85 + 2;
  const blocked = obstacles(scene, aim, unit);
  const open = places(scene, aim);
  const taken = [];
  const wanted = [];
  if (aim.confirm && aim.ok) wanted.push(["confirm", aim.confirm, "check", size]);
  if (aim.cancel) wanted.push(["cancel", aim.cancel, "cross", size * 0.72]);
  return h(
    "g",
    { key: `buttons-${aim.rev}`, class: ["on-piece", aim.piece.seat ? `side-${aim.piece.seat}` : "side-h"] },
    wanted.map(([what, label, glyph, r]) => {
      const spot = freeSpot(centre, around, r, [...blocked, ...taken], open);
      if (!spot) return null;
      const [x, y] = spot;
      taken.push([x, y, r]);
      return h("g", { class: ["round", what], transform: `translate(${x} ${y})`, role: "button", tabindex: 0, "aria-label": label, "data-act": what, "data-testid": `${what}-piece` }, [
        h("title", null, label),
        h("circle", { r }),
        h("svg", { class: "icon", viewBox: "0 0 24 24", x: -r * 0.6, y: -r * 0.6, width: r * 1.2, height: r * 1.2, "aria-hidden": "true" }, [h("use", { href: signAddress(glyph) })]),
      ]);
    }),
  );
}

/** The nearest legal place, where the one pointed at is not: a ghost to be pressed. */
export function nearest(scene, aim, unit) {
  if (!aim.near || !aim.to) return null;
  const [x, y] = toScreen(scene.turn, ...aim.near.to);
  const [fx, fy] = toScreen(scene.turn, ...aim.to);
  const r = Math.max(aim.piece.d / 2, (coarse() ? 22 : 12) * unit);
  return h("g", { key: `near-${aim.rev}`, class: ["near", aim.piece.seat ? `side-${aim.piece.seat}` : "side-h"] }, [
    h("line", { class: "near-way", x1: fx, y1: fy, x2: x, y2: y }),
    h("g", { class: "near-place", transform: `translate(${x} ${y})`, role: "button", tabindex: 0, "aria-label": aim.near.label, "data-act": "nearest", "data-testid": "nearest-piece" }, [
      h("title", null, aim.near.label),
      h("circle", { class: "near-hit", r }),
      h("circle", { class: "near-ring", r: aim.piece.d / 2 - 0.6 }),
      h("path", { class: "near-plus", d: "M-5 0h10M0 -5v10" }),
    ]),
  ]);
}

/** Places that a guide points at. */
export function spots(scene, aim) {
  return (aim.spots || []).map(([atX, atY], i) => {
    const [x, y] = toScreen(scene.turn, atX, atY);
    return h("circle", { key: `spot-${i}`, class: "guide-spot", cx: x, cy: y, r: Math.max(aim.piece.d / 2, 8), "aria-hidden": "true" });
  });
}

/** From the piece looked at: a line to each it sees, a broken one to each that decor hides. A piece may have left the
 * Bloc since the answer came. */
export function sights(scene, aim) {
  return (aim.sights || []).filter(({ from, to }) => from && to).map(({ from, to, ok }, i) => {
    const [[x1, y1], [x2, y2]] = [toScreen(scene.turn, ...from), toScreen(scene.turn, ...to)];
    return h("line", { key: `sees-${i}`, class: ["sees", { no: !ok }], x1, y1, x2, y2, "aria-hidden": "true" });
  });
}

/** Beside each that the piece looked at could attack: how, and the chance to wound. */
export function coulds(scene, aim, unit) {
  const taken = obstacles(scene, { from: null, to: null });
  return (aim.coulds || []).map(({ id, how, chance, short }) => {
    const it = scene.pieces.find((piece) => piece.id === id);
    if (!it) return null;
    const size = 11.5 * unit * textScale();
    const wide = chance.length * size * 0.5 + size * 2;
    const [x, y] = beside2(toScreen(scene.turn, it.x, it.y), it.d / 2 + 2, wide, size * 1.5, taken);
    taken.push([x, y, wide / 2.4]);
    return h("g", { key: `could-${id}`, class: ["could", { short }], transform: `translate(${x} ${y})`, "aria-hidden": "true", "data-testid": `could-at-${id}` }, [
      h("rect", { x: -wide / 2, y: -size * 0.75, width: wide, height: size * 1.5, rx: 1 }),
      h("svg", { class: "icon", viewBox: "0 0 24 24", x: -wide / 2 + size * 0.25, y: -size * 0.5, width: size, height: size }, [h("use", { href: signAddress(how) })]),
      h("text", { x: size * 0.5, y: size * 0.35, "text-anchor": "middle", "font-size": size }, chance),
    ]);
  });
}

/** A spot for a chip beside a base: below, above, right, left, whichever covers no other piece. */
function beside2([cx, cy], r, wide, tall, taken) {
  const spots = [[0, r + tall / 2], [0, -r - tall / 2], [r + wide / 2, 0], [-r - wide / 2, 0], [r * 0.7 + wide / 2, r * 0.7], [-r * 0.7 - wide / 2, r * 0.7]];
  let best = null;
  for (const [dx, dy] of spots) {
    const [x, y] = [cx + dx, cy + dy];
    if (x < wide / 2 || x > MM - wide / 2 || y < tall / 2 || y > MM - tall / 2) continue;
    const room = Math.min(99, ...taken.map(([bx, by, br]) => Math.hypot(Math.max(Math.abs(bx - x) - wide / 2, 0), Math.max(Math.abs(by - y) - tall / 2, 0)) - br));
    if (room >= 0.5) return [x, y];
    if (!best || room > best.room) best = { room, at: [x, y] };
  }
  return best ? best.at : [cx, cy + r];
}

/** The end to which its instinct would take the hostile looked at. */
export function foretold(scene, aim) {
  const it = scene.pieces.find((piece) => piece.id === aim.chosen);
  return (aim.foretold || []).map(({ from, to }, i) => {
    const [[x1, y1], [x2, y2]] = [toScreen(scene.turn, ...from), toScreen(scene.turn, ...to)];
    return h("g", { key: `foretold-${i}`, class: "foretold-way side-h", "aria-hidden": "true", "data-testid": "foretold" }, [
      h("line", { x1, y1, x2, y2 }),
      h("circle", { cx: x2, cy: y2, r: (it?.d ?? 30) / 2 - 0.6 }),
    ]);
  });
}

const coarse = () => matchMedia("(pointer: coarse)").matches;

function obstacles(scene, aim, unit = 1) {
  const all = [...scene.pieces, ...scene.markers].map((it) => [...toScreen(scene.turn, it.x, it.y), it.d / 2]);
  // The ruler, as a string of discs along it.
  if (aim.ruler) {
    const { x, y, angle, length } = aim.ruler;
    for (let part = -0.4; part <= 0.41; part += 0.2) {
      const at = [x + Math.cos(angle / 1e6) * length * part, y + Math.sin(angle / 1e6) * length * part];
      all.push([...toScreen(scene.turn, ...at), aim.ruler.width / 2000]);
    }
  }
  if (aim.from && aim.to) {
    const [a, b] = [toScreen(scene.turn, ...aim.from), toScreen(scene.turn, ...aim.to)];
    all.push([...beside(...a, ...b), 20 * unit]);
  }
  return all;
}

/** The outlines of where the movement may end, on the drawing. */
function places(scene, aim) {
  const all = (aim.reach || []).find((part) => part.risk === "all");
  return (all?.rings || []).map((ring) => ring.map(([x, y]) => toScreen(scene.turn, x, y)));
}

/** Whether a disc covers any of them: its centre lies inside (even-odd), or an outline passes within its radius. */
function covers(rings, x, y, r) {
  let inside = false;
  for (const ring of rings) {
    for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
      const [[ax, ay], [bx, by]] = [ring[j], ring[i]];
      if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside;
      const size = (bx - ax) ** 2 + (by - ay) ** 2 || 1;
      const t = Math.min(1, Math.max(0, ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / size));
      if (Math.hypot(ax + t * (bx - ax) - x, ay + t * (by - ay) - y) < r) return true;
    }
  }
  return inside;
}

function freeSpot([cx, cy], around, r, blocked, open) {
  let best = null;
  for (let ring = 0; ring < RINGS; ring++) {
    for (let i = 0; i < 16; i++) {
      const angle = -Math.PI / 2 + ((i % 2 ? 1 : -1) * Math.ceil(i / 2) * Math.PI) / 8;
      const far = around + ring * r * 0.8;
      const [x, y] = [cx + Math.cos(angle) * far, cy + Math.sin(angle) * far];
      if (x < r || y < r || x > MM - r || y > MM - r || covers(open, x, y, r)) continue;
      const room = Math.min(99, ...blocked.map(([bx, by, br]) => Math.hypot(bx - x, by - y) - br - r));
      if (room >= 1) return [x, y];
      if (!best || room > best.room) best = { room, at: [x, y] };
    }
  }
  return best?.at ?? null;
}

/** Decor in the hand: its outline at a pose, a grip to turn it. */
export function decorInHand(scene, aim) {
  const it = aim.decor;
  const [x, y] = toScreen(scene.turn, aim.pose.x, aim.pose.y);
  const state = aim.ok === true ? "good" : aim.ok === false ? "bad" : "open";
  const d = "M" + it.points.map(([a, b]) => `${(a / 1000).toFixed(2)} ${(b / 1000).toFixed(2)}`).join("L") + "Z";
  const arm = gripArm(it);
  return h(
    "g",
    {
      key: `hand-${aim.rev}`,
      class: ["in-hand", it.kind, state, { tinted: it.tinted }],
      transform: `translate(${x} ${y}) rotate(${degrees(scene.turn, aim.pose.angle)})`,
      "data-testid": "decor-in-hand",
      "data-state": state,
      "data-x": aim.pose.x,
      "data-y": aim.pose.y,
      role: "button",
      tabindex: 0,
      "aria-label": it.label,
    },
    [
      h("path", { class: "body", d }),
      h("line", { class: "arm", x1: 0, y1: 0, x2: arm, y2: 0 }),
      h("g", { class: "grip", transform: `translate(${arm} 0)`, "data-grip": "turn" }, [
        h("circle", { r: 9 }),
        h("svg", { class: "icon", viewBox: "0 0 24 24", x: -5.5, y: -5.5, width: 11, height: 11, "aria-hidden": "true" }, [h("use", { href: signAddress("turn-right") })]),
      ]),
    ],
  );
}

const gripArm = (it) => Math.max(...it.points.map(([x, y]) => Math.hypot(x, y))) / 1000 + 12;

/** Dice thrown just now, beside who threw them; gone after a moment, or at a touch. */
export function rolls(scene, seen) {
  return scene.rolls
    .filter((roll) => roll.n > seen)
    .map((roll, index) => {
      const [x, y] = toScreen(scene.turn, roll.x, roll.y);
      const wide = roll.dice.length * 13 + 4;
      const left = Math.min(MM - wide - 2, Math.max(2, x - wide / 2));
      const top = Math.max(4, y - roll.r / 1000 - 22 - index * 0.01);
      return h("g", { key: `roll-${roll.n}`, class: ["roll", roll.seat ? `side-${roll.seat}` : "side-h"], transform: `translate(${left} ${top})`, "aria-hidden": "true" }, [
        h("rect", { class: "tray", width: wide, height: 17, rx: 1.5 }),
        ...roll.dice.map((value, i) => die(value, 4 + i * 13, 3, value >= roll.threshold, i)),
        h("text", { class: "need", x: wide, y: -2, "text-anchor": "end" }, roll.need),
      ]);
    });
}

const PIPS = { 1: [[1, 1]], 2: [[0, 0], [2, 2]], 3: [[0, 0], [1, 1], [2, 2]], 4: [[0, 0], [0, 2], [2, 0], [2, 2]], 5: [[0, 0], [0, 2], [1, 1], [2, 0], [2, 2]], 6: [[0, 0], [0, 1], [0, 2], [2, 0], [2, 1], [2, 2]] };

function die(value, x, y, lit, index) {
  return h("g", { class: ["die", { lit }], style: { "--i": index }, transform: `translate(${x} ${y})` }, [
    h("rect", { width: 11, height: 11, rx: 1.6 }),
    ...PIPS[value].map(([a, b]) => h("circle", { cx: 2.7 + a * 2.8, cy: 2.7 + b * 2.8, r: 1.05 })),
  ]);
}
