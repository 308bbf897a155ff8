// The talk at a table. Lines come as data and are drawn as text, each isolated from its neighbours' direction of
// writing. What this browser does not want to hear is its own affair, kept here; nobody is told.
import { h } from "vue";
import { elsewhere } from "house-ui/keys.js";
import { own } from "house-ui/own.js";
import { sign } from "house-ui/sign.js";
import { local, setLocal } from "house-ui/render.js";
import { string } from "house-ui/strings.js";

const PAD_MS = 700;

export default {
  mixins: [own],
  props: { frame: String, code: String, me: String, lines: String, pad: String, told: String },
  emits: ["say", "hear", "pad", "missing"],
  data: () => ({ heard: [], watchers: null, next: 0, side: "talk", options: false, phrases: false, aside: false, muted: [], nobody: false, seen: 0, kept: "" }),
  watch: {
    lines: { immediate: true, handler: "take" },
    unread: { immediate: true, handler: "mark" },
  },
  computed: {
    it() {
      return JSON.parse(string(this.frame));
    },
    shown() {
      return this.nobody ? this.heard.filter((line) => !line.by) : this.heard.filter((line) => !this.muted.includes(line.by));
    },
    unread() {
      return this.open ? 0 : this.shown.filter((line) => line.at > this.seen && line.by !== this.me).length;
    },
    open() {
      return local.talk === "on" || local.tab === "talk";
    },
    speakers() {
      const found = new Map(this.heard.filter((line) => line.by && line.by !== this.me).map((line) => [line.by, line.name]));
      return [...found];
    },
  },
  created() {
    const kept = this.recall();
    this.muted = kept.muted || [];
    this.nobody = Boolean(kept.nobody);
    this.seen = kept.seen || 0;
    if (kept.open && ["desk", "wide"].includes(document.documentElement.dataset.size)) setLocal("talk", "on");
    if (this.it.player && kept.watchers) this.$emit("hear", true);
  },
  mounted() {
    window.addEventListener("keydown", this.key);
    this.bottom();
  },
  updated() {
    if (this.open && this.heard.length) this.look();
  },
  unmounted() {
    window.removeEventListener("keydown", this.key);
  },
  methods: {
    recall() {
      try {
        return JSON.parse(localStorage.getItem(`olomoc-talk-${this.code}`)) || {};
      } catch {
        return {};
      }
    },
    keep(more) {
      try {
        localStorage.setItem(`olomoc-talk-${this.code}`, JSON.stringify({ ...this.recall(), ...more }));
      } catch {
        // A browser that keeps nothing forgets it with the page.
      }
    },
    take(text) {
      if (!text) return;
      const told = JSON.parse(text);
      const fits = told.watchers === this.watchers && told.from <= this.next;
      if (!fits && this.watchers !== null && told.watchers === this.watchers && told.from > 0 && told.lines.length < 7) {
        this.$emit("missing");
        return;
      }
      const fresh = fits ? told.lines.slice(this.next - told.from) : told.lines;
      this.heard = fits ? [...this.heard, ...fresh] : fresh;
      this.next = Math.max(fits ? this.next : 0, told.from + told.lines.length);
      this.watchers = told.watchers;
      if (fresh.length) this.$nextTick(this.bottom);
    },
    mark(count) {
      document.body.dataset.unread = count ? String(Math.min(count, 99)) : "";
    },
    look() {
      const last = this.heard[this.heard.length - 1].at;
      if (last > this.seen) {
        this.seen = last;
        this.keep({ seen: last });
      }
    },
    bottom() {
      const list = this.$refs.list;
      if (list) list.scrollTop = list.scrollHeight;
    },
    toggle() {
      setLocal("talk", this.open ? "" : "on");
      this.keep({ open: this.open });
      this.$nextTick(() => {
        this.bottom();
        if (this.open) this.$refs.field?.focus();
      });
    },
    key(event) {
      if (event.key !== "/" || elsewhere(event)) return;
      event.preventDefault();
      this.side = "talk";
      if (getComputedStyle(this.$el).display === "none") setLocal("tab", "talk");
      else if (!this.open) {
        setLocal("talk", "on");
        this.keep({ open: true });
      }
      this.$nextTick(() => this.$refs.field?.focus());
    },
    send(event) {
      event.preventDefault();
      const field = this.$refs.field;
      const text = field.value.trim();
      if (!text) return;
      this.$emit("say", { text, side: this.aside });
      field.value = "";
    },
    phrase(key) {
      this.$emit("say", { phrase: key, side: this.aside });
    },
    hear(event) {
      this.keep({ watchers: event.target.checked });
      this.$emit("hear", event.target.checked);
    },
    hush(event) {
      this.nobody = event.target.checked;
      this.keep({ nobody: this.nobody });
    },
    mute(by, on) {
      this.muted = on ? [...this.muted, by] : this.muted.filter((it) => it !== by);
      this.keep({ muted: this.muted });
    },
    write(event) {
      clearTimeout(this.writing);
      this.kept = "";
      const text = event.target.value;
      this.writing = setTimeout(() => {
        this.$emit("pad", text);
        this.kept = this.it.words["pad-kept"];
      }, PAD_MS);
    },
    words(line) {
      if (!line.key) return line.text;
      const text = this.it.phrases[line.key] ?? this.it.notes[line.key] ?? "";
      return text.replace("{name}", line.who ?? "");
    },
    name(line) {
      return line.name || this.it.words.spectator;
    },
    line(line, n) {
      const when = new Date(line.at * 1000);
      const time = when.toLocaleTimeString(document.documentElement.lang, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
      const stamp = h("time", { datetime: when.toISOString() }, time);
      const text = h("span", { class: "talk-text", dir: "auto" }, this.words(line));
      if (!line.by) return h("li", { key: n, class: "talk-line talk-note" }, [text, stamp]);
      const apart = line.ch === "watchers";
      const aside = line.ch === "side";
      const mark = apart ? sign("eye", this.it.words.spectator) : aside ? sign("lock", this.it.words.side) : null;
      const who = h("bdi", { class: "talk-who" }, [mark, this.name(line)]);
      return h("li", { key: n, class: ["talk-line", apart ? "talk-apart" : `side-${line.by}`, aside ? "talk-aside" : ""], "data-by": line.by }, [who, text, stamp]);
    },
    box(label, checked, change, testid) {
      return h("label", { class: "talk-box" }, [h("input", { type: "checkbox", checked, onChange: change, "data-testid": testid }), h("bdi", label)]);
    },
    settings() {
      const { words, player } = this.it;
      return h("div", { class: "talk-options" }, [
        player ? this.box(words["hear-watchers"], this.watchers, this.hear, "talk-watchers") : null,
        this.box(words["hear-nobody"], this.nobody, this.hush, "talk-nobody"),
        ...this.speakers.map(([by, name]) =>
          this.box(words["mute-who"].replace("{name}", name || words.spectator), this.muted.includes(by), (event) => this.mute(by, event.target.checked), `talk-mute-${by}`),
        ),
      ]);
    },
    head() {
      const { words, player } = this.it;
      const last = this.shown[this.shown.length - 1];
      const preview = last
        ? h("span", { class: "talk-preview" }, [last.by ? h("bdi", { class: ["talk-who", `side-${last.by}`] }, this.name(last)) : null, h("bdi", { dir: "auto" }, this.words(last))])
        : null;
      const tab = (key, label, icon) =>
        h("button", { type: "button", class: "talk-tab", "aria-pressed": String(this.side === key), onClick: () => (this.side = key), "data-testid": `talk-to-${key}` }, [sign(icon), label]);
      const opener = h(
        "button",
        { type: "button", class: "talk-opener", "aria-expanded": String(this.open), "aria-label": this.open ? words.close : words.open, title: `${this.open ? words.close : words.open} (/)`, onClick: this.toggle, "data-testid": "talk-open" },
        [sign("talk"), this.open ? null : h("span", { class: "overline" }, words.title), this.open ? null : preview, this.unread ? h("span", { class: "talk-unread" }, `${this.unread} ${words.new}`) : null, h("span", { class: "talk-arrow", "aria-hidden": "true" }, this.open ? "▾" : "▴")],
      );
      return h("header", { class: "talk-head" }, [
        this.open ? [tab("talk", words.title, "talk"), player ? tab("pad", words.pad, "note") : null] : null,
        this.open && this.side === "talk"
          ? h("button", { type: "button", class: "talk-tool", "aria-pressed": String(this.options), "aria-label": words.settings, title: words.settings, onClick: () => (this.options = !this.options), "data-testid": "talk-settings" }, [sign("preferences")])
          : null,
        opener,
      ]);
    },
    body() {
      const { words, player, most, phrases, aside } = this.it;
      const hint = !player ? words["say-watchers"] : this.aside ? words["say-side"] : words.say;
      const lines = this.shown.map((line, n) => this.line(line, n));
      const empty = h("li", { class: "talk-empty" }, this.nobody ? words["hears-nobody"] : words.nothing);
      return [
        this.options ? this.settings() : null,
        h("div", { class: "talk-list", ref: "list", role: "log", "aria-live": "polite", "aria-label": words.title, tabindex: 0 }, [h("ol", lines.length ? lines : [empty])]),
        this.phrases
          ? h("div", { class: "talk-phrases", role: "group", "aria-label": words.phrases }, Object.entries(phrases).map(([key, text]) => h("button", { type: "button", key, onClick: () => this.phrase(key), "data-testid": `phrase-${key}` }, text)))
          : null,
        this.told ? h("p", { class: "talk-told", role: "status" }, this.told) : null,
        h("form", { class: "talk-form", onSubmit: this.send }, [
          h("button", { type: "button", class: "talk-tool", "aria-pressed": String(this.phrases), "aria-label": words.phrases, title: words.phrases, onClick: () => (this.phrases = !this.phrases), "data-testid": "talk-phrases" }, [sign("plus")]),
          aside
            ? h("button", { type: "button", class: "talk-tool", "aria-pressed": String(this.aside), "aria-label": words.side, title: words.side, onClick: () => (this.aside = !this.aside), "data-testid": "talk-side" }, [sign("lock")])
            : null,
          h("input", { ref: "field", type: "text", dir: "auto", maxlength: most, autocomplete: "off", enterkeyhint: "send", placeholder: hint, "aria-label": hint, "data-testid": "talk-field", onKeydown: (event) => event.key === "Escape" && event.target.blur(), onVnodeMounted: (node) => (node.el.value = this.typed ?? ""), onVnodeBeforeUnmount: (node) => (this.typed = node.el.value) }),
          h("button", { type: "submit", class: "talk-send", "data-testid": "talk-send" }, words.send),
        ]),
      ];
    },
    notes() {
      const { words, pad } = this.it;
      return [
        h("textarea", { class: "talk-pad", dir: "auto", maxlength: pad, placeholder: words["pad-hint"], "aria-label": words.pad, onInput: this.write, "data-testid": "talk-pad", onVnodeMounted: (node) => (node.el.value = this.text ?? this.pad), onVnodeBeforeUnmount: (node) => (this.text = node.el.value) }),
        h("p", { class: "talk-told", role: "status" }, this.told || this.kept),
      ];
    },
  },
  render() {
    const body = !this.open ? [] : this.side === "pad" ? this.notes() : this.body();
    return h("section", { key: this.anew, class: ["talk", this.open ? "open" : ""], "aria-label": this.it.words.title }, [this.head(), ...body]);
  },
};
