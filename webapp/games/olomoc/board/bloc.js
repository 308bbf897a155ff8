// The Bloc. Draws the scene it is given and reports where somebody points; it decides nothing.
// `scene` is what everybody of this viewer's class sees, `aim` what this one person is being asked or is looking at.
import { h, markRaw } from "vue";
import { held, present, stepwise } from "house-ui/director.js";
import { elsewhere } from "house-ui/keys.js";
import { part } from "house-ui/parts.js";
import { string } from "house-ui/strings.js";
import { bites, chalk, compass, decor, defs, edgeChoices, edges, ground, inches, marker } from "olomoc-bloc/ground.js";
import "olomoc-bloc/light.js";
import { FLASH_MS, SLIDE_MS, emerge, slide, still } from "olomoc-bloc/motion.js";
import { names } from "olomoc-bloc/names.js";
import { buttons, coulds, decorInHand, foretold, ghost, heldRuler, nearest, reach, rolls, ruler, sight, sights, spots, threats, trail } from "olomoc-bloc/overlay.js";
import { piece } from "olomoc-bloc/pieces.js";
import { pointing } from "olomoc-bloc/point.js";
import { cursor, measure, toolOfKey, toolbar } from "olomoc-bloc/tools.js";
import { START, box, moved, turnOf, whole, zoomed } from "olomoc-bloc/view.js";

const NOTHING = { rev: -1, mode: "idle" };
const EMPTY = { seq: -1, turn: 0, edges: [], decor: [], markers: [], pieces: [], rolls: [], moves: {}, words: {} };
const STRIDE = 1.5;
const ALONG = ".bloc svg, .log-list, [role=toolbar], [role=tablist], [role=radiogroup], [popover]";

