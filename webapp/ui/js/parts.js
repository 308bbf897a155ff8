// The parts of this page that are told by name, in one message for all pages that show the same (receiver.js).
const parts = new Map();

/** Shows a part what it is told now; a name that this page has no part for means nothing. */
export const deliver = (name, text) => parts.get(name)?.(text);

/** For a component's `mixins`: `take` is its method that draws the string. */
export const part = (take) => ({
  props: { part: String },
  created() {
    if (this.part) parts.set(this.part, (text) => this[take](text));
  },
  unmounted() {
    if (this.part) parts.delete(this.part);
  },
});
