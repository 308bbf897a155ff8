// The order in which a table is shown. What has come from the server is held back, and shown step by step: while an event is
// told, board and log show the moment of that event, never a later one. The question is there from the start, dimmed. A
// press, or the space bar, shows the rest at once. The server waits for nothing of this.
import { reactive } from "vue";
import { elsewhere, presses } from "house-ui/keys.js";

// How long all that waits may take, and one event at most and at least.
const PACES = { on: { all: 4000, most: 1500, least: 180 }, brisk: { all: 1600, most: 600, least: 90 } };
const AWAY = PACES.brisk;

/** `until`: the number of the last event that the log shows; `told`: the event that is told, or the last that was. */
export const stage = reactive({ until: Infinity, told: null, telling: false });

let arrived = null; // what has come in this turn of the page: parts with what they are to show, and events to tell
let waiting = []; // moments that wait, the first being told
let timer = null;
let ends = 0;
let last = -1;

const staged = () => document.querySelector(".stage") !== null;
const pace = () => (document.body.dataset.pace === "away" ? AWAY : PACES[document.body.dataset.beats] ?? PACES.on);

/** Whether a part of the table is held back while something is told: what lies on it, not what is asked. */
export const held = (element) => {
  const part = element.closest?.(".stage .part");
  return part !== null && part !== undefined && ["strip", "rail", "top", "board", "hand"].some((it) => part.classList.contains(`part-${it}`));
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

/** Tells events: each `{n, node, light?, about?}`; `newest`: the number of the last event that the parts show. */
export function tell(beats, newest) {
  const now = gather();
  now.beats.push(...beats);
  now.last = newest;
  // The log draws itself in this turn of the page: it must not be ahead.
  if (beats.length && told() && staged() && stage.until === Infinity) stage.until = beats[0].n - 1;
}

const told = () => document.body.dataset.beats !== "off";

function arrange() {
  const now = arrived;
  arrived = null;
  if (!told()) now.beats = [];
  if (!stage.telling && !waiting.length && !now.beats.length) return apply(now);
  if (!waiting.length) ends = performance.now() + pace().all;
  waiting.push(now);
  if (document.hidden) return (document.body.dataset.pace = "away");
  if (!stage.telling) next();
}

function apply(moment) {
  for (const show of moment.shows.values()) show();
  moment.shows.clear();
  if (moment.last >= 0) last = moment.last;
  mark();
}

function mark() {
  // What follows an event without being told itself is shown with it.
  const shown = { board: Math.min(last, stage.until), log: stage.until === Infinity ? last : stage.until };
  for (const [name, moment] of Object.entries(shown)) {
    const part = document.querySelector(`[data-part="${name}"]`);
    if (part) part.dataset.moment = moment;
  }
  const beat = document.querySelector('[data-part="beat"]');
  if (beat) beat.dataset.moment = stage.told?.n ?? last;
}

function next() {
  timer = null;
  while (waiting.length && !waiting[0].beats.length) apply(waiting.shift());
  const left = waiting.reduce((sum, it) => sum + it.beats.length, 0);
  const now = performance.now();
  if (!left || now > ends) return finish();
  const moment = waiting[0];
  stage.told = moment.beats.shift();
  stage.telling = true;
  stage.until = stage.told.n;
  if (!moment.beats.length) apply(waiting.shift());
  document.body.dataset.telling = "";
  mark();
  const { most, least } = pace();
  timer = setTimeout(next, Math.min(most, Math.max(least, (ends - now) / left)));
}

/** Shows all that waits. */
function finish() {
  clearTimeout(timer);
  timer = null;
  for (const moment of waiting.splice(0)) {
    stage.told = moment.beats.at(-1) ?? stage.told;
    apply(moment);
  }
  stage.telling = false;
  stage.until = Infinity;
  delete document.body.dataset.telling;
  delete document.body.dataset.pace;
  mark();
}

/** The moment that a page begins with; what happened before is the log's business. */
export function begin(newest) {
  last = Math.max(last, newest);
  mark();
}

window.addEventListener("pointerdown", () => (stage.telling ? finish() : null), true);
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
