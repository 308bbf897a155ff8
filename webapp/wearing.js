// The preferences: a button in the head line, and a sheet with every choice. What is worn comes from the server, so that
// all pages of a person wear the same.
import { h } from "vue";

const SIGNS = "/static/icons/signs.svg";

function sign(name) {
  return h("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" }, [h("use", { href: `${SIGNS}#${name}` })]);
}

export default {
  props: { words: String, worn: String },
  emits: ["choose"],
  computed: {
    said() {
      return JSON.parse(this.words);
    },
    now() {
      return JSON.parse(this.worn);
    },
  },
  watch: {
    worn(text) {
      window.olomoc?.wear(JSON.parse(text));
    },
  },
  mounted() {
    window.addEventListener("keydown", this.key);
  },
  unmounted() {
    window.removeEventListener("keydown", this.key);
  },
  methods: {
    key(event) {
      if (event.key !== "," || event.altKey || event.ctrlKey || event.metaKey) return;
      if (event.target.closest?.("input, textarea, select") || document.querySelector("dialog:modal")) return;
      event.preventDefault();
      this.open();
    },
    open() {
      this.$refs.sheet.showModal();
    },
    close() {
      this.$refs.sheet.close();
    },
    chosen(group, value) {
      if (group.key === "language") return value === this.said.language;
      if (group.key === "sounds") return this.now.sounds.split(" ").includes(value);
      return this.now[group.key] === value;
    },
    group(group) {
      const several = group.key === "sounds";
      const choices = group.values.map(([value, name]) =>
        h("label", { key: value, lang: group.key === "language" ? value : undefined }, [
          h("input", {
            type: several ? "checkbox" : "radio",
            name: `preference-${group.key}`,
            value,
            checked: this.chosen(group, value),
            "data-testid": `preference-${group.key}-${value}`,
            onChange: () => {
              if (several) window.olomoc?.sound?.(value);
              this.$emit("choose", { key: group.key, value });
            },
          }),
          h("span", name),
        ]),
      );
      return h("fieldset", { key: group.key }, [h("legend", group.name), h("div", { class: "preferences-values" }, choices)]);
    },
  },
  render() {
    const { open, close, groups } = this.said;
    const button = h(
      "button",
      {
        type: "button",
        class: "btn quiet frame-tool",
        "aria-label": open,
        title: `${open} (,)`,
        "aria-haspopup": "dialog",
        "aria-keyshortcuts": ",",
        "data-testid": "preferences",
        onClick: this.open,
      },
      [sign("preferences")],
    );
    const sheet = h(
      "dialog",
      {
        ref: "sheet",
        class: "sheet-dialog preferences",
        "aria-labelledby": "preferences-title",
        "data-testid": "preferences-sheet",
        // Keys pressed in here are meant for what is in here, not for the match behind it.
        onKeydown: (event) => event.stopPropagation(),
        onClick: (event) => event.target === event.currentTarget && this.close(),
      },
      [
        h("div", { class: "sheet-inside" }, [
          h("header", { class: "sheet-head" }, [
            h("h2", { id: "preferences-title" }, open),
            h("button", { type: "button", class: "btn quiet", "aria-label": close, "data-testid": "preferences-close", onClick: this.close }, [
              sign("cross"),
            ]),
          ]),
          ...groups.map(this.group),
        ]),
      ],
    );
    return h("div", { class: "preferences-place" }, [button, sheet]);
  },
};
