// Announcements of events, one after the other over the table: each for a moment, in the log's words. It shows what the
// log already says; the table is as it is all the while, and a press or the space bar ends the telling.
import { h } from "vue";
import { elsewhere, presses } from "house-ui/keys.js";
import { part } from "house-ui/parts.js";
import { light, render } from "house-ui/render.js";
import { string } from "house-ui/strings.js";

const LONGEST_MS = 1500;
const SHORTEST_MS = 550;
const ALL_MS = 7000;

export default {
  mixins: [part("take", "payload")],
  props: { payload: String },
  data: () => ({ told: null, queue: [] }),
  watch: { payload: "take" },
  created() {
    // Events from before the page was opened are left to the log.
    this.seen = Math.max(-1, ...JSON.parse(string(this.payload)).beats.map((beat) => beat.n));
  },
  mounted() {
    window.addEventListener("keydown", this.key);
    window.addEventListener("pointerdown", this.skip, true);
  },
  unmounted() {
    clearTimeout(this.timer);
    delete document.body.dataset.told;
    window.removeEventListener("keydown", this.key);
    window.removeEventListener("pointerdown", this.skip, true);
  },
  methods: {
    take(text) {
      const fresh = JSON.parse(string(text)).beats.filter((beat) => beat.n > this.seen);
      if (!fresh.length) return;
      this.seen = fresh.at(-1).n;
      if (document.body.dataset.beats === "off" || document.hidden) return;
      this.queue.push(...fresh);
      if (!this.told) this.next();
    },
    next() {
      light(null);
      delete document.body.dataset.told;
      this.told = this.queue.shift() ?? null;
      if (!this.told) return;
      if (this.told.about) document.body.dataset.told = this.told.about;
      if (this.told.light) light(this.told.light);
      this.timer = setTimeout(this.next, Math.min(LONGEST_MS, Math.max(SHORTEST_MS, ALL_MS / (this.queue.length + 1))));
    },
    skip() {
      if (!this.told) return;
      clearTimeout(this.timer);
      this.queue = [];
      this.next();
    },
    key(event) {
      if (event.key !== " " || !this.told || elsewhere(event) || presses(event)) return;
      event.preventDefault();
      this.skip();
    },
  },
  render() {
    return h("div", { class: "beats", "aria-hidden": "true", "data-testid": "beats", "data-left": this.queue.length }, [
      this.told ? h("div", { key: this.told.n, class: "beat" }, [render(this.told.node, () => {})]) : null,
    ]);
  },
};
