// Answers typed in words: ":" opens a line in which one writes what one would press ("move", "hall", "2"). Enter presses the
// control of the table that has all of these words; of several the one in the question; else they are told. The words of
// the line are on the question: `data-typed` (its name), `data-typed-none`, `data-typed-many`.
import { elsewhere, question } from "house-ui/keys.js";

const CONTROLS = "[data-part=prompt] button, [data-part=answers] button, .stage [data-thing]";
const MOST = 6;
let line = null;

const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
const tokens = (text) => plain(text).split(/[^\p{L}\p{N}]+/u).filter(Boolean);

function name(control) {
  const copy = control.cloneNode(true);
  for (const it of copy.querySelectorAll("kbd, [aria-hidden=true]")) it.remove();
  return (control.getAttribute("aria-label") || copy.textContent).trim();
}

const pressable = (it) => it.getAttribute("aria-disabled") !== "true" && it.dataset.read === undefined && (it.checkVisibility?.() ?? true);

/** The controls that have all the words, each as the beginning of one of theirs. */
function meant(words) {
  const found = [];
  for (const it of document.querySelectorAll(CONTROLS)) {
    if (!pressable(it)) continue;
    const its = tokens(`${name(it)} ${it.dataset.thing ?? ""}`);
    if (words.every((word) => its.some((token) => token.startsWith(word)))) found.push(it);
  }
  return found;
}

/** The one of several that is meant: the only one of the question, or the only one whose words are no more than these. */
function one(found, words) {
  if (found.length < 2) return found[0];
  const whole = found.filter((it) => tokens(name(it)).length === words.length);
  const asked = found.filter((it) => it.closest("[data-part=prompt], [data-part=answers]"));
  return whole.length === 1 ? whole[0] : asked.length === 1 ? asked[0] : undefined;
}

function enter(text, say) {
  const words = tokens(text), key = document.querySelector(`[data-part=prompt] [data-hotkey~="${CSS.escape(text.trim())}"]`);
  const found = words.length ? meant(words) : [];
  const control = key ?? one(found, words);
  const told = question()?.dataset ?? {};
  if (control) control.click();
  else say(found.length ? `${told.typedMany} ${found.slice(0, MOST).map(name).join(" · ")}` : told.typedNone);
  return control !== undefined;
}

function close() {
  line?.remove();
  line = null;
  question()?.focus({ preventScroll: true });
}

function open() {
  const words = question()?.dataset.typed;
  if (!words || line) return line?.querySelector("input").focus();
  line = document.createElement("form");
  line.className = "typed-answer";
  const [label, input, told] = ["label", "input", "output"].map((tag) => document.createElement(tag));
  label.textContent = words;
  Object.assign(input, { type: "text", maxLength: 120, autocomplete: "off", spellcheck: false });
  told.setAttribute("role", "status");
  label.append(input);
  line.append(label, told);
  line.addEventListener("submit", (event) => {
    event.preventDefault();
    told.textContent = "";
    if (enter(input.value, (text) => (told.textContent = text))) input.value = "";
  });
  line.addEventListener("keydown", (event) => event.key === "Escape" && (event.preventDefault(), close()));
  document.body.append(line);
  input.focus();
}

window.addEventListener("keydown", (event) => {
  if (event.key !== ":" || elsewhere(event) || !question()?.dataset.typed) return;
  event.preventDefault();
  open();
});
document.addEventListener("click", (event) => event.target.closest?.("[data-types]") && open());
