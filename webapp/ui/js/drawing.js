// A drawing: the shapes that the server names, in a view box of its own. Tags and attributes are a closed list and text
// is text; what it looks like is the style sheet's.
import { h } from "vue";

const TAGS = new Set(["g", "path", "circle", "line", "rect", "text", "polygon", "title"]);
const ATTRIBUTES = new Set(
  ("class d cx cy r x y x1 y1 x2 y2 width height points transform text-anchor stroke-width vector-effect " +
    "data-testid").split(" "),
);

function shape(of) {
  if (typeof of === "string") return of;
  if (!TAGS.has(of.t)) throw new Error(`a drawing may not hold <${of.t}>`);
  const attrs = Object.fromEntries(Object.entries(of.a || {}).filter(([name]) => ATTRIBUTES.has(name)));
  return h(of.t, attrs, (of.x || []).map(shape));
}

/** `stretch`: it fills its place however that is. */
export function drawing({ box, stretch, label, shapes, c }) {
  const attrs = { class: c, viewBox: box, preserveAspectRatio: stretch ? "none" : "xMidYMid meet" };
  Object.assign(attrs, label ? { role: "img", "aria-label": label } : { "aria-hidden": "true" });
  return h("svg", attrs, [label ? h("title", null, label) : null, ...shapes.map(shape)]);
}
