// The order in which a table is shown. What has come from the server is held back, and shown step by step: while an event is
// told, board and log show the moment of that event, never a later one. The question is there from the start, dimmed. A
// press, the space bar or an answer shows the rest at once. The server waits for nothing of this.
import { reactive } from "vue";
import { elsewhere, presses } from "house-ui/keys.js";

// How long all that waits may take (4 s with the last event at its least), and one event at most and at least; one with a
// scene has `SCENE` times as long. `reads`: whether one that must be read takes the time that it asks for (`stays`) before
// others, as far as all have so much.
const PACES = { on: { all: 3800, most: 1300, least: 180, reads: true }, brisk: { all: 1600, most: 600, least: 90, reads: false } };
const AWAY = PACES.brisk;
const SCENE = 2;
const PATIENCE = 150; // how long an event waits for its moment, which the server is asked for

/** `until`: the number of the last event that the log shows; `told`: the event that is told, or the last that was. */
export const stage = reactive({ until: Infinity, told: null, telling: false });

let arrived = null; // what has come in this turn of the page: parts with what they are to show, and events to tell
let waiting = []; // moments that wait, the first being told
let timer = null;
let owed = null; // the event that waits for its moment
let ends = 0;
let last = -1;
let drawn = -1; // the event whose moment the board shows
const parts = new Map(); // parts that are shown step by step, by the ids of their elements
const moments = new Map(); // what they show at an event that is still to be told

const staged = () => document.querySelector(".stage") !== null;
const pace = () => (document.body.dataset.pace === "away" ? AWAY : PACES[document.body.dataset.beats] ?? PACES.on);

/** For the `mixins` of a component that lies on the table: its method `step(text)` shows it as it was at an event. */
export const stepwise = {
  mounted() {
    parts.set(this.$el.id, this);
  },
  unmounted() {
    parts.delete(this.$el.id);
  },
};

/** Whether a part of the table is held back while something is told: what lies on it, not what is asked. */
export const held = (element) => {
  const part = element.closest?.(".stage .part");
  return part !== null && part !== undefined && ["strip", "rail", "flank", "top", "beat", "board", "hand"].some((it) => part.classList.contains(`part-${it}`));
};

function gather() {
  if (arrived === null) {
    arrived = { shows: new Map(), beats: [], last: -1 };
    queueMicrotask(arrange);
  }
  return arrived;
}

/** Shows a part by `show`, when what has happened before that has been told. */
export function present(part, show) {
  gather().shows.set(part, show);
}

/** Tells events: each `{n, node, scene?, stays?, light?, about?}`; `newest`: the number of the last event that the parts show.
 * Returns the events whose moments the page needs: after the last of them everything is shown as it is. */
export function tell(beats, newest) {
  const now = gather();
  now.beats.push(...beats);
  now.last = newest;
  if (!told() || !staged()) return [];
  // The log draws itself in this turn of the page: it must not be ahead.
  if (beats.length && stage.until === Infinity) stage.until = beats[0].n - 1;
  return beats.slice(0, -1).map((beat) => beat.n);
}

const told = () => document.body.dataset.beats !== "off";

/** What the parts show at event `n`, as the server sends it when it has been asked for. */
export function supply(n, texts) {
  if (!waiting.length && !stage.telling) return;
  moments.set(n, texts);
  if (n === owed) {
    clearTimeout(timer);
    next();
  } else if (stage.telling) step();
}

/** Shows the moment of the event that is told, unless that is the last of a command: then all is shown as it is. */
function step() {
  const texts = moments.get(stage.told.n);
  if (!texts || drawn >= stage.told.n) return;
  moments.delete(stage.told.n);
  for (const [id, text] of Object.entries(texts)) attempt(() => parts.get(id)?.step(text));
  drawn = stage.told.n;
  mark();
}

function arrange() {
  const now = arrived;
  arrived = null;
  if (!told()) now.beats = [];
  if (!stage.telling && !waiting.length && !now.beats.length) return apply(now);
  if (!waiting.length) ends = performance.now() + pace().all;
  waiting.push(now);
  if (document.hidden) return (document.body.dataset.pace = "away");
  if (!stage.telling && !timer) next();
}

// What cannot be drawn must not keep from being shown what comes after it.
function attempt(show) {
  try {
    show();
  } catch (problem) {
    console.error(problem);
  }
}

function apply(moment) {
  for (const show of moment.shows.values()) attempt(show);
  moment.shows.clear();
  if (moment.last >= 0) last = drawn = moment.last;
  mark();
}

function mark() {
  // What follows an event without being told itself is shown with it.
  const shown = { board: Math.min(drawn, stage.until), log: stage.until === Infinity ? last : stage.until };
  for (const [name, moment] of Object.entries(shown)) {
    const part = document.querySelector(`[data-part="${name}"]`);
    if (part) part.dataset.moment = moment;
  }
  const beat = document.querySelector('[data-part="beat"]');
  if (beat) beat.dataset.moment = stage.told?.n ?? last;
}

const weight = (beat) => (beat.scene ? SCENE : 1);
const stays = (beat) => (pace().reads ? beat.stays ?? 0 : 0);
const sum = (of) => waiting.reduce((all, it) => it.beats.reduce((rest, beat) => rest + of(beat), all), 0);

function next() {
  timer = null;
  while (waiting.length && !waiting[0].beats.length) apply(waiting.shift());
  const left = sum(weight);
  const asked = sum(stays);
  const now = performance.now();
  if (!left || now > ends) return finish();
  const moment = waiting[0];
  const { n } = moment.beats[0];
  if (moment.beats.length > 1 && !moments.has(n) && owed !== n) {
    owed = n;
    timer = setTimeout(next, PATIENCE);
    return;
  }
  owed = null;
  if (!stage.telling) document.body.dataset.strip = document.querySelector(".standing-strip") ? "kept" : "none";
  stage.told = moment.beats.shift();
  stage.telling = true;
  stage.until = stage.told.n;
  if (moment.beats.length) step();
  else apply(waiting.shift());
  document.body.dataset.telling = "";
  mark();
  const { most, least } = pace();
  const share = weight(stage.told);
  const read = asked ? stays(stage.told) * Math.min(1, (ends - now) / asked) : 0;
  timer = setTimeout(next, Math.min(most * share, Math.max(least, read, (share * (ends - now)) / left)));
}

/** Shows all that waits. */
function finish() {
  clearTimeout(timer);
  timer = owed = null;
  for (const moment of waiting.splice(0)) {
    stage.told = moment.beats.at(-1) ?? stage.told;
    apply(moment);
  }
  moments.clear();
  stage.telling = false;
  stage.until = Infinity;
  delete document.body.dataset.telling;
  delete document.body.dataset.strip; // css/standing.css
  delete document.body.dataset.pace;
  mark();
}

/** The moment that a page begins with; what happened before is the log's business. */
export function begin(newest) {
  last = Math.max(last, newest);
  drawn = Math.max(drawn, last);
  mark();
}

window.addEventListener("pointerdown", () => (stage.telling ? finish() : null), true);
// An answer by its key is a click without a pointer.
window.addEventListener("click", (event) => (stage.telling && event.target.closest?.(".stage button") ? finish() : null), true);
window.addEventListener("keydown", (event) => {
  if (!stage.telling || event.key !== " " || elsewhere(event) || presses(event)) return;
  event.preventDefault();
  finish();
});
// What happened while nobody looked is told when somebody does, quickly.
document.addEventListener("visibilitychange", () => {
  if (document.hidden || !waiting.length) return;
  ends = performance.now() + AWAY.all;
  if (!timer) next();
});
