// The guide's strip above the table, and the light on what it speaks of. The strip stands in the page's flow, so it covers
// nothing; the light lets every press through. What is pointed at is marked `data-guided` and described by the strip's text.
// A step that is done by reading a sheet lasts until that is closed, and points at its closing.
import { h } from "vue";
import { own } from "house-ui/own.js";
import { render } from "house-ui/render.js";
import { scrolledAway, seen } from "house-ui/sight.js";

const EVERY_MS = 150;
const MARGIN = 5;
const SHEET = "dialog.reader[open]";

export default {
  mixins: [own],
  props: { told: String },
  emits: ["act"],
  data: () => ({ box: null, side: "above", kept: null }),
  computed: {
    now() {
      return JSON.parse(this.kept ?? this.told);
    },
  },
  watch: {
    told: {
      flush: "post", // the sheet that the same message opens is open by now
      handler(_, before) {
        if (document.querySelector(SHEET)) this.kept ??= before;
      },
    },
  },
  mounted() {
    this.target = null;
    this.scrolled = "";
    this.timer = setInterval(this.look, EVERY_MS);
    this.sized = new ResizeObserver(() => document.body.style.setProperty("--guide", `${this.$el.getBoundingClientRect().height}px`));
    this.sized.observe(this.$el);
    window.addEventListener("resize", this.look);
  },
  unmounted() {
    clearInterval(this.timer);
    this.sized.disconnect();
    window.removeEventListener("resize", this.look);
    document.body.style.removeProperty("--guide");
    delete document.body.dataset.quiet;
    this.aim(null);
  },
  updated() {
    this.look();
  },
  methods: {
    /** The first of what it may point at that is in sight. */
    found() {
      if (this.now.left) return null;
      const over = document.querySelector("dialog[open]");
      if (over) return over.matches(SHEET) ? over.querySelector("[data-testid='reader-close']") : null;
      for (const selector of this.now.points || []) {
        const all = [...document.querySelectorAll(selector)];
        const first = all.find(usable) ?? this.brought(all);
        if (first) return this.whole(first);
      }
      return this.way();
    },
    /** What is pressed before the first of them can be seen: the answers of a small screen, or the tab that it is behind. */
    way() {
      for (const selector of this.now.points || []) {
        const hidden = [...document.querySelectorAll(selector)].find((element) => possible(element) && !element.checkVisibility());
        const part = hidden?.closest(".part[data-tab-of]");
        const opener = hidden?.closest(".plain-options") ? ".prompt-opener" : part && `[data-testid="tab-of-${part.dataset.part}"]`;
        const way = opener && document.querySelector(opener);
        if (way && seen(way)) return way;
      }
      return null;
    },
    /** Scrolls to an element, once: who scrolls on is left alone. Whether it did. */
    scroll(element) {
      if (this.scrolled === name(element)) return false;
      this.scrolled = name(element);
      element.scrollIntoView({ block: "nearest", inline: "nearest" });
      return true;
    },
    /** An element, brought into sight if it is cut off by the edge of its list. */
    whole(element) {
      const { left, right } = element.getBoundingClientRect();
      if ((left < 0 || right > innerWidth) && right - left < innerWidth) this.scroll(element);
      return element;
    },
    /** The first of them that is scrolled away in its list, brought into sight. */
    brought(all) {
      const away = all.find((element) => possible(element) && scrolledAway(element));
      return away && this.scroll(away) && usable(away) ? away : null;
    },
    aim(target) {
      if (this.target === target) return;
      this.target?.removeAttribute("data-guided");
      this.target?.removeAttribute("aria-describedby");
      this.target = target;
    },
    look() {
      if (this.kept !== null && !document.querySelector(SHEET)) this.kept = null;
      const quiet = this.now.quiet || "";
      if (!quiet) delete document.body.dataset.quiet;
      else if (document.body.dataset.quiet !== quiet) document.body.dataset.quiet = quiet;
      const target = this.found();
      this.aim(target);
      if (!target) {
        if (this.box) this.box = null;
        return;
      }
      // Drawn anew, an element may have lost its marks.
      if (!target.hasAttribute("data-guided")) {
        target.setAttribute("data-guided", "");
        target.setAttribute("aria-describedby", "guide-text");
      }
      if (target.closest(SHEET)) return (this.box = null); // it lies over the light, and has one of its own
      const { left, top, width, height } = target.getBoundingClientRect();
      const box = { left: left - MARGIN, top: top - MARGIN, width: width + 2 * MARGIN, height: height + 2 * MARGIN };
      const side = sideOf(box);
      if (this.box && side === this.side && Object.keys(box).every((key) => Math.abs(box[key] - this.box[key]) < 0.5)) return;
      this.box = box;
      this.side = side;
    },
    key(event) {
      if (event.key !== "Escape" || this.now.left) return;
      event.stopPropagation();
      this.$emit("act", { do: "leave", step: this.now.key });
      this.$nextTick(() => this.$el.querySelector("button")?.focus());
    },
  },
  render() {
    const { now } = this;
    const words = now.words || {};
    const button = (name, label, more) => h("button", { type: "button", class: ["btn", more], "data-testid": `guide-${name}`, onClick: () => this.$emit("act", { do: name, step: now.key }) }, label);
    if (now.left) return h("aside", { class: "guide left", "aria-label": words.name, key: "left" }, [button("resume", words.resume, "quiet")]);
    const part = now.of ? `${Math.min(now.n + 1, now.of)}/${now.of}` : "";
    return h("aside", { class: "guide", "aria-label": words.name, "data-step": now.key, "aria-busy": now.busy ? "true" : null, onKeydown: this.key, key: "told" }, [
      h("div", { class: "guide-track", role: part ? "img" : null, "aria-label": part ? `${words.step} ${part}` : null }, [
        part ? h("span", { class: "guide-part", "aria-hidden": "true" }, part) : null,
      ]),
      h("div", { key: `said${this.anew}`, class: "guide-said", id: "guide-text", role: "status" }, [
        now.title ? h("strong", null, now.title) : null,
        h("span", null, [now.title ? " " : "", ...(now.text || []).map((part) => render(part, () => undefined))]),
        now.no ? h("span", { class: "no" }, ` ${now.no}`) : null,
      ]),
      h("div", { class: "guide-acts" }, [now.shows ? button("show", words.show, "") : null, button("leave", words.leave, "quiet")]),
      this.box
        ? h("div", { class: "guide-light", "aria-hidden": "true", style: Object.fromEntries(Object.entries(this.box).map(([key, value]) => [key, `${value}px`])) }, [
            this.side ? h("span", { class: ["guide-arrow", this.side] }) : null,
          ])
        : null,
    ]);
  },
};

