// The tools beside the Bloc, and what measuring draws on it. Figures and words come from the engine, through the server.
import { h } from "vue";
import { toScreen } from "olomoc-bloc/project.js";

const SIGNS = {
  measure: "M3 16 16 3l5 5L8 21zM7 12l2 2M10 9l3 3M13 6l2 2",
  sight: "M2 12s4-6.500 10-6.500S22 12 22 12s-4 6.500-10 6.500S2 12 2 12zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z",
  in: "M12 5v14M5 12h14",
  out: "M5 12h14",
  fit: "M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5",
  flip: "M8 20V5M4 9l4-4 4 4M16 4v15M12 15l4 4 4-4",
  grid: "M4 4h16v16H4zM4 12h16M12 4v16",
  tools: "M10.5 4a6.500 6.500 0 1 0 0 13 6.500 6.500 0 0 0 0-13zM15.200 15.200 20 20",
};
const KEYS = { measure: "m", sight: "s", in: "+", out: "-", fit: "0", flip: "f", grid: "g" };

/** The bar of tools. `state`: {tools, tool, zoom, grid, open, flipped}; `act` is told which was pressed. */
export function toolbar(words, state, act) {
  const names = [...(state.tools ? ["measure", "sight"] : []), "in", "out", "fit", "flip", "grid"];
  const pressed = { measure: state.tool === "measure", sight: state.tool === "sight", flip: state.flipped, grid: state.grid };
  return h("div", { class: ["bloc-tools", { open: state.open }], role: "toolbar", "aria-label": words.tools, "aria-orientation": "vertical" }, [
    h("button", { type: "button", class: "bloc-tool more", "aria-label": words.tools, title: words.tools, "aria-expanded": String(state.open), "data-testid": "bloc-tools", onClick: () => act("tools") }, [glyph("tools")]),
    ...names.map((name) =>
      h(
        "button",
        {
          key: name,
          type: "button",
          class: ["bloc-tool", `tool-${name}`],
          "aria-label": words[name],
          "aria-keyshortcuts": KEYS[name],
          title: `${words[name]} (${KEYS[name]})`,
          "aria-pressed": name in pressed ? String(Boolean(pressed[name])) : null,
          disabled: (name === "out" || name === "fit") && state.zoom === 1,
          "data-sign": words[`${name}-sign`],
          "data-testid": `bloc-${name}`,
          onClick: () => act(name),
        },
        [glyph(name)],
      ),
    ),
  ]);
}

const glyph = (name) => h("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" }, [h("path", { d: SIGNS[name] })]);
export const toolOfKey = (key) => Object.keys(KEYS).find((name) => KEYS[name] === key) ?? (key === "=" ? "in" : null);

/** The ends chosen, the line between them, and on it what hides one from the other. */
export function measure(scene, aim, unit) {
  if (!aim.tool) return null;
  const dots = (aim.ends || []).map(([x, y], i) => {
    const [cx, cy] = toScreen(scene.turn, x, y);
    return h("path", { key: `end-${i}`, class: "measure-end", d: `M${cx - 4} ${cy}h8M${cx} ${cy - 4}v8` });
  });
  const parts = [...dots, h("line", { key: `live-${aim.rev}`, class: "measure-live", x1: -99, y1: -99, x2: -99, y2: -99 })];
  if (aim.measure) {
    const [[x1, y1], [x2, y2]] = aim.measure.line.map(([x, y]) => toScreen(scene.turn, x, y));
    parts.push(h("line", { class: "measure-under", x1, y1, x2, y2 }), h("line", { class: ["measure-line", { no: !aim.measure.ok }], x1, y1, x2, y2 }), ...caps(x1, y1, x2, y2));
    for (const [p, q] of aim.measure.blocked) {
      const [[ax, ay], [bx, by]] = [toScreen(scene.turn, ...p), toScreen(scene.turn, ...q)];
      parts.push(h("line", { class: "measure-blocked", x1: ax, y1: ay, x2: bx, y2: by, "data-testid": "blocked-stretch" }));
    }
    parts.push(label(aim.measure.label, (x1 + x2) / 2, (y1 + y2) / 2, unit, aim.measure.ok ? "" : "no"));
  }
  return h("g", { class: ["measure", `is-${aim.tool}`], "aria-hidden": "true", "data-testid": "measure" }, parts);
}

function caps(x1, y1, x2, y2) {
  const far = Math.hypot(x2 - x1, y2 - y1) || 1;
  const [nx, ny] = [((y2 - y1) / far) * 3.4, (-(x2 - x1) / far) * 3.4];
  return [[x1, y1], [x2, y2]].map(([x, y], i) => h("line", { key: `cap-${i}`, class: "measure-cap", x1: x - nx, y1: y - ny, x2: x + nx, y2: y + ny }));
}

/** The factor of the reader's text size over the usual one. */
export const textScale = () => (parseFloat(getComputedStyle(document.documentElement).fontSize) || 16) / 16;

/** Words in a box, as large on the screen whatever the zoom. */
export function label(words, x, y, unit, cls = "", testid = "measure-label") {
  const size = 12.5 * unit * textScale();
  const wide = words.length * size * 0.49 + size;
  const tall = size * 1.6;
  const left = Math.min(406.4 - wide / 2, Math.max(wide / 2, x));
  return h("g", { class: ["bloc-label", cls], transform: `translate(${left} ${y})`, "data-testid": testid }, [
    h("rect", { x: -wide / 2, y: -tall / 2, width: wide, height: tall, rx: size * 0.15 }),
    h("text", { "text-anchor": "middle", y: size * 0.34, "font-size": size }, words),
  ]);
}

/** The keyboard's pointer: a cross in a ring. */
export function cursor(at, words) {
  if (!at) return null;
  return h("g", { class: "bloc-cursor", transform: `translate(${at[0]} ${at[1]})`, "data-testid": "bloc-cursor" }, [
    h("title", null, words.cursor),
    h("circle", { r: 7 }),
    h("path", { d: "M-11 0h7M4 0h7M0 -11v7M0 4v7" }),
  ]);
}
