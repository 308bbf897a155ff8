// The sheet of keys. What can be pressed at this moment is read off the page itself: every button says which key
// presses it (aria-keyshortcuts) and what it is called; below that, all keys that there are.
import { h } from "vue";
import { behind } from "house-ui/sheet.js";
import { string } from "house-ui/strings.js";

const WORDS = { Enter: "↵", Escape: "Esc", " ": "␣" };

export default {
  mixins: [behind("help", "?", "help")],
  props: { words: String },
  data: () => ({ live: [] }),
  computed: {
    said() {
      return JSON.parse(string(this.words));
    },
  },
  methods: {
    opening() {
      this.live = now();
    },
    section(name, rows) {
      const line = ([keys, text], i) => h("li", { key: i }, [h("span", { class: "help-keys" }, keys.map((it) => h("kbd", it))), h("span", text)]);
      return h("section", { key: name, class: "help-section" }, [h("h3", name), h("ul", rows.map(line))]);
    },
  },
  render() {
    const { now: present, sections } = this.said;
    return this.drawn(this.said, () => [this.live.length ? this.section(present, this.live) : null, ...sections.map((it) => this.section(it.name, it.rows))]);
  },
};

/** The actions of the page's prompt and lists that have a key at this moment. */
function now() {
  const found = [];
  for (const it of document.querySelectorAll("[data-hotkey]")) {
    if (!it.offsetParent || it.getAttribute("aria-disabled") === "true") continue;
    const text = it.getAttribute("aria-label") || words(it.querySelector(".choice-label, .action-name") || it);
    const keys = it.dataset.hotkey.split(" ").map((key) => WORDS[key] || key.toUpperCase());
    if (text) found.push([keys, text]);
  }
  return found;
}

/** The label of a control, without its key. */
function words(element) {
  const copy = element.cloneNode(true);
  for (const it of copy.querySelectorAll("kbd")) it.remove();
  return copy.textContent.trim();
}
