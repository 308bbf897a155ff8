// Pointing, wholly in the browser: the ghost follows the pointer, the ruler turns under it, the view moves, without asking
// anyone; only where something is let go is told.
import { hold as holdRuler, lying } from "olomoc-bloc/overlay.js";
import { SIDE, degrees, pointer, toBloc, toScreen } from "olomoc-bloc/project.js";

const STEP = 25400 / 8;
const TURN = (Math.PI / 36) * 1e6;
const TAP = 6;
const HELD = 1.3;
const TWICE_MS = 400;

/** Handlers for the drawing. `host` is the component: svg, scene, aim, tool, view(…), cursor, `tell(what, args)`. */
export function pointing(host) {
  let drag = null;
  let dropped = null;
  let placed = -Infinity;
  const touching = new Map();

  const find = (selector) => host.svg().querySelector(selector);
  const ghostTo = (x, y) => find(".ghost")?.setAttribute("transform", `translate(${x} ${y})`);
  const poseTo = (pose) => {
    const [x, y] = toScreen(host.scene.turn, pose.x, pose.y);
    find(".in-hand")?.setAttribute("transform", `translate(${x} ${y}) rotate(${degrees(host.scene.turn, pose.angle)})`);
  };
  const settle = () => host.svg().classList.remove("pointing", "panning", "turning");

  function hold(event, name) {
    event.preventDefault();
    host.svg().setPointerCapture(event.pointerId);
    if (name) host.svg().classList.add(name);
  }

  function down(event) {
    touching.set(event.pointerId, [event.clientX, event.clientY]);
    if (touching.size === 2) return pinch();
    if (touching.size > 2) return;
    host.skip();
    dropped = null;
    const twice = event.timeStamp - placed < TWICE_MS;
    const from = { x: event.clientX, y: event.clientY, type: event.pointerType };
    const at = pointer(host.svg(), event);
    if (event.button === 1 || (event.button === 0 && event.shiftKey)) {
      drag = { kind: "pan", from, last: from };
      return hold(event, "panning");
    }
    if (event.button !== 0 && event.pointerType === "mouse") return;
    if (event.target.closest("[data-act], [data-edge-choice]")) return;
    const thing = event.target.closest(".piece[data-id], .marker[data-id]")?.dataset.id ?? thingAt(at);
    if (host.aim.tool) {
      drag = { kind: "measure", from, start: end(at, thing), first: at, at };
      return hold(event);
    }
    if (host.aim.mode === "decor") return downDecor(event, at);
    if (host.aim.mode !== "point" || (thing && host.aim.pick?.includes(thing))) {
      drag = { kind: "tap", from, last: from, thing, at };
      return;
    }
    if (event.target.closest(".ruler.turns") && !inGhost(at)) {
      drag = { kind: "turn", from, at, grip: gripOf(at), n: null };
      return hold(event, "turning");
    }
    drag = { kind: "ghost", from, at, thing: thingAt(at), moved: false, twice };
    hold(event);
  }

  /** The thing there, other than the one being placed: the drawing's own order decides between two. */
  function thingAt([x, y]) {
    const hit = host.scene.pieces.find((it) => {
      const [cx, cy] = toScreen(host.scene.turn, it.x, it.y);
      return Math.hypot(cx - x, cy - y) <= it.d / 2;
    });
    return hit?.id ?? null;
  }

  const inGhost = ([x, y]) => {
    if (!host.aim.to) return false;
    const [cx, cy] = toScreen(host.scene.turn, ...host.aim.to);
    return Math.hypot(cx - x, cy - y) <= (host.aim.piece.d / 2) * HELD;
  };

  /** In the middle of the piece that is to move, where it stands: pressing it again puts its movement away. */
  const atHeart = ([x, y]) => {
    if (!host.aim.from) return false;
    const [cx, cy] = toScreen(host.scene.turn, ...host.aim.from);
    return Math.hypot(cx - x, cy - y) <= host.aim.piece.d / 6;
  };

  function end(at, thing) {
    if (inGhost(at)) return { planned: true };
    if (thing) return { id: thing };
    const [x, y] = toBloc(host.scene.turn, ...at);
    return { x, y };
  }

  function downDecor(event, at) {
    const held = event.target.closest(".in-hand");
    if (!held && host.aim.decorPick && event.target.closest("[data-id]")) return;
    hold(event, "pointing");
    const pose = { ...host.aim.pose };
    const [cx, cy] = toScreen(host.scene.turn, pose.x, pose.y);
    const turning = Boolean(event.target.closest("[data-grip=turn]"));
    drag = { kind: turning ? "turn-decor" : "carry", pose, grip: held ? [at[0] - cx, at[1] - cy] : [0, 0] };
    if (!held) move(event);
  }

  /** Two fingers: the drag of the first is given up, from here on they move the view. */
  function pinch() {
    settle();
    if (drag && drag.kind !== "pinch") host.redraw();
    const [a, b] = [...touching.values()];
    drag = { kind: "pinch", apart: Math.hypot(a[0] - b[0], a[1] - b[1]), middle: [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2] };
  }

  function move(event) {
    if (touching.has(event.pointerId)) touching.set(event.pointerId, [event.clientX, event.clientY]);
    if (!drag) return;
    if (drag.kind === "pinch") return pinched();
    const far = drag.from ? Math.hypot(event.clientX - drag.from.x, event.clientY - drag.from.y) : 99;
    if (drag.kind === "pan" || (drag.kind === "tap" && !drag.thing && host.view().zoom > 1 && far > TAP)) return pan(event);
    if (drag.kind === "tap") {
      if (far > TAP && host.aim.walkers?.includes(drag.thing)) carry(event);
      return;
    }
    const at = pointer(host.svg(), event);
    if (drag.kind === "ghost") {
      if (!drag.moved && far <= TAP) return;
      drag.moved = true;
      host.svg().classList.add("pointing");
      drag.at = at;
      follow();
    } else if (drag.kind === "measure") {
      drag.at = at;
      if (far > TAP) live(drag.first, at);
    } else if (drag.kind === "turn") {
      turnRuler(at);
    } else if (drag.kind === "carry") {
      [drag.pose.x, drag.pose.y] = toBloc(host.scene.turn, at[0] - drag.grip[0], at[1] - drag.grip[1]);
      poseTo(drag.pose);
    } else {
      const [cx, cy] = toScreen(host.scene.turn, drag.pose.x, drag.pose.y);
      const onScreen = Math.atan2(at[1] - cy, at[0] - cx) * 1e6;
      drag.pose.angle = normal(onScreen - host.scene.turn * (Math.PI / 2) * 1e6);
      poseTo(drag.pose);
    }
  }

  /** One's own active piece is dragged: its walk begins, and what is drawn of it follows as soon as it is there. */
  function carry(event) {
    host.tell("pick", { id: drag.thing });
    drag = { kind: "ghost", from: drag.from, at: pointer(host.svg(), event), thing: drag.thing, moved: true, begun: drag.thing };
    hold(event, "pointing");
  }

  /** The ghost under the pointer, and the ruler beside its way. */
  function follow() {
    if (host.aim.mode !== "point") return;
    ghostTo(...drag.at);
    if (host.aim.held) holdRuler(find(".held-ruler"), host.scene, host.aim, drag.at);
  }

  /** The drawing is another: what is being dragged is where the pointer is, and a walk that was dragged before it was
   * drawn is put down now. */
  function redrawn() {
    if (drag?.kind === "ghost" && drag.moved) follow();
    if (!dropped || host.aim.mode !== "point" || host.aim.piece.id !== dropped.begun) return;
    const done = dropped;
    dropped = null;
    letGo(done);
  }

  function pan(event) {
    if (drag.kind === "tap") {
      drag.kind = "pan";
      hold(event, "panning");
    }
    const scale = host.perPixel();
    host.pan((drag.last.x - event.clientX) * scale, (drag.last.y - event.clientY) * scale);
    drag.last = { x: event.clientX, y: event.clientY };
  }

  function pinched() {
    const [a, b] = [...touching.values()];
    if (!b) return;
    const apart = Math.hypot(a[0] - b[0], a[1] - b[1]);
    const middle = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
    const scale = host.perPixel();
    host.pan((drag.middle[0] - middle[0]) * scale, (drag.middle[1] - middle[1]) * scale);
    host.zoom(apart / Math.max(drag.apart, 1), pointer(host.svg(), { clientX: middle[0], clientY: middle[1] }));
    drag = { ...drag, apart, middle };
  }

  function live([x1, y1], [x2, y2]) {
    const line = find(".measure-live");
    for (const [name, value] of Object.entries({ x1, y1, x2, y2 })) line?.setAttribute(name, value);
  }

  // Turning the ruler: where it was taken hold of stays under the pointer, as nearly as a legal placement lets it.

  function gripOf(at) {
    const { x, y, angle } = host.aim.ruler;
    const [bx, by] = toBlocFree(at);
    const [cos, sin] = [Math.cos(angle / 1e6), Math.sin(angle / 1e6)];
    return [(bx - x) * cos + (by - y) * sin, (by - y) * cos - (bx - x) * sin];
  }

  function toBlocFree([sx, sy]) {
    const [x, y, side] = [sx * 1000, sy * 1000, SIDE];
    return [[x, y], [y, side - x], [side - x, side - y], [side - y, x]][host.scene.turn];
  }

  function turnRuler(at) {
    const [bx, by] = toBlocFree(at);
    const [u, v] = drag.grip;
    let best = [Infinity, null];
    host.aim.turns.forEach(([x, y, angle], n) => {
      const [cos, sin] = [Math.cos(angle / 1e6), Math.sin(angle / 1e6)];
      // A ruler turned by half a circle is the same ruler, held at its other end.
      for (const way of [1, -1]) {
        const far = Math.hypot(x + way * (u * cos - v * sin) - bx, y + way * (u * sin + v * cos) - by);
        if (far < best[0]) best = [far, n];
      }
    });
    if (best[1] === null || best[1] === drag.n) return;
    drag.n = best[1];
    show(best[1]);
  }

  function show(n) {
    const [x, y, angle, length] = host.aim.turns[n];
    const element = find(".ruler");
    if (element && Number(element.dataset.length) === length) element.setAttribute("transform", lying(host.scene, { x, y, angle }));
    else host.turned(n);
  }

  function up(event) {
    touching.delete(event.pointerId);
    if (!drag) return;
    if (drag.kind === "pinch") {
      if (touching.size === 0) drag = null;
      return;
    }
    const done = drag;
    drag = null;
    settle();
    if (event.type === "pointercancel") return host.redraw();
    if (done.kind === "tap") {
      if (done.thing) host.tell("pick", { id: done.thing });
      else host.tell("blank", {});
    } else if (done.kind === "measure") {
      host.tell("end", done.start);
      const far = Math.hypot(event.clientX - done.from.x, event.clientY - done.from.y);
      if (far > TAP) host.tell("end", end(done.at, thingAt(done.at)));
    } else if (done.kind === "turn") {
      if (done.n !== null) host.tell("turn", { n: done.n });
    } else if (done.kind === "ghost") {
      letGo(done);
    } else if (done.kind === "carry" || done.kind === "turn-decor") host.tell("pose", done.pose);
  }

  /** A ghost let go, or a place pressed. With a mouse a press on a good ghost is the last word, unless confirming is
      wanted always; where it is never wanted, what is legal is done at once. */
  function letGo(done) {
    if (host.aim.mode !== "point") {
      dropped = done.begun ? done : null;
      return;
    }
    const asks = document.body.dataset.confirm || "touch";
    if (!done.moved && done.thing && done.thing !== host.aim.piece.id) return host.tell("pick", { id: done.thing });
    if (!done.moved && !host.aim.to && atHeart(done.at)) return host.tell("cancel", {});
    if (!done.moved && inGhost(done.at) && host.aim.ok) {
      if (done.twice) return;
      if (asks === "never" || (asks === "touch" && done.from.type === "mouse")) return host.tell("confirm", {});
      return;
    }
    placed = performance.now();
    // Whoever set out by pressing the piece has it in focus still: from here on Enter means the walk, not the piece.
    host.svg().focus({ preventScroll: true });
    const [x, y] = toBloc(host.scene.turn, ...done.at);
    if (!done.moved) ghostTo(...done.at);
    host.tell("point", { x, y, go: asks === "never" });
  }

  function wheel(event) {
    event.preventDefault();
    if (host.aim.mode === "decor" && !event.ctrlKey) {
      const pose = { ...host.aim.pose, angle: normal(host.aim.pose.angle + Math.sign(event.deltaY) * TURN) };
      poseTo(pose);
      host.tell("pose", pose);
    } else host.zoom(Math.exp(-event.deltaY * (event.deltaMode ? 0.05 : 0.0016)), pointer(host.svg(), event));
  }

  function click(event) {
    const act = event.target.closest("[data-act]");
    const edge = event.target.closest("[data-edge-choice]");
    if (act) host.tell(act.dataset.act, {});
    else if (edge) host.tell("edge", { edge: edge.dataset.edgeChoice });
  }

  /** Arrows move what is pointed with, R and T turn ruler or decor, Enter puts it to the engine, on a piece picks it. */
  function key(event) {
    const act = event.target.closest("[data-act]");
    const edge = event.target.closest("[data-edge-choice]");
    const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    const presses = event.key === "Enter" || event.key === " ";
    if (act && presses) {
      event.preventDefault();
      return host.tell(act.dataset.act, {});
    }
    if (edge && event.key === "Enter") return host.tell("edge", { edge: edge.dataset.edgeChoice });
    if ((event.key === "r" || event.key === "t") && turnBy(event.key === "r" ? 1 : -1)) return event.preventDefault();
    if (arrows[event.key]) {
      event.preventDefault();
      const from = event.target.closest(".piece[data-id]")?.dataset.id;
      if (from && !host.cursor() && host.aim.mode === "idle") host.point(toScreen(host.scene.turn, ...placeOf(from)));
      // From here on the cursor is what Enter means, not the piece that it set out from.
      if (host.aim.tool || host.aim.mode === "idle") host.svg().focus();
      return nudge(arrows[event.key], event.shiftKey ? 8 : 1);
    }
    if (!presses) return;
    const piece = event.target.closest(".piece[data-id], .marker[data-id]");
    if (piece) {
      event.preventDefault();
      event.stopPropagation();
      return host.tell("pick", { id: piece.dataset.id });
    }
    if (host.cursor() && (host.aim.tool || host.aim.mode === "idle")) {
      event.preventDefault();
      event.stopPropagation();
      const thing = thingAt(host.cursor());
      if (host.aim.tool) host.tell("end", end(host.cursor(), thing));
      else if (thing) host.tell("pick", { id: thing });
    }
  }

  /** Whether there is something to turn; else the key may mean something else. */
  function turnBy(way) {
    if (host.aim.mode === "decor") {
      host.tell("pose", { ...host.aim.pose, angle: normal(host.aim.pose.angle + way * TURN) });
    } else if (host.aim.turns?.length > 1 && host.aim.ruler) {
      const { turns, ruler } = host.aim;
      const order = turns.map((row, n) => n).sort((a, b) => turns[b][3] - turns[a][3] || turns[a][2] - turns[b][2] || turns[a][0] - turns[b][0]);
      const far = (n) => Math.hypot(turns[n][0] - ruler.x, turns[n][1] - ruler.y) + Math.abs(turns[n][2] - ruler.angle) / 100 + (turns[n][3] === ruler.length ? 0 : 1e7);
      const now = order.reduce((best, n, i) => (far(n) < far(order[best]) ? i : best), 0);
      host.tell("turn", { n: order[(now + way + order.length) % order.length] });
    } else return false;
    return true;
  }

  function nudge([dx, dy], times) {
    const aim = host.aim;
    if (aim.tool || aim.mode === "idle") {
      const [x, y] = host.cursor() || toScreen(host.scene.turn, ...(placeOf(aim.chosen) || [SIDE / 2, SIDE / 2]));
      const keep = (v) => Math.min(SIDE / 1000, Math.max(0, v));
      return host.point([keep(x + (dx * STEP * times) / 1000), keep(y + (dy * STEP * times) / 1000)]);
    }
    const from = aim.mode === "decor" ? [aim.pose.x, aim.pose.y] : aim.to || aim.from || [SIDE / 2, SIDE / 2];
    const [sx, sy] = toScreen(host.scene.turn, ...from);
    const [x, y] = toBloc(host.scene.turn, sx + (dx * STEP * times) / 1000, sy + (dy * STEP * times) / 1000);
    if (aim.mode === "decor") host.tell("pose", { ...aim.pose, x, y });
    else host.tell("point", { x, y });
  }

  function placeOf(id) {
    const it = host.scene.pieces.find((piece) => piece.id === id);
    return it ? [it.x, it.y] : null;
  }

  return { redrawn, onPointerdown: down, onPointermove: move, onPointerup: up, onPointercancel: up, onWheel: wheel, onClick: click, onKeydown: key };
}

const FULL = Math.round(Math.PI * 2e6);
const normal = (angle) => ((Math.round(angle) % FULL) + FULL) % FULL;
