// The parts of this page that are told by name, in one message for all pages that show the same (receiver.js).
import { string } from "house-ui/strings.js";

const parts = new Map();

/** Shows a part what it is told now; a name that this page has no part for means nothing. `told`: its string, or how
 * that changes (`Change` in webapp/table_kit/broadcast.py). */
export const deliver = (name, told) => {
  const its = parts.get(name);
  if (!its) return;
  its.text = typeof told === "string" ? told : changed(its.text, told);
  its.take(its.text);
};

const changed = (text, [head, start, end, between]) => {
  const rest = text.slice(text.indexOf(",") + 1);
  return head + rest.slice(0, start) + between + rest.slice(rest.length - end);
};

/** For a component's `mixins`: `take` is its method that draws the string, `fed` the property that it starts with. */
export const part = (take, fed) => ({
  props: { part: String },
  created() {
    if (this.part) parts.set(this.part, { text: string(this[fed]), take: (text) => this[take](text) });
  },
  unmounted() {
    if (this.part) parts.delete(this.part);
  },
});
