// Two clocks that count down from what the server last said. What happens at nought is the server's affair.
import { h } from "vue";
import { own } from "house-ui/own.js";

const TICK_MS = 200;
const LOW_S = 30;

export default {
  mixins: [own],
  props: { told: String },
  data: () => ({ it: { rows: [] }, from: 0, now: 0 }),
  watch: { told: { immediate: true, handler: "take" } },
  mounted() {
    this.ticking = setInterval(() => {
      if (this.it.rows.some((row) => row.runs)) this.now = performance.now();
    }, TICK_MS);
  },
  unmounted() {
    clearInterval(this.ticking);
  },
  methods: {
    take(text) {
      this.it = JSON.parse(text);
      this.from = this.now = performance.now();
    },
    left(row, seconds) {
      return Math.max(0, seconds - (row.runs ? (this.now - this.from) / 1000 : 0));
    },
    figures(seconds) {
      if (seconds < 10) return `0:0${(Math.floor(seconds * 10) / 10).toFixed(1)}`;
      const whole = Math.floor(seconds);
      const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
      const two = (n) => String(n).padStart(2, "0");
      return hours ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
    },
    clock(row) {
      const bank = row.bank === null ? null : this.left(row, row.bank);
      const limit = row.limit === null ? null : this.left(row, row.limit);
      const least = Math.min(bank ?? Infinity, limit ?? Infinity);
      const main = bank === null ? limit : bank;
      const classes = ["clock", `side-${row.seat}`, row.runs ? "runs" : "", least < LOW_S ? "low" : ""];
      return h("div", { class: classes, key: row.seat, role: "timer", "aria-label": row.says, "data-testid": `clock-${row.seat}`, "data-runs": String(row.runs) }, [
        h("bdi", { class: "clock-name" }, row.name),
        h("span", { class: "clock-left" }, this.figures(main)),
        bank !== null && limit !== null && row.runs ? h("span", { class: "clock-limit" }, this.figures(limit)) : null,
      ]);
    },
  },
  render() {
    return h("div", { key: this.anew, class: "clocks", title: this.it.rules }, this.it.rows.map(this.clock));
  },
};
