// The log: keeps every entry it was ever sent, by number, and is sent only the last stretch of them each time.
// A stretch that does not join on to what is kept makes it ask for the whole.
import { h, markRaw } from "vue";
import { stage } from "house-ui/director.js";
import { own } from "house-ui/own.js";
import { part } from "house-ui/parts.js";
import { light, local, pictured, render, setLocal } from "house-ui/render.js";
import { string } from "house-ui/strings.js";

const LIT_MS = 3500;
const INSIDE = "a, button";
const SETTLED_MS = 1000;

export default {
  mixins: [own, part("take", "payload")],
  props: { payload: String },
  emits: ["missing", "intent"],
  data: () => ({ seq: -1, total: 0, head: [], entries: {}, folded: null, live: false }),
  computed: { pictured },
  watch: { payload: { immediate: true, handler: "take" }, pictured: { immediate: true, handler: "settle" } },
  created() {
    if (!local.log) setLocal("log", "all");
  },
  mounted() {
    this.unstop();
    this.grew = false; // it is at its top
  },
  updated() {
    this.unstop();
    if (this.grew) this.$refs.list.scrollTop = 0;
    this.grew = false;
  },
  methods: {
    /** The lines are drawn after the first picture, and those of then are not read out. */
    settle() {
      if (this.pictured) setTimeout(() => (this.live = true), SETTLED_MS);
    },
    /** Arrows go from line to line: one stop for Tab, and each line lights what it is about. */
    step(event) {
      if (event.key === "ArrowRight" || event.key === "ArrowLeft") return this.within(event);
      const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (!by) return;
      const lines = [...this.$refs.list.querySelectorAll(".log-entry")].filter((it) => it.offsetParent).reverse();
      const at = lines.indexOf(document.activeElement.closest(".log-entry"));
      const next = lines[at < 0 ? 0 : at + by];
      if (!next) return;
      event.preventDefault();
      next.focus();
      next.scrollIntoView({ block: "nearest" });
    },
    /** Cards and clauses in a line are gone to with the arrows too, or the log would have a stop for each. */
    within(event) {
      const line = document.activeElement.closest(".log-entry");
      if (!line) return;
      const stops = [line, ...line.querySelectorAll(INSIDE)];
      const next = stops[stops.indexOf(document.activeElement) + (event.key === "ArrowRight" ? 1 : -1)];
      if (!next) return;
      event.preventDefault();
      next.focus();
    },
    unstop() {
      for (const it of this.$refs.list.querySelectorAll(INSIDE)) it.tabIndex = -1;
    },
    /** On a small screen, where the log lies over the board, a line touched brings the board back, lit for a moment. */
    touch(event) {
      const line = event.target.closest(".log-entry");
      if (!line?.dataset.light || document.documentElement.dataset.opened !== "log" || event.target.closest("a, button")) return;
      setLocal("tab", "board");
      setTimeout(() => light(JSON.parse(line.dataset.light)), 120);
      setTimeout(() => light(null), LIT_MS);
    },
    take(text) {
      if (!text) return;
      const next = JSON.parse(string(text));
      if (next.seq < this.seq) return;
      const kept = next.basis === this.basis ? { ...this.entries } : {};
      this.basis = next.basis;
      for (const number of Object.keys(kept)) if (Number(number) >= next.start) delete kept[number];
      for (const entry of next.entries) kept[entry.n] = entry.node;
      this.grew = next.seq > this.seq;
      this.seq = next.seq;
      this.folded = next.folded ?? null;
      // Raw, as trees in a pane.
      this.head = markRaw(next.head);
      this.entries = markRaw(kept);
      if (Object.keys(kept).length < next.total) this.$emit("missing", { total: next.total });
    },
  },
  render() {
    const intend = (intent) => this.$emit("intent", intent);
    const [head, drawn] = this.pictured ? [this.head, Object.keys(this.entries)] : [[], []];
    // From the first on, as they are read out; the newest is drawn on top. Not ahead of what is told.
    const numbers = drawn.map(Number).filter((n) => this.entries[n] && n <= stage.until).sort((a, b) => a - b);
    const line = (n) => h("li", { key: n, "data-n": n, class: "log-entry-box" }, [render(this.entries[n], intend)]);
    const folded = this.folded ? numbers.filter((n) => n < this.folded.before) : [];
    return h("section", { key: this.anew, class: "log", "data-testid": "log", "data-seq": this.seq }, [
      h("header", { class: "log-head" }, head.map((node) => render(node, intend))),
      h("div", { class: "log-list", role: "log", "aria-live": this.live ? "polite" : "off", ref: "list", tabindex: 0, onKeydown: this.step, onClick: this.touch }, [
        h("ol", { class: "log-lines" }, [
          folded.length ? h("li", { key: "folded" }, [h("details", { class: "log-folded" }, [h("summary", this.folded.words), h("ol", folded.map(line))])]) : null,
          ...numbers.slice(folded.length).map(line),
        ]),
      ]),
    ]);
  },
};
