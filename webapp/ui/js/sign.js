// A sign of static/icons/signs.svg, or with `#` before its name one that the page itself holds.
import { h } from "vue";

export const SIGNS = "/static/icons/signs.svg";

/** With a label it is read out, without one it is decoration. */
export function sign(name, label, cls) {
  const attrs = { class: ["icon", cls], viewBox: "0 0 24 24" };
  if (label) Object.assign(attrs, { role: "img", "aria-label": label });
  else attrs["aria-hidden"] = "true";
  const href = name.startsWith("#") ? name : `${SIGNS}#${name}`;
  return h("svg", attrs, [label ? h("title", null, label) : null, h("use", { href })]);
}
