// The preferences: a button in the head line, and a sheet with every choice. What is worn comes from the server, so that
// all pages of a person wear the same.
import { h } from "vue";
import { behind } from "house-ui/sheet.js";

export default {
  mixins: [behind("preferences", ",", "preferences")],
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
  methods: {
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
    return this.drawn(this.said, this.said.groups.map(this.group));
  },
};
