// A drawing of its own, stretched over its place.
import { h } from "vue";
import { drawing } from "house-ui/drawing.js";

export default {
  props: { payload: String },
  render() {
    return this.payload ? drawing(JSON.parse(this.payload)) : h("svg");
  },
};
