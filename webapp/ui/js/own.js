// Others change the page, too: translators put a text of their own in place of ours, extensions wrap and take away what they
// like. The framework would go on writing to a node that is on the page no more, or break off in the middle of a drawing,
// and old facts would stay. So a part with a node that is not where it was put is drawn anew as a whole; where that cannot
// be, the page is loaded again.
import { Fragment, Teleport, onUpdated } from "vue";

const AGAIN_MS = 30000;
const KEY = "loaded-again";
const guarded = new WeakSet();

/** Whether every node of a drawing is where it was put. */
function intact(drawn, parent) {
  if (!drawn?.el) return true;
  if (drawn.component) return intact(drawn.component.subTree, parent);
  if (drawn.type !== Fragment && drawn.el.parentNode !== parent) return false;
  const inside = drawn.type === Fragment ? parent : drawn.type === Teleport ? drawn.target : drawn.el;
  return !Array.isArray(drawn.children) || drawn.children.every((child) => intact(child, inside));
}

/** Whether every node of a drawing is on the page, whoever may have moved it. */
function onPage(drawn) {
  if (!drawn?.el) return true;
  if (drawn.component) return onPage(drawn.component.subTree);
  return drawn.el.isConnected && (!Array.isArray(drawn.children) || drawn.children.every(onPage));
}

function loadAgain() {
  const last = Number(sessionStorage.getItem(KEY));
  if (last && Date.now() - last < AGAIN_MS) return;
  sessionStorage.setItem(KEY, String(Date.now()));
  location.reload();
}

/** What the framework draws itself is looked at after each of its drawings; so is what breaks one off. */
function guard(root) {
  if (guarded.has(root)) return;
  guarded.add(root);
  onUpdated(() => onPage(root.subTree) || loadAgain(), root);
  root.appContext.config.errorHandler = (problem) => {
    console.error(problem);
    if (problem?.name === "NotFoundError" || !onPage(root.subTree)) loadAgain();
  };
}

/** For a component's `mixins`: its outermost element, or what of it may be drawn anew, has the key `anew`. */
export const own = {
  created() {
    this.anew = 0;
    guard(this.$root.$);
  },
  beforeUpdate() {
    const { subTree } = this.$;
    if (!intact(subTree, subTree.el?.parentNode)) this.anew += 1;
  },
};
