// The strings that the page holds apart, in files that its head names (webapp/ui/strings_apart.py). Nothing is drawn
// before they are there.
const strings = {};

async function read(link) {
  const answer = await fetch(link.href);
  if (!answer.ok) throw new Error(`${link.href}: ${answer.status}`);
  for (const [n, text] of (await answer.json()).entries()) strings[`@${link.dataset.strings}${n}`] = text;
}

try {
  await Promise.all([...document.querySelectorAll("link[data-strings]")].map(read));
} catch (problem) {
  // The page may be of a server that has been started again since: one more try.
  if (performance.getEntriesByType("navigation")[0]?.type !== "reload") location.reload();
  throw problem;
}

/** The string of a property. */
export const string = (text) => (text?.startsWith("@") ? strings[text] : text);