export default {
  mixins: [part("takeScene", "scene"), stepwise],
  props: { scene: String, aim: String, tools: Boolean },
  emits: ["tell"],
  data: () => ({
    drawn: EMPTY, aimed: NOTHING, seen: -1, unit: 0.7, letters: 12, narrow: false, nudged: 0,
    look: START, flipped: false, grid: null, bar: false, worn: 0, spot: null, turning: null, sliding: null, hurt: {},
  }),
  watch: {
    scene: { immediate: true, handler: "takeScene" },
    aim: { immediate: true, handler: "takeAim" },
  },
  created() {
    const { redrawn, ...handlers } = pointing(this.host());
    this.handlers = handlers;
    this.redrawn = redrawn;
    this.running = [];
  },
  mounted() {
    this.watcher = new ResizeObserver(() => this.measure());
    this.watcher.observe(this.$el);
    window.addEventListener("keydown", this.key, true);
    window.addEventListener("preferences", this.wear);
    this.measure();
  },
  updated() {
    this.redrawn();
  },
  unmounted() {
    this.watcher.disconnect();
    window.removeEventListener("keydown", this.key, true);
    window.removeEventListener("preferences", this.wear);
  },
  methods: {
    host() {
      const self = this;
      return {
        svg: () => self.$refs.svg,
        get scene() {
          return self.turned();
        },
        get aim() {
          return self.aimed;
        },
        tell: self.tell,
        skip: self.skip,
        redraw: () => self.nudged++,
        view: () => self.look,
        perPixel: () => box(self.look, self.narrow)[2] / (self.$refs.svg.getBoundingClientRect().width || 1) * self.fitted(),
        zoom: (factor, at) => (self.look = zoomed(self.look, factor, at, self.narrow)),
        pan: (dx, dy) => (self.look = moved(self.look, dx, dy, self.narrow)),
        cursor: () => self.spot,
        point: (at) => (self.spot = at),
        turned: (n) => (self.turning = n),
      };
    },
    /** The scene as this window has it turned. */
    turned() {
      const turn = turnOf(this.drawn, this.flipped);
      return turn === this.drawn.turn ? this.drawn : { ...this.drawn, turn };
    },
    takeScene(text) {
      if (!text) return;
      if (this.$el && held(this.$el)) present(this, () => this.showScene(text));
      else this.showScene(text);
    },
    /** As it stood at an event that is being told: what it shows afterwards has come already. */
    step(text) {
      const next = JSON.parse(text);
      const before = this.drawn;
      this.drawn = markRaw({ ...next, seq: before.seq });
      this.cast(next);
      this.arrive(before, this.drawn);
    },
    showScene(text) {
      // Raw, as trees in a pane; so is the aim.
      const next = markRaw(JSON.parse(string(text)));
      if (next.seq < this.drawn.seq) return;
      this.cast(next);
      const before = this.drawn;
      this.drawn = next;
      if (before.seq >= 0 && next.seq > before.seq) this.arrive(before, next);
    },
    /** Dice that lay there when the page opened are the log's business: only later throws are shown falling. */
    cast(next) {
      const last = Math.max(-1, ...next.rolls.map((roll) => roll.n));
      if (this.drawn.seq < 0) this.seen = last;
      else if (last > this.seen) setTimeout(() => (this.seen = Math.max(this.seen, last)), 3600);
    },
    /** Animates the events since: a moved piece slides, a wounded one flashes. */
    arrive(before, next) {
      if (still()) return;
      const old = Object.fromEntries(before.pieces.map((it) => [it.id, it]));
      const hurt = {};
      for (const it of next.pieces) {
        const was = old[it.id];
        if (!was && !it.seat) this.stepOut(it);
        if (!was) continue;
        if ((it.wounds ?? 0) > (was.wounds ?? 0)) hurt[it.id] = was.wounds ?? 0;
        const move = next.moves?.[it.id];
        if ((was.x !== it.x || was.y !== it.y) && move && move.to[0] === it.x && move.to[1] === it.y) this.slideAlong(it, was, move);
      }
      if (Object.keys(hurt).length) {
        this.hurt = hurt;
        clearTimeout(this.healing);
        this.healing = setTimeout(() => (this.hurt = {}), FLASH_MS);
      }
    },
    /** A hostile comes out of the corner nearest to it. */
    stepOut(it) {
      this.$nextTick(() => {
        const element = this.$refs.svg?.querySelector(`.piece[data-id="${CSS.escape(it.id)}"]`);
        const running = emerge(element, this.turned().turn, it);
        if (running) this.running.push(running);
      });
    },
    slideAlong(it, was, move) {
      const way = move.from[0] === was.x && move.from[1] === was.y ? move : { from: [was.x, was.y], to: move.to };
      this.sliding = way.ruler ?? null;
      this.$nextTick(() => {
        const element = this.$refs.svg?.querySelector(`.piece[data-id="${CSS.escape(it.id)}"]`);
        const running = slide(element, this.turned().turn, way, it.d);
        if (!running) return;
        this.running.push(running);
        running.onfinish = () => {
          element.style.transition = "";
          this.running = this.running.filter((other) => other !== running);
        };
      });
      clearTimeout(this.gliding);
      this.gliding = setTimeout(() => (this.sliding = null), SLIDE_MS + 350);
    },
    /** A touch ends what is still being shown. */
    skip() {
      this.running.splice(0).forEach((running) => running.finish());
      if (this.sliding) this.sliding = null;
      if (Object.keys(this.hurt).length) this.hurt = {};
      this.seen = Math.max(this.seen, ...this.drawn.rolls.map((roll) => roll.n));
    },
    takeAim(text) {
      const next = text ? markRaw(JSON.parse(text)) : NOTHING;
      if (next.rev < this.aimed.rev) return;
      const starts = next.mode !== "idle" && this.aimed.mode === "idle";
      if (!next.tool && this.aimed.tool) this.spot = null;
      this.aimed = next;
      this.turning = null;
      // With the keyboard the arrows go on at once; a pointer's focus is left where it is.
      if (starts && document.activeElement?.matches(":focus-visible")) this.$nextTick(() => this.$refs.svg.focus());
    },
    tell(what, args) {
      this.$emit("tell", { what, ...args, rev: this.aimed.rev });
    },
    wear() {
      this.grid = null;
      this.worn++;
    },
    measure() {
      const { width = 0, height = 0 } = this.$refs.svg?.getBoundingClientRect() ?? {};
      this.narrow = (width || 600) < 520;
      // The drawing is square, and fills the shorter side.
      this.unit = 425 / (Math.min(width, height) || 600);
      this.letters = parseFloat(getComputedStyle(this.$el).getPropertyValue("--least-number")) || 12;
    },
    /** The part of the drawing's side that fits the element: it is square, the element need not be. */
    fitted() {
      const { width, height } = this.$refs.svg.getBoundingClientRect();
      return width > height ? width / (height || 1) : 1;
    },
    act(name) {
      if (name === "tools") this.bar = !this.bar;
      else if (name === "measure" || name === "sight") {
        this.bar = false;
        this.tell("tool", { tool: name });
      } else if (name === "in" || name === "out") this.look = zoomed(this.look, name === "in" ? STRIDE : 1 / STRIDE, this.spot, this.narrow);
      else if (name === "fit") this.look = START;
      else if (name === "flip") this.flipped = !this.flipped;
      else if (name === "grid") this.grid = !this.gridded();
    },
    gridded() {
      return this.grid ?? document.body.dataset.grid !== "off";
    },
    key(event) {
      if (elsewhere(event)) return;
      if (event.key === "Escape" && this.aimed.tool) {
        event.preventDefault();
        event.stopImmediatePropagation();
        return this.tell("tool", { tool: null });
      }
      if (event.key === "Escape" && this.spot && this.aimed.mode === "idle") this.spot = null;
      if (event.key === "Escape" && this.tools && this.aimed.mode === "idle" && document.querySelector(".lens")) {
        event.preventDefault();
        event.stopImmediatePropagation();
        return this.tell("close", {});
      }
      // The arrows move the thing placed or measured, unless the focused element uses them itself.
      const points = event.key.startsWith("Arrow") || event.key === "r" || event.key === "t";
      if (points && (this.aimed.mode !== "idle" || this.aimed.tool) && this.$el.offsetParent && !event.target.closest(ALONG)) {
        this.handlers.onKeydown(event);
        if (event.defaultPrevented) return this.$refs.svg.focus();
      }
      const name = toolOfKey(event.key);
      if (!name || !this.$el.offsetParent || (!this.tools && (name === "measure" || name === "sight"))) return;
      event.preventDefault();
      this.act(name);
      if (name === "measure" || name === "sight") this.$refs.svg.focus();
    },
    overlays(scene, unit) {
      const aim = this.aimed;
      const looked = [...sights(scene, aim), ...foretold(scene, aim), ...coulds(scene, aim, unit)];
      const measured = [measure(scene, aim, unit), cursor(this.spot, scene.words)];
      if (aim.mode === "decor") return [decorInHand(scene, aim), ...measured];
      if (aim.mode !== "point") return [sight(scene, aim), ...looked, ...measured];
      const turns = aim.turns?.length > 1;
      const lies = this.turning === null ? aim.ruler : sized(aim.turns[this.turning]);
      const parts = [ruler(scene, lies, turns), trail(scene, aim, unit), ...spots(scene, aim), heldRuler(scene, aim, unit), ghost(scene, aim), nearest(scene, aim, unit)];
      return [...parts, ...looked, buttons(scene, aim, unit), ...measured];
    },
  },
  render() {
    const [scene, aim] = [this.turned(), this.aimed];
    const picks = new Set(aim.pick || []);
    const blocks = new Set([...(aim.ok === false ? aim.blocked || [] : []), ...(aim.measure?.by || [])]);
    const options = (it) => ({
      candidate: picks.has(it.id),
      chosen: aim.chosen === it.id,
      quiet: Boolean(aim.pick) && !picks.has(it.id) && aim.chosen !== it.id,
      blocking: blocks.has(it.id),
      was: this.hurt[it.id],
      name: called[it.id],
    });
    const [x, y, w, side] = box(this.look, this.narrow);
    const unit = (this.unit * w) / whole(this.narrow)[2];
    const called = names(scene, unit * this.letters);
    const words = scene.words;
    const laid = (kind) => scene.decor.filter((it) => (it.kind === "zone") === kind).map((it) => decor(scene, it, blocks.has(it.id)));
    const svg = h("svg", { ref: "svg", viewBox: `${x} ${y} ${w} ${side}`, role: "group", "aria-label": words.bloc, tabindex: aim.mode === "idle" && !aim.tool ? -1 : 0, class: [`mode-${aim.mode}`, { measuring: Boolean(aim.tool), "no-grid": !this.gridded() }], "data-zoom": this.look.zoom.toFixed(3), style: { "--unit": unit.toFixed(4) }, ...this.handlers }, [
      defs(),
      ground(),
      this.narrow ? null : inches(),
      ...laid(true),
      reach(scene, aim),
      ...laid(false),
      ...edges(scene),
      ...bites(scene),
      ...compass(scene),
      ...chalk(scene),
      ...edgeChoices(scene, aim),
      h("g", { "clip-path": "url(#bloc-clip)" }, threats(scene, aim)),
      ...scene.markers.map((it) => marker(scene, it, options(it))),
      this.sliding ? ruler(scene, this.sliding, false, "sliding") : null,
      ...scene.pieces.map((it) => piece(scene, it, options(it))),
      ...this.overlays(scene, unit),
      ...rolls(scene, this.seen),
    ]);
    const state = { tools: this.tools, tool: aim.tool, zoom: this.look.zoom, grid: this.gridded(), open: this.bar, flipped: this.flipped };
    return h("div", { class: ["bloc", { narrow: this.narrow }], "data-testid": "bloc", "data-board": "", "data-seq": scene.seq, "data-turn": scene.turn, "data-mode": aim.mode, "data-tool": aim.tool || "", "data-rev": aim.rev, "data-nudged": this.nudged, "data-worn": this.worn }, [svg, words.tools ? toolbar(words, state, this.act) : null]);
  },
};

const sized = ([x, y, angle, length, width]) => ({ x, y, angle, length, width });
