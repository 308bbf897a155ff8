// The reader: anything on the page that is marked data-read asks for its sheet, and the sheet opens over the page.
// Inside of it one may read on, and go back.
import { h } from "vue";
import { own } from "house-ui/own.js";
import { keepIn } from "house-ui/sheet.js";
import { sign } from "house-ui/sign.js";
import { render } from "house-ui/render.js";

export default {
  mixins: [own],
  props: { payload: String, words: String },
  emits: ["read"],
  data: () => ({ shown: null, before: [], asked: null }),
  computed: {
    said() {
      return JSON.parse(this.words);
    },
  },
  watch: {
    payload(text) {
      if (!text) return;
      this.shown = JSON.parse(text);
      if (!this.$refs.sheet.open && this.shown.id === this.asked) this.$refs.sheet.showModal();
      this.$refs.sheet.scrollTop = 0;
    },
  },
  mounted() {
    document.addEventListener("click", this.pressed, true);
  },
  unmounted() {
    document.removeEventListener("click", this.pressed, true);
  },
  methods: {
    pressed(event) {
      const marked = event.target.closest?.("[data-read]"), id = marked?.dataset.read;
      const control = event.target.closest?.("button, a, summary");
      if (!id || (control !== marked && marked.contains(control))) return; // a control within has its own meaning
      event.preventDefault();
      event.stopPropagation();
      this.before = this.$refs.sheet.open && this.shown ? [...this.before, this.shown.id] : [];
      this.ask(id);
    },
    ask(id) {
      // What is asked for within the sheet never opens it: closed before that has come, it stays closed.
      this.asked = this.$refs.sheet.open ? null : id;
      this.$emit("read", { id });
    },
    back() {
      this.ask(this.before.at(-1));
      this.before = this.before.slice(0, -1);
      // The button may be gone with the last way back: the sheet keeps what is typed next.
      this.$nextTick(() => this.$refs.sheet.contains(document.activeElement) || this.$refs.sheet.focus());
    },
    close() {
      this.$refs.sheet.close();
    },
  },
  render() {
    const button = (name, label, testid, onClick) =>
      h("button", { type: "button", class: "btn quiet", "aria-label": label, "data-testid": testid, onClick }, [sign(name)]);
    return h(
      "dialog",
      {
        ref: "sheet",
        class: "sheet-dialog reader",
        "aria-labelledby": "reading-title",
        "data-testid": "reader",
        "data-id": this.shown?.id,
        onKeydown: keepIn,
        onClick: (event) => (event.target === event.currentTarget || event.target.closest("[data-closes]")) && this.close(),
      },
      [
        h("div", { key: this.anew, class: "sheet-inside" }, [
          h("div", { class: "reader-tools" }, [
            this.before.length ? button("undo", this.said.back, "reader-back", this.back) : null,
            button("cross", this.said.close, "reader-close", this.close),
          ]),
          this.shown ? render(this.shown.tree, () => undefined) : null,
        ]),
      ],
    );
  },
};
