// A part of the table page: draws the tree it is given and reports intents. One JSON string in, intents out.
import { h, markRaw } from "vue";
import { elsewhere, pressedByKey, question, reached, walks } from "house-ui/keys.js";
import { held, present, stepwise } from "house-ui/director.js";
import { counts, redrawn, redraws, strikes } from "house-ui/presses.js";
import { own } from "house-ui/own.js";
import { part } from "house-ui/parts.js";
import { passes } from "house-ui/passes.js";
import { render, told } from "house-ui/render.js";
import { bringIntoSight } from "house-ui/sight.js";
import { string } from "house-ui/strings.js";
import { follow } from "house-ui/walk.js";
import "house-ui/lit.js";
import "house-ui/swipe.js";
import "house-ui/typed.js";

const FOCUSABLE = "button, a, summary, [tabindex]";

export default {
  mixins: [own, part("take", "payload"), stepwise],
  props: { payload: String },
  emits: ["intent"],
  data: () => ({ shown: { seq: -1, tree: [] } }),
  watch: { payload: { immediate: true, handler: "take" } },
  mounted() {
    window.addEventListener("keydown", this.key);
    passes();
    requestAnimationFrame(() => bringIntoSight(this.$el));
    follow(this.$el);
  },
  unmounted() {
    window.removeEventListener("keydown", this.key);
  },
  beforeUpdate() {
    redraws();
    this.focused = this.$el.contains(document.activeElement) ? document.activeElement : null;
  },
  updated() {
    redrawn();
    passes();
    bringIntoSight(this.$el);
    follow(this.$el);
    if (this.focused && !this.focused.isConnected) this.refocus(this.focused.dataset);
  },
  methods: {
    take(text) {
      if (!text) return;
      const next = JSON.parse(string(text));
      if (this.$el && held(this.$el)) present(this, () => this.show(next));
      else this.show(next);
    },
    /** As it was at an event that is being told: what is shown afterwards has come already. */
    step(text) {
      this.shown = markRaw({ ...JSON.parse(text), seq: this.shown.seq });
    },
    show(next) {
      // Raw: a tree is replaced as a whole, and watching each of its nodes would cost more than drawing them.
      if (next.seq < this.shown.seq) return;
      this.shown = markRaw(next);
      Object.assign(told, next.told);
    },
    /** The focus stays where it was, or with the question, whatever was drawn in place of what had it. */
    refocus({ testid, thing }) {
      const same = [...this.$el.querySelectorAll("[data-testid], [data-thing]")].find((it) => it.matches(FOCUSABLE) && ((thing && it.dataset.thing === thing) || (testid && it.dataset.testid === testid)));
      const next = same ?? question();
      if (document.activeElement === document.body) next?.focus({ preventScroll: true });
    },
    intend(intent) {
      this.$emit("intent", intent);
    },
    key(event) {
      if (elsewhere(event) || walks(this.$el, event)) return;
      const key = event.key === " " ? "Space" : event.key;
      if ((key === "Enter" || key === "Space") && reached(event)) return;
      const wanted = [...this.$el.querySelectorAll("[data-hotkey]")].find((e) => e.dataset.hotkey.split(" ").includes(key));
      if (!wanted || wanted.offsetParent === null) return;
      event.preventDefault();
      if (!strikes(event)) return;
      pressedByKey();
      if (wanted.closest(".stage")) wanted.focus({ preventScroll: true });
      wanted.click();
    },
    /** A click that was not meant for what is drawn now is lost before it reaches it. */
    click(event) {
      if (counts(event)) return;
      event.preventDefault();
      event.stopPropagation();
    },
  },
  render() {
    return h("div", { key: this.anew, class: "pane", onClickCapture: this.click }, this.shown.tree.map((node) => render(node, this.intend)));
  },
};
