// The drop zone for a file: the file goes to our own address as it is, and the result is emitted.
import { h } from "vue";

export default {
  props: { words: Object, to: String, accept: String, name: String },
  emits: ["sent"],
  data: () => ({ busy: false, over: false, trouble: "", again: "", file: null }),
  methods: {
    async send(file, replace) {
      if (!file || this.busy) return;
      this.busy = true;
      this.trouble = this.again = "";
      this.file = file;
      try {
        const address = `${this.to}?name=${encodeURIComponent(file.name)}${replace ? "&replace=true" : ""}`;
        const answer = await fetch(address, { method: "POST", body: file, headers: { "X-Olomoc": "1" } });
        const said = await answer.json();
        if (answer.ok) this.$emit("sent", said);
        else {
          this.trouble = said.words;
          this.again = said.again || "";
        }
      } catch {
        this.trouble = this.words.notSent;
      }
      this.busy = false;
    },
    drop(event) {
      event.preventDefault();
      this.over = false;
      this.send(event.dataTransfer.files[0]);
    },
  },
  render() {
    return h(
      "label",
      {
        class: ["packs-drop", this.over ? "over" : "", this.busy ? "busy" : ""],
        onDragover: (event) => {
          event.preventDefault();
          this.over = true;
        },
        onDragleave: () => (this.over = false),
        onDrop: this.drop,
      },
      [
        h("input", {
          type: "file",
          accept: this.accept,
          disabled: this.busy,
          "data-testid": this.name,
          onChange: (event) => {
            this.send(event.target.files[0]);
            event.target.value = "";
          },
        }),
        h("strong", { class: "name" }, this.busy ? this.words.busy : this.words.choose),
        h("span", { class: "muted" }, this.words.what),
        this.trouble ? h("span", { class: "packs-trouble", role: "alert", "data-testid": "upload-refused" }, this.trouble) : null,
        this.again
          ? h(
              "button",
              {
                class: "btn packs-again",
                type: "button",
                "data-testid": "upload-again",
                onClick: (event) => {
                  event.preventDefault();
                  this.send(this.file, true);
                },
              },
              this.again,
            )
          : null,
      ],
    );
  },
};
