// The switch of a table's sounds, and their captions: what was heard stands a moment at the end of the line that tells what
// happens.
import { Teleport, h } from "vue";
import { sign } from "house-ui/sign.js";
import { string } from "house-ui/strings.js";

const CAPTION_MS = 2200;

export default {
  props: { payload: String, alone: Boolean },
  emits: ["choose"],
  data: () => ({ chosen: document.body.dataset.sound, caption: "", beat: false }),
  watch: { alone: { immediate: true, handler: "tell" } },
  computed: {
    words() {
      return JSON.parse(string(this.payload));
    },
    on() {
      return this.chosen === "on" || (this.chosen === "alone" && this.alone);
    },
  },
  mounted() {
    this.beat = document.querySelector(".stage [data-part=beat]") !== null;
    window.addEventListener("sound", this.heard);
    window.addEventListener("preferences", this.prefer);
  },
  unmounted() {
    window.removeEventListener("sound", this.heard);
    window.removeEventListener("preferences", this.prefer);
  },
  methods: {
    tell(alone) {
      document.body.dataset.alone = String(alone);
    },
    prefer() {
      this.chosen = document.body.dataset.sound;
    },
    heard({ detail }) {
      this.caption = this.words.kinds[detail] ?? "";
      clearTimeout(this.timer);
      this.timer = setTimeout(() => (this.caption = ""), CAPTION_MS);
    },
  },
  render() {
    const says = this.words[this.on ? "on" : "off"];
    const marks = { "aria-label": says, title: says, "aria-pressed": String(this.on), "data-testid": "sound" };
    const press = () => this.$emit("choose", { value: this.on ? "off" : "on" });
    return h("div", { class: "sound-switch" }, [
      h("button", { type: "button", class: "btn quiet frame-tool", ...marks, onClick: press }, [sign(this.on ? "sound" : "silent")]),
      this.beat && this.caption
        ? h(Teleport, { to: ".stage [data-part=beat]" }, [h("span", { class: "sound-caption", "aria-hidden": "true" }, [sign("sound"), this.caption])])
        : null,
    ]);
  },
};
