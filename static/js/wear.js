// Puts what a person prefers where style sheets and scripts read it: every choice on <body> as data-…. What comes of
// them stands on <html>: data-scheme, "dark" or "light", and data-still, "true" where nothing should move, both following
// the device where that is what was asked for; the size of the text; data-named, "true" where signs bear their names.
(() => {
  const light = matchMedia("(prefers-color-scheme: light)");
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  const root = document.documentElement;
  const follow = () => {
    const { theme, text, motion, signs, novice } = document.body.dataset;
    root.dataset.text = text;
    root.dataset.scheme = theme === "system" ? (light.matches ? "light" : "dark") : theme;
    root.dataset.still = String(motion === "less" || still.matches);
    root.dataset.named = String(signs === "always" || (signs === "first" && novice === "true"));
  };
  light.addEventListener("change", follow);
  still.addEventListener("change", follow);
  window.olomoc = {
    wear(preferences) {
      Object.assign(document.body.dataset, preferences);
      follow();
      window.dispatchEvent(new Event("preferences"));
    },
  };
})();
