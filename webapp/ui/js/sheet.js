// A sheet behind a button of the head line: what the components that have one share.
import { h } from "vue";
import { elsewhere } from "house-ui/keys.js";
import { sign } from "house-ui/sign.js";

/** Keys pressed in an open sheet are meant for what is in it, not for the match behind. Until the browser has drawn again,
 * a sheet just closed still has the focus: what is pressed then is for the match. */
export const keepIn = (event) => event.currentTarget.open && event.stopPropagation();

/** For a component's `mixins`: `name` of its classes and test ids, the `key` and the `icon` that open it. `opening`, where
 * the component has it, is called first. */
export const behind = (name, key, icon) => ({
  data: () => ({ opened: false }),
  mounted() {
    window.addEventListener("keydown", this.key);
  },
  unmounted() {
    window.removeEventListener("keydown", this.key);
  },
  methods: {
    key(event) {
      if (event.key !== key || elsewhere(event)) return;
      event.preventDefault();
      this.open();
    },
    open() {
      this.opening?.();
      this.opened = true;
      this.$refs.sheet.showModal();
    },
    close() {
      this.$refs.sheet.close();
    },
    /** Button and sheet; `words` are what opens and closes it, the first its title too; `inside` makes the rest, from when
     * it is first opened. */
    drawn(words, inside) {
      const button = h(
        "button",
        {
          type: "button",
          class: ["btn quiet frame-tool", `${name}-button`],
          "aria-label": words.open,
          title: `${words.open} (${key})`,
          "aria-haspopup": "dialog",
          "aria-keyshortcuts": key,
          "data-testid": name,
          onClick: this.open,
        },
        [sign(icon)],
      );
      const sheet = h(
        "dialog",
        {
          ref: "sheet",
          class: ["sheet-dialog", `${name}-sheet`],
          "aria-labelledby": `${name}-title`,
          "data-testid": `${name}-sheet`,
          onKeydown: keepIn,
          onClick: (event) => event.target === event.currentTarget && this.close(),
        },
        [
          h("div", { class: "sheet-inside" }, [
            h("header", { class: "sheet-head" }, [
              h("h2", { id: `${name}-title` }, words.open),
              h("button", { type: "button", class: "btn quiet", "aria-label": words.close, "data-testid": `${name}-close`, onClick: this.close }, [
                sign("cross"),
              ]),
            ]),
            this.opened ? inside() : null,
          ]),
        ],
      );
      return h("div", { class: `${name}-place` }, [button, sheet]);
    },
  },
});
