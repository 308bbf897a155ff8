// What happens, told one event after the other in the log's words: the line that the director is at (director.js), or the
// last one that was told.
import { h } from "vue";
import { begin, stage, tell } from "house-ui/director.js";
import { part } from "house-ui/parts.js";
import { light, render } from "house-ui/render.js";
import { string } from "house-ui/strings.js";

export default {
  mixins: [part("take", "payload")],
  props: { payload: String },
  watch: { payload: "take", told: "lit" },
  computed: {
    told: () => (stage.telling ? stage.told : null),
    idle: () => stage.told,
  },
  created() {
    // Events from before the page was opened are left to the log.
    const { beats, last } = JSON.parse(string(this.payload));
    this.seen = Math.max(-1, ...beats.map((beat) => beat.n));
    this.first = last ?? this.seen;
  },
  mounted() {
    begin(this.first);
  },
  unmounted() {
    delete document.body.dataset.told;
  },
  methods: {
    take(text) {
      const { beats, last } = JSON.parse(string(text));
      const fresh = beats.filter((beat) => beat.n > this.seen);
      if (fresh.length) this.seen = fresh.at(-1).n;
      tell(fresh, last ?? this.seen);
    },
    lit() {
      light(null);
      delete document.body.dataset.told;
      if (this.told?.about) document.body.dataset.told = this.told.about;
      if (this.told?.light) light(this.told.light);
    },
  },
  render() {
    const shown = this.told ?? (document.querySelector(".stage") ? this.idle : null);
    return h("div", { class: "beats", "aria-hidden": "true", "data-testid": "beats", "data-idle": this.told ? null : "" }, [
      shown ? h("div", { key: shown.n, class: this.told ? "beat" : "beat-last" }, [render(shown.node, () => {})]) : null,
    ]);
  },
};
