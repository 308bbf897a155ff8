// A card as a form. What is typed stays here until another card is shown; it is told a moment after the last key,
// or at once when the form is left. What is wrong comes back beside the key or the line that it is about.
import { h } from "vue";
import { sign as icon } from "house-ui/sign.js";

const PAUSE_MS = 350;

export default {
  props: { payload: String, verdict: String },
  emits: ["edit"],
  data: () => ({ form: null, values: {}, rest: "", told: 0, wrong: { fields: {}, lines: [], status: "" } }),
  watch: {
    payload: { immediate: true, handler: "take" },
    verdict: { immediate: true, handler: "judge" },
  },
  mounted() {
    window.addEventListener("pagehide", this.flush);
  },
  unmounted() {
    window.removeEventListener("pagehide", this.flush);
  },
  methods: {
    take(text) {
      if (!text) return;
      this.flush();
      this.form = JSON.parse(text);
      this.values = Object.fromEntries(this.form.fields.map((field) => [field.name, field.value]));
      this.rest = this.form.rest ? this.form.rest.value : "";
    },
    judge(text) {
      if (text) this.wrong = JSON.parse(text);
    },
    set(name, value) {
      this.values[name] = value;
      this.soon();
    },
    soon() {
      clearTimeout(this.timer);
      this.timer = setTimeout(this.flush, PAUSE_MS);
      this.waiting = true;
    },
    flush() {
      clearTimeout(this.timer);
      if (!this.waiting || !this.form) return;
      this.waiting = false;
      this.told += 1;
      this.$emit("edit", { seq: this.form.seq, n: this.told, values: { ...this.values }, rest: this.rest });
    },
    key(event) {
      if ((event.ctrlKey || event.metaKey) && event.key === "s") {
        event.preventDefault();
        this.flush();
      }
    },

    // One drawing for each kind of field
    line(field) {
      return h("input", {
        class: "pf-input",
        id: `field-${field.name}`,
        type: "text",
        value: this.values[field.name] ?? "",
        maxlength: 1000,
        readonly: this.form.readonly,
        spellcheck: field.kind === "line" && field.name !== "id",
        autocomplete: "off",
        onInput: (event) => this.set(field.name, event.target.value),
      });
    },
    both(field) {
      const tag = field.kind === "long" ? "textarea" : "input";
      const now = this.values[field.name] || {};
      return h(
        "div",
        { class: "pf-both" },
        ["fr", "en"].map((language) =>
          h("label", { class: "pf-language" }, [
            h("span", { class: "pf-tag" }, language),
            h(tag, {
              class: "pf-input",
              lang: language,
              value: now[language] ?? "",
              maxlength: 1000,
              rows: tag === "textarea" ? 4 : undefined,
              readonly: this.form.readonly,
              "aria-label": `${field.label} (${language})`,
              "data-testid": `field-${field.name}-${language}`,
              onInput: (event) => this.set(field.name, { ...now, [language]: event.target.value }),
            }),
          ]),
        ),
      );
    },
    number(field) {
      const step = (by) => () => {
        const now = parseInt(this.values[field.name], 10);
        const next = Number.isNaN(now) ? field.low : now + by;
        this.set(field.name, Math.min(field.high, Math.max(field.low, next)));
      };
      const button = (by, sign) =>
        h(
          "button",
          {
            type: "button",
            class: "pf-step",
            disabled: this.form.readonly,
            onClick: step(by),
            "aria-label": `${field.label} ${sign}`,
            "data-testid": `field-${field.name}${sign === "+" ? "-more" : "-less"}`,
          },
          sign,
        );
      return h("span", { class: "pf-number" }, [
        button(-1, "−"),
        h("input", {
          class: "pf-input",
          id: `field-${field.name}`,
          type: "text",
          inputmode: "numeric",
          value: this.values[field.name] ?? "",
          maxlength: 4,
          readonly: this.form.readonly,
          onInput: (event) => this.set(field.name, event.target.value),
        }),
        button(1, "+"),
      ]);
    },
    chips(field) {
      const many = field.kind === "many";
      const now = this.values[field.name];
      const on = (value) => (many ? (now || []).includes(value) : now === value);
      const press = (value) => {
        if (!many) return on(value) ? (field.empty ? null : value) : value;
        return on(value) ? now.filter((it) => it !== value) : [...(now || []), value];
      };
      return h(
        "span",
        { class: "pf-chips", role: "group", "aria-label": field.label },
        !field.options.length ? h("span", { class: "muted" }, "—") : field.options.map(([value, label, sign]) =>
          h(
            "button",
            {
              type: "button",
              class: ["pf-chip", sign ? "signed" : ""],
              "aria-pressed": String(on(value)),
              title: sign ? label : undefined,
              "aria-label": sign ? label : undefined,
              disabled: this.form.readonly,
              "data-testid": `field-${field.name}-${value}`,
              onClick: () => this.set(field.name, press(value)),
            },
            sign ? icon(sign) : label,
          ),
        ),
      );
    },
    flag(field) {
      return h("label", { class: "pf-flag" }, [
        h("input", {
          type: "checkbox",
          checked: this.values[field.name] === true,
          disabled: this.form.readonly,
          "data-testid": `field-${field.name}`,
          onChange: (event) => this.set(field.name, event.target.checked),
        }),
        h("span", null, field.label),
      ]);
    },
    // Each press turns a letter into the next.
    letters(field) {
      const line = [...(this.values[field.name] || "")];
      const letters = field.options.map(([letter]) => letter);
      const named = Object.fromEntries(field.options);
      const put = (letters) => this.set(field.name, letters.join(""));
      const turn = (n) => put(line.map((c, i) => (i === n ? letters[(letters.indexOf(c) + 1) % letters.length] : c)));
      return h("span", { class: "pf-boxes" }, [
        ...line.map((c, n) =>
          h("button", {
            type: "button",
            class: ["box", `box-${letters.includes(c) ? c : letters[0]}`],
            disabled: this.form.readonly,
            "aria-label": `${n + 1}: ${named[c] || c}`,
            title: named[c] || c,
            "data-testid": `letter-${n}`,
            onClick: () => turn(n),
          }),
        ),
        this.form.readonly ? null : h("button", { type: "button", class: "pf-step", disabled: !line.length, "aria-label": field.less, onClick: () => put(line.slice(0, -1)), "data-testid": "letters-less" }, "−"),
        this.form.readonly ? null : h("button", { type: "button", class: "pf-step", disabled: line.length >= field.high, "aria-label": field.more, onClick: () => put([...line, letters[0]]), "data-testid": "letters-more" }, "+"),
        h("span", { class: "muted pf-letters" }, line.join("")),
      ]);
    },
    picture(field) {
      const words = this.form.words;
      const now = this.values[field.name];
      if (this.form.readonly) return h("span", { class: now ? "" : "muted" }, now || "—");
      return h("span", { class: "pf-picture" }, [
        h("label", { class: "btn pf-file" }, [
          h("input", {
            type: "file",
            accept: "image/png,image/webp",
            "data-testid": "picture-file",
            onChange: (event) => this.draw(field, event.target),
          }),
          h("span", null, now ? words.otherPicture : words.choosePicture),
        ]),
        now ? h("span", { class: "pf-name" }, now) : null,
        now ? h("button", { type: "button", class: "btn quiet", onClick: () => this.set(field.name, "") }, words.noPicture) : null,
        this.trouble ? h("span", { class: "pf-wrong", role: "alert" }, this.trouble) : null,
      ]);
    },
    async draw(field, input) {
      const [file] = input.files;
      if (!file) return;
      this.trouble = "";
      const address = `${this.form.pictures}?name=${encodeURIComponent(file.name)}`;
      try {
        const answer = await fetch(address, { method: "POST", body: file, headers: { "X-Olomoc": "1" } });
        const said = await answer.json();
        if (answer.ok) this.set(field.name, said.name);
        else this.trouble = said.words;
      } catch {
        this.trouble = this.form.words.notSent;
      }
      input.value = "";
      this.$forceUpdate();
    },
    field(field) {
      const wrong = this.wrong.fields[field.name] || [];
      const draw = { line: this.line, ids: this.line, both: this.both, long: this.both, number: this.number, one: this.chips, many: this.chips, flag: this.flag, letters: this.letters, picture: this.picture }[field.kind];
      const labelled = ["line", "ids", "number"].includes(field.kind);
      return h("div", { class: ["pf-field", `kind-${field.kind}`, wrong.length ? "bad" : ""], "data-field": field.name, key: field.name }, [
        field.kind === "flag" ? h("span") : h(labelled ? "label" : "span", { class: "pf-label", for: labelled ? `field-${field.name}` : undefined }, field.label),
        h("div", { class: "pf-value" }, [
          draw(field),
          field.hint ? h("p", { class: "pf-hint" }, field.hint) : null,
          ...wrong.map((words) => h("p", { class: "pf-wrong", role: "status" }, words)),
        ]),
      ]);
    },
    text() {
      const { label, hint, add, guide } = this.form.rest;
      const rows = Math.max(this.form.fields.length ? 4 : 16, this.rest.split("\n").length + 1);
      const bad = new Set(this.wrong.lines.map(([line]) => line));
      return h("div", { class: "pf-rest" }, [
        h("div", { class: "pf-rest-top" }, [
          h("label", { class: "pf-label", for: "field-rest" }, label),
          add && !this.form.readonly
            ? h("button", { type: "button", class: "btn pf-add", "data-testid": "add-text", onClick: () => this.append(add.text) }, add.label)
            : null,
        ]),
        hint ? h("p", { class: "pf-hint" }, [hint, " ", guide ? h("a", { href: guide[1], target: "_blank" }, guide[0]) : null]) : null,
        h("div", { class: "pf-code" }, [
          h("div", { class: "pf-lines", "aria-hidden": "true" }, Array.from({ length: rows - 1 }, (_, n) => h("span", { class: bad.has(n + 1) ? "bad" : "" }, String(n + 1)))),
          h("textarea", {
            class: "pf-input",
            id: "field-rest",
            "data-testid": "field-rest",
            value: this.rest,
            rows,
            wrap: "off",
            spellcheck: false,
            readonly: this.form.readonly,
            onInput: (event) => {
              this.rest = event.target.value;
              this.soon();
            },
          }),
        ]),
        ...this.wrong.lines.map(([line, words]) =>
          h("p", { class: "pf-wrong", role: "status" }, [h("span", { class: "where" }, this.form.words.line.replace("{n}", line)), " ", words]),
        ),
      ]);
    },
    // Figures stand side by side.
    rows() {
      const rows = [];
      for (const field of this.form.fields) {
        const last = rows[rows.length - 1];
        if (field.kind === "number" && last?.figures) last.figures.push(field);
        else rows.push(field.kind === "number" ? { figures: [field] } : { field });
      }
      return rows.map((row) => (row.field ? this.field(row.field) : h("div", { class: "pf-figures", key: row.figures[0].name }, row.figures.map(this.field))));
    },
    append(template) {
      const text = template.replaceAll("{n}", Math.random().toString(36).slice(2, 6));
      this.rest = this.rest.trim() ? `${this.rest.trimEnd()}\n\n${text}` : text;
      this.soon();
    },
  },
  render() {
    if (!this.form) return h("div");
    return h(
      "form",
      {
        class: "pf",
        "data-testid": "card-form",
        "aria-label": this.form.legend,
        onSubmit: (event) => event.preventDefault(),
        onKeydown: this.key,
        onFocusout: this.flush,
      },
      [
        ...this.rows(),
        this.form.rest ? this.text() : null,
        h("p", { class: ["pf-status", this.wrong.bad ? "no" : ""], role: "status", "data-testid": "form-status" }, this.wrong.status),
      ],
    );
  },
};
