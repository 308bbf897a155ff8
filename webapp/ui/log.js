// The log: keeps every entry it was ever sent, by number, and is sent only the last stretch of them each time.
// A stretch that does not join on to what is kept makes it ask for the whole.
import { Teleport, h, markRaw } from "vue";
import { stage } from "house-ui/director.js";
import { elsewhere } from "house-ui/keys.js";
import { own } from "house-ui/own.js";
import { part } from "house-ui/parts.js";
import { light, local, pictured, render, setLocal } from "house-ui/render.js";
import { string } from "house-ui/strings.js";

const LIT_MS = 3500;
const INSIDE = "a, button";
const SETTLED_MS = 1000;
const HIT_MS = 6000;
const CHAINED = 2;

/** The lines as they are drawn: each alone, or as a list with those that it set off. */
function chains(entries, numbers) {
  const rows = [];
  for (const n of numbers) {
    const on = rows.at(-1)?.open && entries[n].chain === "goes-on";
    if (on) rows.at(-1).lines.push(n);
    else rows.push({ open: Boolean(entries[n].chain), lines: [n] });
  }
  return rows.map((row) => row.lines);
}

export default {
  mixins: [own, part("take", "payload")],
  props: { payload: String },
  emits: ["missing", "intent"],
  data: () => ({ seq: -1, total: 0, head: [], entries: {}, folded: null, chained: "", live: false, hit: null, turned: {} }),
  computed: { pictured },
  watch: { payload: { immediate: true, handler: "take" }, pictured: { immediate: true, handler: "settle" } },
  created() {
    if (!local.log) setLocal("log", "all");
    this.heard = -1;
  },
  mounted() {
    this.unstop();
    this.grew = false; // it is at its top
    window.addEventListener("keydown", this.key);
  },
  unmounted() {
    clearTimeout(this.gone);
    window.removeEventListener("keydown", this.key);
  },
  updated() {
    this.unstop();
    this.hits();
    if (this.grew) this.$refs.list.scrollTop = 0;
    this.grew = false;
  },
  methods: {
    /** The lines are drawn after the first picture, and those of then are not read out. */
    settle() {
      if (this.pictured) setTimeout(() => (this.live = true), SETTLED_MS);
    },
    /** `l` goes to the lines, where the game has no other use for that key. */
    key(event) {
      const list = this.$refs.list;
      if (event.key !== "l" || elsewhere(event) || list.offsetParent === null || document.querySelector('[data-hotkey="l"]')) return;
      event.preventDefault();
      (list.querySelector(".log-lines > :last-child .log-entry") ?? list).focus();
    },
    /** What has been taken from the viewer (`data-hit`) stands apart for a moment, wherever the log is. */
    hits() {
      const shown = Object.keys(this.entries).map(Number).filter((n) => n <= stage.until);
      const fresh = shown.filter((n) => n > this.heard && this.entries[n].node?.a?.["data-hit"] !== undefined);
      this.heard = Math.max(this.heard, ...shown);
      if (!fresh.length || !this.live) return;
      this.hit = fresh.at(-1);
      clearTimeout(this.gone);
      this.gone = setTimeout(() => (this.hit = null), HIT_MS);
    },
    /** Arrows go from line to line: one stop for Tab, and each line lights what it is about. */
    step(event) {
      if (event.key === "ArrowRight" || event.key === "ArrowLeft") return this.within(event);
      const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (!by) return;
      const top = (it) => it.getBoundingClientRect().top;
      const lines = [...this.$refs.list.querySelectorAll(".log-entry")].filter((it) => it.offsetParent).sort((a, b) => top(a) - top(b));
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
    /** The attributes of entries that fold, by the number of the first: as somebody has left them, else `open` or not. */
    folds(first, open) {
      return { open: this.turned[first] ?? open, onClick: (event) => this.turn(event, first) };
    },
    turn(event, first) {
      const box = event.currentTarget;
      if (event.target.closest("summary")?.parentElement !== box) return;
      event.preventDefault(); // the browser would turn it once more
      this.turned[first] = !box.open;
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
      for (const entry of next.entries) kept[entry.n] = entry;
      this.grew = next.seq > this.seq;
      this.seq = next.seq;
      this.folded = next.folded ?? null;
      // Raw, as trees in a pane.
      this.head = markRaw(next.head);
      this.entries = markRaw(kept);
      this.chained = next.chained ?? "";
      if (Object.keys(kept).length < next.total) this.$emit("missing", { total: next.total });
    },
  },
  render() {
    const intend = (intent) => this.$emit("intent", intent);
    const [head, drawn] = this.pictured ? [this.head, Object.keys(this.entries)] : [[], []];
    // From the first on, as they are read out; the newest is drawn on top. Not ahead of what is told.
    const numbers = drawn.map(Number).filter((n) => this.entries[n].node && n <= stage.until).sort((a, b) => a - b);
    const line = (n) => h("li", { key: n, "data-n": n, class: "log-entry-box" }, [render(this.entries[n].node, intend)]);
    const chain = ([first, ...rest], newest) =>
      h("li", { key: `chain-${first}`, class: "log-chain" }, [
        h("ol", [line(first)]),
        h("details", this.folds(first, newest), [h("summary", this.chained), h("ol", rest.map(line))]),
      ]);
    // Narrowed to some of its lines the log is not folded: what is sought might be inside.
    const folded = this.folded ? numbers.filter((n) => n < this.folded.before) : [];
    const after = numbers.slice(folded.length);
    const rows = this.chained && local.log === "all" ? chains(this.entries, after) : after.map((n) => [n]);
    return h("section", { key: this.anew, class: "log", "data-testid": "log", "data-seq": this.seq }, [
      h("header", { class: "log-head" }, head.map((node) => render(node, intend))),
      h("div", { class: "log-list", role: "log", "aria-live": this.live ? "polite" : "off", ref: "list", tabindex: 0, onKeydown: this.step, onClick: this.touch }, [
        h("ol", { class: "log-lines" }, [
          folded.length ? h("li", { key: "folded" }, [h("details", { class: "log-folded", ...this.folds(0, false) }, [h("summary", this.folded.words), h("ol", folded.map(line))])]) : null,
          ...rows.flatMap((lines, n) => (lines.length > CHAINED ? [chain(lines, n === rows.length - 1)] : lines.map(line))),
        ]),
      ]),
      this.hit === null || !this.entries[this.hit]
        ? null
        : h(Teleport, { to: ".stage" }, [h("div", { class: "hit-toast", "data-testid": "hit", onClick: () => (this.hit = null) }, [render(this.entries[this.hit].node, intend)])]),
    ]);
  },
};
