// The signs of static/icons/signs.svg, or with `#` before its name one that the page itself holds.
import { h } from "vue";
import { text } from "house-icons/signs.svg";

// They stand in the page: from a file of its own the browser lays out whatever shows one a second time. By numbers, so
// that no word of a game stands in a page for another reason than that it is shown.
const sheet = document.importNode(new DOMParser().parseFromString(text, "image/svg+xml").documentElement, true);
const addresses = new Map();
for (const [n, symbol] of [...sheet.children].entries()) {
  addresses.set(symbol.id, `#sign-${n}`);
  symbol.id = `sign-${n}`;
}
sheet.setAttribute("style", "display: none");
document.body.append(sheet);

/** What a `use` refers to. */
export const signAddress = (name) => (name.startsWith("#") ? name : addresses.get(name));

/** With a label it is read out, without one it is decoration. */
export function sign(name, label, cls) {
  const attrs = { class: ["icon", cls], viewBox: "0 0 24 24" };
  if (label) Object.assign(attrs, { role: "img", "aria-label": label });
  else attrs["aria-hidden"] = "true";
  return h("svg", attrs, [label ? h("title", null, label) : null, h("use", { href: signAddress(name) })]);
}
