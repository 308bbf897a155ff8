// Marks what a hint names on whatever shows it, and takes the button that would do so away where nothing does. The mark is
// an outline that stands still; it is described by the hint's own words.
import { own } from "house-ui/own.js";
import { h } from "vue";

const EVERY_MS = 300;

export default {
  mixins: [own],
  props: { told: String },
  computed: {
    now() {
      return JSON.parse(this.told);
    },
  },
  mounted() {
    this.timer = setInterval(this.look, EVERY_MS);
  },
  unmounted() {
    clearInterval(this.timer);
  },
  updated() {
    this.look();
  },
  methods: {
    // Again and again: drawn anew, an element has lost its mark.
    look() {
      const { things, says, ways } = this.now;
      const wanted = new Set(things.flatMap(shown));
      for (const it of document.querySelectorAll("[data-hinted]")) {
        if (wanted.has(it)) continue;
        it.removeAttribute("data-hinted");
        it.removeAttribute("aria-description");
      }
      for (const it of wanted) {
        if (it.hasAttribute("data-hinted")) continue;
        it.setAttribute("data-hinted", "");
        it.setAttribute("aria-description", says);
      }
      ways.forEach((names, n) => {
        const way = document.querySelector(`[data-testid="hint-show-${n}"]`);
        if (way) way.hidden = !names.some((name) => shown(name).length);
      });
    },
  },
  render() {
    return h("span", { hidden: true, "data-hints": this.now.things.length });
  },
};

/** The elements that show a thing: where it is pressed or drawn, else where it can only be read. */
function shown(name) {
  const id = CSS.escape(name);
  return [...document.querySelectorAll(`:is([data-thing="${id}"], [data-id="${id}"]):not(.q-dialog *)`)];
}
