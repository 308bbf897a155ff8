// What happens, told one event after the other in the log's words: the line that the director is at (director.js), or the
// last one that was told. An event that is a scene is played over the board, and covers it for nobody who presses.
import { Teleport, h } from "vue";
import { begin, stage, supply, tell } from "house-ui/director.js";
import { own } from "house-ui/own.js";
import { part } from "house-ui/parts.js";
import { light, render } from "house-ui/render.js";
import { string } from "house-ui/strings.js";

export default {
  mixins: [own, part("take", "payload")],
  props: { payload: String },
  emits: ["steps"],
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
    this.$nextTick(() => window.socket.on("steps", this.stepped));
  },
  unmounted() {
    window.socket?.off("steps", this.stepped);
    delete document.body.dataset.told;
  },
  methods: {
    take(text) {
      const { beats, last } = JSON.parse(string(text));
      const fresh = beats.filter((beat) => beat.n > this.seen);
      if (fresh.length) this.seen = fresh.at(-1).n;
      const wanted = tell(fresh, last ?? this.seen);
      if (wanted.length) this.$emit("steps", wanted);
    },
    stepped({ n, parts }) {
      supply(n, parts);
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
    return h("div", { key: this.anew, class: "beats", "aria-hidden": "true", "data-testid": "beats", "data-idle": this.told ? null : "" }, [
      shown ? h("div", { key: shown.n, class: this.told ? "beat" : "beat-last" }, [render(shown.node, () => {})]) : null,
      this.told?.scene
        ? h(Teleport, { to: '.stage [data-part="board"]' }, [h("div", { key: shown.scene.k ?? shown.n, class: "beat-scene", "aria-hidden": "true" }, [render(shown.scene, () => {})])])
        : null,
    ]);
  },
};
