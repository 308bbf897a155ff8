// A question that most answer with nothing: its button with `data-passes` is pressed by itself when a bar on it has run out, the
// same for everybody, so that nothing is told by how long it takes. It runs once all that happened has been told; any key or
// press holds it, and the preference `passing` switches it off.
import { watch } from "vue";
import { stage } from "house-ui/director.js";

const RUNS_MS = 3000;
const GUIDE = ".guide"; // whoever is taught decides in their own time

let asked = null; // the decision that the bar is about
let held = false;
let timer = null;

const found = () => [...document.querySelectorAll(".stage [data-passes]")].find((it) => it.checkVisibility());
const decision = (button) => button?.closest("[data-decision]")?.dataset.decision ?? null;

function stop() {
  clearTimeout(timer);
  timer = null;
  delete document.body.dataset.runs;
}

/** Call when a question may have been drawn. */
export function passes() {
  const button = found();
  if (decision(button) !== asked) {
    stop();
    asked = decision(button);
    held = document.body.dataset.passing === "never" || document.querySelector(GUIDE) !== null;
  }
  if (!button || held || stage.telling || document.hidden) return stop();
  if (timer !== null) return;
  document.body.dataset.runs = "";
  timer = setTimeout(() => {
    stop();
    held = true;
    found()?.click();
  }, RUNS_MS);
}

function hold() {
  if (timer === null) return;
  stop();
  held = true;
}

watch(() => stage.telling, () => queueMicrotask(passes));
document.addEventListener("visibilitychange", passes);
for (const gesture of ["pointerdown", "keydown"]) window.addEventListener(gesture, hold, true);
