// Turns a tree of plain data into Vue nodes. The server builds the tree from a view; text stays text, tags and
// attributes are a closed list, and the only behaviours are the four below: an intent to send, a local setting,
// something to drag, somewhere to drop it.
import { h, reactive } from "vue";
import { sign } from "house-ui/sign.js";
import { drawing } from "house-ui/drawing.js";

const TAGS = new Set(
  ("a article aside button details dd div dl dt em footer h1 h2 h3 header hr i kbd label li main nav ol p section small " +
    "output q s span strong summary ul").split(" "),
);
const ATTRIBUTES = /^(aria-[a-z]+|data-[a-z0-9-]+|role|title|lang|tabindex|id|open)$/;

// The choices of this window alone (open tab, log filter): shared by every pane of the page, never sent.
export const local = reactive({});

export function setLocal(key, value) {
  local[key] = value;
  document.body.dataset[key] = value;
}

// Small trees by name, which change more often than those that hold their places: who is there.
export const told = reactive({});

// A page's first picture has its board; the contents of what is marked `later` are drawn right after it. A page that
// nobody looks at has no pictures.
const picture = reactive({ shown: document.hidden });
let awaited = false;

/** Whether the first picture has been shown; where a component asks as it is drawn, it is drawn again then. */
export function pictured() {
  if (!picture.shown && !awaited) {
    awaited = true;
    requestAnimationFrame(() => setTimeout(() => (picture.shown = true)));
  }
  return picture.shown;
}

function attributes(node, emit) {
  const attrs = { class: node.c, key: node.k };
  for (const [name, value] of Object.entries(node.a || {})) {
    if (ATTRIBUTES.test(name) && value !== null) attrs[name] = value;
  }
  if (node.href && (node.href.startsWith("/") || node.href.startsWith("#"))) attrs.href = node.href;
  if (node.style) attrs.style = node.style;
  if (node.t === "button") attrs.type = "button";
  if (node.hot) Object.assign(attrs, { "data-hotkey": node.hot, "aria-keyshortcuts": node.hot });
  if (node.set) {
    const [key, value] = node.set;
    if (!node.do) attrs["aria-pressed"] = String(local[key] === value);
    attrs.onClick = () => setLocal(key, node.toggle && local[key] === value ? "" : value);
  }
  if (node.do) {
    const before = attrs.onClick;
    attrs.onClick = (event) => {
      event.stopPropagation();
      before?.(event);
      if (attrs["aria-disabled"] !== "true" || node.do.do === "why") emit(node.do);
    };
  }
  if (node.long) Object.assign(attrs, longPress(node.long, emit));
  if (node.light) Object.assign(attrs, lighting(node.light));
  if (node.drop !== undefined) attrs["data-drop"] = node.drop;
  if (node.drag !== undefined) {
    attrs["data-drag"] = node.drag;
    attrs.onPointerdown = (event) => startDrag(event, node.drag, emit);
    attrs.onClickCapture = swallowClick;
  }
  return attrs;
}

// The things that a line is about light up on the board while it is pointed at, has the focus, or was tapped.
export function light(detail) {
  document.dispatchEvent(new CustomEvent("olomoc-light", { detail }));
}

function lighting(it) {
  const [on, off] = [() => light(it), () => light(null)];
  return { "data-light": JSON.stringify(it), onPointerenter: on, onFocus: on, onPointerleave: off, onBlur: off, onVnodeBeforeUnmount: off };
}

// A finger held down, or the other button of a mouse, means something else than a press.
const LONG_MS = 500;

// The finger that is down: not of one drawing of an element, as what it means is drawn before it is lifted.
const finger = { due: null, from: null, fired: false };

function lifted() {
  clearTimeout(finger.due);
  finger.due = null;
}

// Before anybody else hears of it: what was held down is no press, nor the way to a sheet.
window.addEventListener("pointerdown", () => (lifted(), (finger.fired = false)), true);
window.addEventListener("click", (event) => {
  if (!finger.fired) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  finger.fired = false;
}, true);

