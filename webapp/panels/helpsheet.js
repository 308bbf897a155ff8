// The sheet of keys. What can be pressed at this moment is read off the page itself: every button says which key
// presses it (aria-keyshortcuts) and what it is called; below that, all keys that there are.
import { h } from "vue";

const SIGNS = "/static/icons/signs.svg";
const WORDS = { Enter: "↵", Escape: "Esc", " ": "␣" };

export default {
  props: { words: String },
  data: () => ({ live: [] }),
  computed: {
    said() {
      return JSON.parse(this.words);
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
      if (event.key !== "?" || event.altKey || event.ctrlKey || event.metaKey) return;
      if (event.target.closest?.("input, textarea, select") || document.querySelector("dialog:modal")) return;
      event.preventDefault();
      this.open();
    },
    open() {
      this.live = now();
      this.$refs.sheet.showModal();
    },
    close() {
      this.$refs.sheet.close();
    },
    section(name, rows) {
      const line = ([keys, text], i) => h("li", { key: i }, [h("span", { class: "help-keys" }, keys.map((it) => h("kbd", it))), h("span", text)]);
      return h("section", { key: name, class: "help-section" }, [h("h3", name), h("ul", rows.map(line))]);
    },
  },
  render() {
    const { open, close, now: present, sections } = this.said;
    const button = h(
      "button",
      { type: "button", class: "btn quiet frame-tool help-button", "aria-label": open, title: `${open} (?)`, "aria-haspopup": "dialog", "aria-keyshortcuts": "?", "data-testid": "help", onClick: this.open },
      [sign("help")],
    );
    const sheet = h(
      "dialog",
      {
        ref: "sheet",
        class: "sheet-dialog help-sheet",
        "aria-labelledby": "help-title",
        "data-testid": "help-sheet",
        // Keys pressed in here are meant for the sheet, not for the match behind it.
        onKeydown: (event) => event.stopPropagation(),
        onClick: (event) => event.target === event.currentTarget && this.close(),
      },
      [
        h("div", { class: "sheet-inside" }, [
          h("header", { class: "sheet-head" }, [
            h("h2", { id: "help-title" }, open),
            h("button", { type: "button", class: "btn quiet", "aria-label": close, "data-testid": "help-close", onClick: this.close }, [sign("cross")]),
          ]),
          this.live.length ? this.section(present, this.live) : null,
          ...sections.map((it) => this.section(it.name, it.rows)),
        ]),
      ],
    );
    return h("div", { class: "help-place" }, [button, sheet]);
  },
};

const sign = (name) => h("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" }, [h("use", { href: `${SIGNS}#${name}` })]);

/** What the page's prompt and lists offer a key for at this moment. */
function now() {
  const found = [];
  for (const it of document.querySelectorAll("[data-hotkey]")) {
    if (!it.offsetParent || it.getAttribute("aria-disabled") === "true") continue;
    const text = it.getAttribute("aria-label") || (it.querySelector(".choice-label, .action-name") || it).textContent.trim();
    const key = it.dataset.hotkey;
    if (text) found.push([[WORDS[key] || key.toUpperCase()], text]);
  }
  return found;
}
