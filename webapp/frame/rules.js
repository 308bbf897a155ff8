// The rulebook: chapters with their clauses, each at an anchor of its own, and a search that leaves standing what it finds.
// Nothing is asked of the server: all the texts are here. Accents, capitals and kinds of apostrophe make no difference.
import { h } from "vue";

const REFERENCE = /([A-Z]{3}-\d+(?:\.\d+)?)/;

function plain(text) {
  return text
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "")
    .replace(/[’‘]/g, "'")
    .replace(/\u00a0/g, " ")
    .toLowerCase();
}

export default {
  props: { book: String, words: String },
  data: () => ({ wanted: "", at: "" }),
  computed: {
    all() {
      return JSON.parse(this.book);
    },
    said() {
      return JSON.parse(this.words);
    },
    ours() {
      return new Set(this.all.ours);
    },
    asked() {
      return plain(this.wanted).split(/\s+/).filter(Boolean);
    },
    found() {
      const fits = (...texts) => {
        const heard = plain(texts.join(" "));
        return this.asked.every((word) => heard.includes(word));
      };
      return this.all.chapters
        .map((its) => ({ ...its, clauses: its.clauses.filter(([id, text]) => fits(id, its.name, text)) }))
        .filter((its) => its.clauses.length);
    },
    count() {
      return this.found.reduce((sum, its) => sum + its.clauses.length, 0);
    },
    terms() {
      return this.all.glossary.filter((term) => this.asked.every((word) => plain(term.word).includes(word)));
    },
  },
  mounted() {
    window.addEventListener("hashchange", this.arrive);
    this.arrive();
  },
  unmounted() {
    window.removeEventListener("hashchange", this.arrive);
  },
  methods: {
    // The clause named in the address: shown, marked, and where a reader of the screen goes on.
    async arrive() {
      this.at = decodeURIComponent(location.hash.slice(1));
      if (!this.at) return;
      this.wanted = "";
      await this.$nextTick();
      const there = document.getElementById(this.at);
      there?.scrollIntoView({ block: "center" });
      there?.focus({ preventScroll: true });
    },
    marked(text) {
      if (!this.asked.length) return [text];
      // Where the plain text matches the search, the same stretch of the real one is marked: folding accents
      // keeps the number of letters as long as the text is composed.
      const composed = text.normalize("NFC");
      const folded = [...composed].map((letter) => plain(letter) || letter).join("");
      if (folded.length !== composed.length) return [text];
      const lit = new Array(composed.length).fill(false);
      for (const word of this.asked) {
        for (let i = folded.indexOf(word); i >= 0; i = folded.indexOf(word, i + 1)) lit.fill(true, i, i + word.length);
      }
      const parts = [];
      for (let i = 0; i < composed.length; ) {
        let j = i;
        while (j < composed.length && lit[j] === lit[i]) j++;
        parts.push(lit[i] ? h("mark", composed.slice(i, j)) : composed.slice(i, j));
        i = j;
      }
      return parts;
    },
    prose(text) {
      return text.split(REFERENCE).flatMap((part, n) => (n % 2 ? [h("a", { href: `#${part}` }, part)] : this.marked(part)));
    },
    pictures(after) {
      const here = (this.all.first.pictures ?? []).filter((it) => it.after === after);
      return here.map(({ src, alt, width, height }) => h("img", { class: "rules-picture", key: src, src, alt, width, height, loading: "lazy" }));
    },
    clause([id, text]) {
      const ours = this.ours.has(id) ? h("span", { class: "rules-ours", title: this.said.ours }, this.said["ours-mark"]) : null;
      const classes = { "rules-clause": true, here: this.at === id };
      return h("li", { key: id, id, class: classes, tabindex: -1, "data-testid": `clause-${id}` }, [
        h("a", { class: "rules-id", href: `#${id}`, title: this.said.link }, id),
        h("p", [...this.prose(text), ours]),
      ]);
    },
  },
  render() {
    const words = this.said;
    const told = this.count === 1 ? words["found-one"] : this.count ? words.found.replace("{n}", this.count) : words.nothing;
    const search = h("div", { class: "rules-search", role: "search" }, [
      h("label", { for: "rules-search" }, words.search),
      h("input", {
        id: "rules-search",
        type: "search",
        autocomplete: "off",
        spellcheck: "false",
        value: this.wanted,
        "data-testid": "rules-search",
        onInput: (event) => (this.wanted = event.target.value),
      }),
      h("p", { role: "status", class: "muted", "data-testid": "rules-found" }, this.asked.length ? told : ""),
    ]);
    const chapters = h("nav", { class: "rules-chapters", "aria-label": words.chapters }, [
      h("ul", this.found.map((its) => h("li", { key: its.key }, h("a", { href: `#${its.key}` }, its.name)))),
    ]);
    // The rules for a first match: before the chapters, and out of the way of a search.
    const first =
      this.all.first.text && !this.asked.length
        ? h("section", { class: "rules-first", "aria-labelledby": "first", "data-testid": "rules-first" }, [
            h("h2", { id: "first", tabindex: -1 }, this.all.first.name),
            ...this.all.first.text.flatMap((text, n) => [h("p", this.prose(text)), ...this.pictures(n + 1)]),
          ])
        : null;
    const texts = this.found.map((its) =>
      h("section", { key: its.key, "aria-labelledby": its.key }, [
        h("h2", { id: its.key, tabindex: -1 }, its.name),
        h("ul", { class: "rules-clauses" }, its.clauses.map(this.clause)),
      ]),
    );
    const glossary = this.terms.length
      ? h("section", { class: "rules-glossary", "aria-labelledby": "glossary" }, [
          h("h2", { id: "glossary" }, words.glossary),
          h("ul", this.terms.map((term) => h("li", { key: term.word }, [term.word, " ", h("a", { href: `#${term.clause}` }, term.clause)]))),
        ])
      : null;
    return h("div", { class: "rules" }, [h("div", { class: "rules-side" }, [search, chapters]), h("div", { class: "rules-texts" }, [first, ...texts, glossary])]);
  },
};
