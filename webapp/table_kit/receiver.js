// Hears what all pages that show the same are told in one message: `{n, since, parts}`, the strings of the parts that
// have become others since message `since`, or how they have. Where that is later than what this page has heard, it was
// cut off, and asks; it asks as well where strings change that it has heard more of already.
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
      if (since > this.last || (since < this.last && Object.values(parts).some(Array.isArray))) {
        this.$emit("missing", this.last);
        return;
      }
      this.last = n;
      for (const [name, told] of Object.entries(parts)) deliver(name, told);
    },
  },
  render: () => null,
};