function longPress(intent, emit) {
  return {
    onPointerdown: (event) => {
      if (event.pointerType !== "touch") return;
      finger.from = { x: event.clientX, y: event.clientY };
      finger.due = setTimeout(() => {
        finger.due = null;
        finger.fired = true;
        emit(intent);
      }, LONG_MS);
    },
    onPointermove: ({ clientX, clientY }) => finger.due && Math.hypot(clientX - finger.from.x, clientY - finger.from.y) > 8 && lifted(),
    onPointerup: lifted,
    onPointercancel: lifted,
    onPointerleave: lifted,
    onContextmenu: (event) => {
      event.preventDefault();
      if (!finger.fired && finger.due === null) emit(intent);
    },
  };
}

// A line to type in. What is typed is told as it is typed, and never overwritten by a later drawing.
function field(node, emit) {
  const attrs = attributes(node, emit);
  delete attrs.onClick;
  return h("input", {
    ...attrs,
    type: "text",
    maxlength: node.most,
    placeholder: node.hint,
    onInput: (event) => emit({ ...node.do, text: event.target.value }),
    onVnodeMounted: (vnode) => (vnode.el.value = node.value || ""),
  });
}

// A picture over what stands in its place: after the first picture, and gone again if it does not come.
function plate(node) {
  const shown = pictured() && node.src.startsWith("/");
  const missing = (event) => (event.target.hidden = true);
  const image = () => h("img", { key: node.src, src: node.src, alt: "", loading: "lazy", decoding: "async", draggable: "false", onError: missing });
  return h("i", { class: ["plate-picture", node.c], "aria-hidden": "true" }, shown ? [image()] : []);
}

export function render(node, emit) {
  if (node === null || node === undefined) return null;
  if (typeof node === "string") return node;
  if (node.t === "icon") return sign(node.name, node.label, node.c);
  if (node.t === "plate") return plate(node);
  if (node.t === "field") return field(node, emit);
  if (node.t === "drawing") return drawing(node);
  if (node.t === "told") return render(told[node.name], emit);
  if (!TAGS.has(node.t)) throw new Error(`a pane may not hold <${node.t}>`);
  const inside = node.later && !pictured() ? [] : node.x || [];
  return h(node.t, attributes(node, emit), inside.map((child) => render(child, emit)));
}

// Dragging: past six pixels a copy of the element follows the pointer; where it is let go, the nearest
// [data-drop] is named to the server, which alone knows whether that means anything.
let dragged = false;

function swallowClick(event) {
  if (!dragged) return;
  event.preventDefault();
  event.stopPropagation();
  dragged = false;
}

function startDrag(event, what, emit) {
  if (event.button !== 0 && event.pointerType === "mouse") return;
  const source = event.currentTarget;
  const box = source.getBoundingClientRect();
  const grip = { x: event.clientX - box.left, y: event.clientY - box.top };
  const from = { x: event.clientX, y: event.clientY };
  let copy = null;
  let over = null;
  dragged = false;
  const target = (e) => document.elementFromPoint(e.clientX, e.clientY)?.closest("[data-drop]") ?? null;
  const move = (e) => {
    if (!copy && Math.hypot(e.clientX - from.x, e.clientY - from.y) < 6) return;
    if (!copy) {
      dragged = true;
      copy = source.cloneNode(true);
      copy.removeAttribute("data-testid");
      copy.classList.add("dragged");
      Object.assign(copy.style, { width: `${box.width}px`, height: `${box.height}px` });
      document.body.append(copy);
    }
    copy.style.transform = `translate(${e.clientX - grip.x}px, ${e.clientY - grip.y}px)`;
    const now = target(e);
    if (now !== over) {
      over?.classList.remove("over");
      now?.classList.add("over");
      over = now;
    }
  };
  const finish = (e) => {
    window.removeEventListener("pointermove", move);
    window.removeEventListener("pointerup", finish);
    window.removeEventListener("pointercancel", finish);
    over?.classList.remove("over");
    if (!copy) return;
    copy.remove();
    const there = e.type === "pointerup" ? target(e) : null;
    if (there) emit({ do: "drop", drag: what, drop: there.dataset.drop });
    setTimeout(() => (dragged = false), 0);
  };
  window.addEventListener("pointermove", move);
  window.addEventListener("pointerup", finish);
  window.addEventListener("pointercancel", finish);
}
