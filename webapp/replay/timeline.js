// The timeline of a replay: a track with its chapters and their parts, what fell where, and the place where one stands.
// `track` says what is on it, `now` where the server stands; dragging and keys report places, the server goes there.
import { h } from "vue";
import { elsewhere, presses } from "house-ui/keys.js";

const EMPTY = { seq: -1, last: 0, chapters: [], parts: [], rolls: [], hits: [], points: [], words: {} };
const PAUSE_MS = 60; // between two reports of a drag or of a key held down
const REMEMBER_MS = 400; // standing still as long as this, the address names the moment
const KEYS = { ArrowLeft: ["step", -1], ArrowRight: ["step", 1], PageUp: ["phase", -1], PageDown: ["phase", 1], Home: ["end", -1], End: ["end", 1] };

export default {
  props: { track: String, now: String },
  emits: ["intent"],
  data: () => ({ drawn: EMPTY, at: { turn: -1, stop: 0, text: "", href: "" }, dragged: null }),
  watch: {
    track: { immediate: true, handler: "takeTrack" },
    now: { immediate: true, handler: "takeNow" },
  },
  created() {
    this.pending = 0;
    this.timer = null;
  },
  mounted() {
    window.addEventListener("keydown", this.key);
    window.addEventListener("keydown", this.first, true);
  },
  unmounted() {
    window.removeEventListener("keydown", this.key);
    window.removeEventListener("keydown", this.first, true);
    clearTimeout(this.timer);
    clearTimeout(this.remembering);
  },
  methods: {
    takeTrack(text) {
      if (!text) return;
      const next = JSON.parse(text);
      if (next.seq >= this.drawn.seq) this.drawn = next;
    },
    takeNow(text) {
      if (!text) return;
      const next = JSON.parse(text);
      if (next.turn < this.at.turn) return;
      this.at = next;
      clearTimeout(this.remembering);
      // A reload, and the way back from elsewhere, lead to this moment again.
      this.remembering = setTimeout(() => window.history.replaceState(window.history.state, "", next.href), REMEMBER_MS);
    },
    later(send) {
      if (this.timer !== null) return;
      send();
      this.timer = setTimeout(() => {
        this.timer = null;
        if (this.again) this.later(this.again);
        this.again = null;
      }, PAUSE_MS);
    },
    report(send) {
      if (this.timer === null) this.later(send);
      else this.again = send;
    },
    step(kind, by) {
      this.pending += by;
      this.report(() => {
        if (this.pending) this.$emit("intent", { do: kind, by: this.pending });
        this.pending = 0;
      });
    },
    /** On the board, too, the arrows lead through the match, as long as nothing is measured there. */
    first(event) {
      const board = event.target.closest?.("[data-board]");
      if (!board || board.dataset.tool || !event.key.startsWith("Arrow")) return;
      this.key(event);
      if (event.defaultPrevented) event.stopPropagation();
    },
    key(event) {
      if (event.shiftKey || event.target.closest?.("[popover]") || elsewhere(event)) return;
      if (event.key === " ") {
        if (presses(event)) return;
        event.preventDefault();
        if (!event.repeat) this.$emit("intent", { do: "play" });
        return;
      }
      const found = KEYS[event.key];
      if (!found) return;
      event.preventDefault();
      if (found[0] === "step") this.step(...found);
      else if (!event.repeat) this.$emit("intent", { do: found[0], by: found[1] });
    },
    place(event) {
      const box = this.$refs.rail.getBoundingClientRect();
      const part = Math.min(1, Math.max(0, (event.clientX - box.left) / box.width));
      return Math.round(part * this.drawn.last);
    },
    drag(event) {
      if (event.button !== 0) return;
      event.preventDefault();
      this.$refs.rail.setPointerCapture(event.pointerId);
      this.move(event);
    },
    move(event) {
      if (!this.$refs.rail.hasPointerCapture(event.pointerId)) return;
      const stop = this.place(event);
      if (stop === this.dragged) return;
      this.dragged = stop;
      this.report(() => this.$emit("intent", { do: "go", stop }));
    },
    drop() {
      if (this.dragged !== null) this.$emit("intent", { do: "go", stop: this.dragged });
      this.dragged = null;
    },
    at_(stop) {
      return `${this.drawn.last ? (100 * stop) / this.drawn.last : 0}%`;
    },
    chapters() {
      const { chapters, last } = this.drawn;
      return chapters.map(([stop, n], i) => {
        const end = i + 1 < chapters.length ? chapters[i + 1][0] : last;
        const style = { left: this.at_(stop), width: `${last ? (100 * (end - stop)) / last : 0}%` };
        return h("div", { key: `c${n}`, class: ["rail-chapter", n % 2 ? "odd" : "even"], style }, [h("span", null, `${this.drawn.words.chapter} ${n}`)]);
      });
    },
    marks(kind, stops) {
      return stops.map((it) => {
        const [stop, seat] = Array.isArray(it) ? it : [it, null];
        return h("i", { key: `${kind}${stop}${seat}`, class: ["rail-mark", kind, seat ? `side-${seat}` : null], style: { left: this.at_(stop) } });
      });
    },
  },
  render() {
    const { parts, rolls, hits, points, last, words } = this.drawn;
    const stop = this.dragged ?? this.at.stop;
    return h("div", { class: "timeline", "data-testid": "timeline", "data-stop": this.at.stop, "data-last": last, "data-moment": this.at.moment }, [
      h(
        "div",
        {
          ref: "rail",
          class: ["rail-line", this.dragged === null ? null : "held"],
          role: "slider",
          tabindex: 0,
          "aria-label": words.timeline,
          "aria-valuemin": 0,
          "aria-valuemax": last,
          "aria-valuenow": this.at.stop,
          "aria-valuetext": this.at.text,
          onPointerdown: this.drag,
          onPointermove: this.move,
          onPointerup: this.drop,
          onPointercancel: this.drop,
        },
        [
          ...this.chapters(),
          h("div", { class: "rail-done", style: { width: this.at_(stop) } }),
          ...parts.map(([at, n], i) => {
            // A part too short for its figure keeps its line alone.
            const room = ((i + 1 < parts.length ? parts[i + 1][0] : last) - at) / (last || 1);
            return h("b", { key: `p${at}`, class: "rail-part", style: { left: this.at_(at) } }, room > 0.018 ? String(n) : "");
          }),
          ...this.marks("roll", rolls ?? []),
          ...this.marks("hit", hits),
          ...this.marks("point", points),
          h("div", { class: "rail-hand", style: { left: this.at_(stop) } }),
        ],
      ),
    ]);
  },
};
