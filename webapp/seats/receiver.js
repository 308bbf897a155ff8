// Hears what all pages that show the same are told in one message: `{n, since, parts}`, the strings of the parts that
// have become others since message `since`. Where that is later than what this page has heard, it was cut off, and asks.
import { deliver } from "house-ui/parts.js";

export default {
  props: { heard: Number },
  emits: ["missing"],
  created() {
    this.last = this.heard;
  },
  mounted() {
    // The page's socket is made once everything is mounted.
    this.$nextTick(() => window.socket.on("parts", this.take));
  },
  unmounted() {
    window.socket?.off("parts", this.take);
  },
  methods: {
    take({ n, since, parts }) {
      if (n <= this.last) return;
      if (since > this.last) {
        this.$emit("missing", this.last);
        return;
      }
      this.last = n;
      for (const [name, text] of Object.entries(parts)) deliver(name, text);
    },
  },
  render: () => null,
};
