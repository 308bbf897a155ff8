// Others change the page, too: translators put a text of their own in place of ours, extensions wrap and take away what they
// like. The framework would go on writing to a node that is on the page no more, or break off in the middle of a drawing,
// and old facts would stay. So a part with a node that is not where it was put is drawn anew as a whole; where that cannot
// be, the page is loaded again.
import { Fragment, Teleport, nextTick } from "vue";

const AGAIN_MS = 30000;
const KEY = "loaded-again";
/** The framework's mark (`patchFlag`) of a drawing that is made once and used again. */
const SHARED = -1;

/** Whether every node of a drawing is where it was put. */
function intact(drawn, parent) {
  if (!drawn?.el) return true;
  if (drawn.component) return intact(drawn.component.subTree, parent);
  if (drawn.type !== Fragment && drawn.el.parentNode !== parent) return false;
  const inside = drawn.type === Fragment ? parent : drawn.type === Teleport ? drawn.target : drawn.el;
  return !Array.isArray(drawn.children) || drawn.children.every((child) => intact(child, inside));
}

/** Whether others have taken a node of what a component has drawn itself, while what holds it is on the page. What is drawn
 *  elsewhere, or once for all drawings, is not looked at: the framework leaves its nodes behind by itself. */
function taken(drawn, holder = null) {
  if (!drawn?.el || drawn.component || drawn.type === Teleport || drawn.patchFlag === SHARED) return false;
  if (holder?.isConnected && !drawn.el.isConnected) return true;
  const inside = drawn.type === Fragment ? holder : drawn.el;
  return Array.isArray(drawn.children) && drawn.children.some((child) => taken(child, inside));
}

function loadAgain() {
  const last = Number(sessionStorage.getItem(KEY));
  if (last && Date.now() - last < AGAIN_MS) return;
  sessionStorage.setItem(KEY, String(Date.now()));
  console.info("others have taken from the page what it draws: it is loaded again");
  location.reload();
}

/** For an application: what any of its components has drawn, the framework's too, is looked at after each of its drawings;
 *  so is what breaks one off. */
export function guard(app) {
  app.mixin({
    updated() {
      const its = this.$;
      if (!taken(its.subTree)) return;
      // What has gone from the page as a whole is known to have gone once all has been drawn.
      nextTick(() => its.isUnmounted || !taken(its.subTree) || loadAgain());
    },
  });
  app.config.errorHandler = (problem, component) => {
    console.error(problem);
    if (problem?.name === "NotFoundError" || taken(component?.$.subTree)) loadAgain();
  };
}

/** For a component's `mixins`: its outermost element, or what of it may be drawn anew, has the key `anew`. */
export const own = {
  created() {
    this.anew = 0;
  },
  beforeUpdate() {
    const { subTree } = this.$;
    if (!intact(subTree, subTree.el?.parentNode)) this.anew += 1;
  },
};