/** What an element is called however often it is drawn anew. */
function name(element) {
  return element.dataset.testid ?? element.dataset.thing ?? element.className;
}

const possible = (element) => element.ariaDisabled !== "true" && !element.disabled;

const usable = (element) => possible(element) && seen(element);

/** On which side of a target the arrow stands: where it lies on no control and on no word; none where there is no such,
 *  nor while something is told, when answers that wait cannot be found by their place. */
function sideOf({ left, top, width, height }) {
  if (document.body.dataset.telling !== undefined) return "";
  const [x, y, off] = [left + width / 2, top + height / 2, 11];
  const places = { above: [x, top - off], below: [x, top + height + off], before: [left - off, y], behind: [left + width + off, y] };
  for (const [side, [px, py]] of Object.entries(places)) {
    if (px < off || py < off || px > innerWidth - off || py > innerHeight - off) continue;
    if (bare(px, py, off - 1)) return side;
  }
  return "";
}

/** Whether nothing to press and no word lies within `reach` of a point. */
function bare(x, y, reach) {
  const steps = [-reach, 0, reach];
  const under = new Set(steps.flatMap((dx) => steps.map((dy) => document.elementFromPoint(x + dx, y + dy))));
  for (const element of under) {
    if (element?.closest("button, a, summary, [role=button], .piece")) return false;
    for (const node of element?.childNodes ?? []) {
      if (node.nodeType !== Node.TEXT_NODE || !node.data.trim()) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const box of range.getClientRects()) {
        if (box.left < x + reach && box.right > x - reach && box.top < y + reach && box.bottom > y - reach) return false;
      }
    }
  }
  return true;
}
