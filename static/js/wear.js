// Puts what a person prefers where style sheets and scripts read it: every choice on <body> as data-…. What comes of
// them stands on <html>: data-scheme, "dark" or "light", and data-still, "true" where nothing should move, both following
// the device where that is what was asked for; the size of the text; data-named, "true" where signs bear their names.
// And data-size, the name of the window's size: every layout of a table goes by these names, none by widths of its own.
(() => {
  const WIDTHS = { phone: 0, tablet: 600, desk: 1000, wide: 1400 };
  const LOW = 500;
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
  const measure = () => {
    const lying = innerHeight < LOW && innerWidth > innerHeight && innerWidth < WIDTHS.wide;
    const upright = innerHeight > innerWidth && innerWidth < WIDTHS.wide;
    const name = Object.keys(WIDTHS).findLast((it) => innerWidth >= WIDTHS[it]);
    root.dataset.size = lying ? "lying" : upright && name === "desk" ? "tablet" : name;
  };
  measure();
  window.addEventListener("resize", measure);
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
