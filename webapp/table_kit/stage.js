// The boxes of a table, each with the part of its name in it (a slot), and the tabs of small screens. A part with a tab
// (data-tab-of) is open while its tab is; a press on the open one, or on the board's, shows the board whole. And a question
// brings into sight what it is about, and what answers it, where none of that is.
import { h } from "vue";
import { sign } from "house-ui/sign.js";
import { local, setLocal } from "house-ui/render.js";
import { pressable, seen } from "house-ui/sight.js";
import { turnTo } from "house-ui/swipe.js";
import { string } from "house-ui/strings.js";

const BOARD = "board";
const ASKED = "[data-part=prompt] [data-decision]";
const ANSWER = "button[data-thing]:not([aria-disabled=true], [data-read])";
const ANSWERS = `.stage:has(${ASKED}) .part:not(.part-prompt) ${ANSWER}`;

// Once the page is laid out. What was opened over the board is put down where the answer that somebody has `begun` goes on
// there.
const sight = (begun) => requestAnimationFrame(() => requestAnimationFrame(() => {
  const about = document.querySelector("[data-swipe] > [data-sight]");
  if (about) turnTo(about);
  const answers = [...document.querySelectorAll(ANSWERS)].filter((it) => it.checkVisibility());
  if (begun && answers.some(covered) && !answers.some((it) => it.closest("[data-open]"))) setLocal("tab", BOARD);
  else if (answers.length && !answers.some((it) => seen(it) || pressable(it))) answers[0].scrollIntoView({ block: "center", inline: "nearest" });
}));
const resized = () => sight(false);

/** Whether a part that was opened lies over the drawing that an element stands in. */
function covered(element) {
  const view = element.closest("[data-window]")?.getBoundingClientRect();
  const over = document.querySelector(".part[data-open]")?.getBoundingClientRect();
  return Boolean(view && over && over.top < view.bottom && over.bottom > view.top && over.left < view.right && over.right > view.left);
}

// Drawn apart: a press on a tab draws no part anew.
const Tabs = {
  props: { label: String, tabs: Array },
  computed: {
    open() {
      return local.tab || BOARD;
    },
  },
  watch: { open: "show" },
  mounted() {
    this.show();
    // An answer closes what was opened to give it: nothing comes over the board that nobody has opened.
    this.watch = new MutationObserver(this.answered);
    const prompt = document.querySelector("[data-part=prompt]");
    this.decision = document.querySelector(ASKED)?.dataset.decision;
    if (prompt) this.watch.observe(prompt, { subtree: true, childList: true, characterData: true, attributeFilter: ["data-decision"] });
    // Told first, then asked: meanwhile the table shows what was.
    this.watch.observe(document.body, { attributeFilter: ["data-telling"] });
    this.answered();
    window.addEventListener("resize", resized);
    window.addEventListener("pointerdown", this.away, true);
    window.addEventListener("keydown", this.key);
  },
  unmounted() {
    this.watch.disconnect();
    window.removeEventListener("resize", resized);
    window.removeEventListener("pointerdown", this.away, true);
    window.removeEventListener("keydown", this.key);
  },
  methods: {
    show() {
      for (const part of document.querySelectorAll(".part")) part.toggleAttribute("data-open", part.dataset.part === this.open);
      document.documentElement.dataset.opened = this.open;
      this.openedAt = document.querySelector(ASKED)?.dataset.decision;
    },
    /** Shuts what was left open over the board by an earlier question, unless it is written in or holds an answer. */
    shut(decision) {
      const part = document.querySelector(`.part[data-part="${this.open}"][data-open]`);
      if (!part || this.open === BOARD || this.openedAt === decision) return;
      const written = part.contains(document.activeElement) && document.activeElement.matches("input, textarea");
      if (!written && !part.querySelector(ANSWER)) setLocal("tab", BOARD);
    },
    press(key) {
      setLocal("tab", key === this.open ? BOARD : key);
    },
    answered() {
      const now = document.querySelector(ASKED)?.dataset.decision;
      const question = `${now}/${document.querySelector("[data-part=prompt] .question")?.textContent}`;
      if (now && question !== this.question && document.body.dataset.telling === undefined) {
        const begun = (this.question ?? "").startsWith(`${now}/`);
        this.question = question;
        if (!begun) this.shut(now);
        sight(begun);
      }
      // The end of the match stands on the board.
      const over = document.body.dataset.telling === undefined && document.querySelector("[data-testid=outcome]") !== null;
      if (over && !this.over && this.open !== BOARD) setLocal("tab", BOARD);
      this.over = over;
      if (now === this.decision) return;
      this.decision = now;
      if (this.open === "answers") setLocal("tab", BOARD);
    },
    /** A menu is shut by a press anywhere else. */
    away(event) {
      for (const menu of document.querySelectorAll("details.prompt-more[open]")) if (!menu.contains(event.target)) menu.open = false;
    },
    key(event) {
      if (event.key !== "Escape") return;
      const menu = document.querySelector("details.prompt-more[open]");
      if (!menu) return;
      menu.open = false;
      menu.querySelector("summary").focus();
    },
  },
  render() {
    return h("nav", { class: "stage-tabs", "aria-label": this.label, "data-testid": "tabs" }, this.tabs.map((tab) =>
      h(
        "button",
        { type: "button", key: tab.key, class: ["stage-tab", `is-${tab.key}`, tab.key === "talk" ? "tab-talk" : "", tab.phone ? "is-phone" : ""], "aria-pressed": String(this.open === tab.key), "data-testid": `tab-of-${tab.key}`, onClick: () => this.press(tab.key) },
        [sign(tab.sign), h("span", tab.label)],
      ),
    ));
  },
};

export default {
  props: { payload: String },
  computed: {
    laid() {
      return JSON.parse(string(this.payload));
    },
  },
  methods: {
    box(box) {
      if (box.inside) return h("div", { class: box.cls }, box.inside.map(this.box));
      const { part, cls, tab } = box;
      const marks = { "data-part": part, "data-tab-of": tab ? part : undefined };
      return h("section", { key: part, class: cls, ...marks }, this.$slots[part]());
    },
  },
  render() {
    const { boxes, tabs } = this.laid;
    return h("div", [...boxes.map(this.box), tabs ? h(Tabs, tabs) : null]);
  },
};
