// A part of the table page: draws the tree it is given and reports intents. One JSON string in, intents out.
import { h } from "vue";
import { elsewhere, presses } from "house-ui/keys.js";
import { render } from "house-ui/render.js";

export default {
  props: { payload: String },
  emits: ["intent"],
  data: () => ({ shown: { seq: -1, tree: [] } }),
  watch: { payload: { immediate: true, handler: "take" } },
  mounted() {
    window.addEventListener("keydown", this.key);
  },
  unmounted() {
    window.removeEventListener("keydown", this.key);
  },
  methods: {
    take(text) {
      if (!text) return;
      const next = JSON.parse(text);
      if (next.seq >= this.shown.seq) this.shown = next;
    },
    intend(intent) {
      this.$emit("intent", intent);
    },
    key(event) {
      if (elsewhere(event)) return;
      if (event.key === "Enter" && presses(event)) return;
      const wanted = [...this.$el.querySelectorAll("[data-hotkey]")].find((e) => e.dataset.hotkey === event.key);
      if (!wanted || wanted.offsetParent === null) return;
      event.preventDefault();
      wanted.click();
    },
  },
  render() {
    return h("div", { class: "pane" }, this.shown.tree.map((node) => render(node, this.intend)));
  },
};
