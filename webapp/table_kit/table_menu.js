// The menu of a table: a button in the head line and the popover that it opens. What the server builds inside it stands
// below its own lines.
import { h } from "vue";
import { render } from "house-ui/render.js";
import { string } from "house-ui/strings.js";

const ID = "table-menu";

export default {
  props: { payload: String },
  emits: ["open"],
  computed: {
    it() {
      return JSON.parse(string(this.payload));
    },
  },
  methods: {
    /** Presses the button of the head line that a line stands for. */
    press(testid) {
      this.$refs.menu.hidePopover();
      document.querySelector(`[data-testid="${testid}"]`).click();
    },
    /** Asks once for the parts that the server builds only for an open menu. */
    toggle(event) {
      if (event.newState !== "open" || this.opened) return;
      this.opened = true;
      this.$emit("open");
    },
    line({ key, words, href, presses }) {
      const attrs = { key, class: ["head-menu-way", presses ? "head-menu-small" : ""], "data-testid": `menu-${key}` };
      if (href) return h("a", { ...attrs, href }, words);
      return h("button", { ...attrs, type: "button", onClick: () => this.press(presses) }, words);
    },
  },
  render() {
    const { open, items, invitation } = this.it;
    const names = { "aria-label": open, title: open };
    return h("div", { class: "head-menu-place" }, [
      h("button", { type: "button", class: "head-menu-button", popovertarget: ID, ...names, "data-testid": "menu" }),
      h("nav", { ref: "menu", id: ID, class: "head-menu", popover: "auto", "aria-label": open, onBeforetoggle: this.toggle }, [
        ...items.map(this.line),
        render(invitation, () => {}),
        this.$slots.default?.(),
      ]),
    ]);
  },
};
