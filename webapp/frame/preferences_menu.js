// The preferences: a button in the head line, and a sheet with every choice. What is worn comes from the server, so that
// all pages of a person wear the same.
import { h } from "vue";
import { behind } from "house-ui/sheet.js";
import { sign } from "house-ui/sign.js";
import { string } from "house-ui/strings.js";

/** Of sounds several may be chosen, of everything else one. */
const several = (group) => group.key.split(".").pop() === "sounds";

export default {
  mixins: [behind("preferences", ",", "preferences")],
  props: { words: String, worn: String, rules: String, apart: Boolean },
  emits: ["choose"],
  computed: {
    said() {
      return JSON.parse(string(this.words));
    },
    now() {
      return JSON.parse(this.worn).values;
    },
  },
  watch: {
    worn(text) {
      window.olomoc?.wear(JSON.parse(text).marks);
    },
  },
  methods: {
    chosen(group, value) {
      if (group.key === "language") return value === this.said.language;
      if (several(group)) return this.now[group.key].split(" ").includes(value);
      return this.now[group.key] === value;
    },
    group(group) {
      const many = several(group);
      const choices = group.values.map(([value, words]) =>
        h("label", { key: value, lang: group.key === "language" ? value : undefined }, [
          h("input", {
            type: many ? "checkbox" : "radio",
            name: `preference-${group.key}`,
            value,
            checked: this.chosen(group, value),
            "data-testid": `preference-${group.key}-${value}`,
            onChange: () => {
              if (many) window.olomoc?.sound?.(value);
              this.$emit("choose", { key: group.key, value });
            },
          }),
          h("span", words),
        ]),
      );
      return h("fieldset", { key: group.key }, [h("legend", group.name), h("div", { class: "preferences-values" }, choices)]);
    },
    sheet() {
      const heading = (name) => (name ? [h("h3", { key: name, class: "overline" }, name)] : []);
      return this.drawn(this.said, () => this.said.sections.flatMap((it) => [...heading(it.name), ...it.groups.map(this.group)]));
    },
  },
  render() {
    const way = { href: this.rules, "aria-label": this.said.rules, title: this.said.rules, "data-testid": "to-rules" };
    const tab = this.apart ? { target: "_blank", rel: "noopener" } : {};
    return h("nav", { class: "frame-tools", "aria-label": this.said.tools }, [
      this.rules ? h("a", { class: "btn quiet frame-tool", ...way, ...tab }, [sign("book")]) : null,
      this.sheet(),
    ]);
  },
};
