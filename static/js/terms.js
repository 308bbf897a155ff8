// A word of the game's glossary (data-term) says what it means where it stands: at a press, at Enter, and while it has the
// keyboard's focus. Escape, a press elsewhere or the next word closes it; nothing on the page is moved.
(() => {
  const { glossary: texts, home, word: name } = document.currentScript.dataset;
  const SVG = "http://www.w3.org/2000/svg";
  let book = null;
  let wanted = null;
  let shown = null;
  let bubble = null;

  function build(word) {
    bubble = document.createElement("div");
    bubble.className = "term-bubble";
    bubble.id = "term-bubble";
    bubble.setAttribute("role", "dialog");
    bubble.setAttribute("aria-label", name);
    // In a sheet that lies over the page nothing outside of it can be seen or pressed.
    (word.closest("dialog[open]") ?? document.body).append(bubble);
  }

  function sign(name) {
    const drawn = document.createElementNS(SVG, "svg");
    drawn.setAttribute("class", "icon");
    drawn.setAttribute("viewBox", "0 0 24 24");
    drawn.setAttribute("aria-hidden", "true");
    const use = document.createElementNS(SVG, "use");
    use.setAttribute("href", `${home}static/icons/signs.svg#${name}`);
    drawn.append(use);
    return drawn;
  }

  function picture(src) {
    const drawn = document.createElement("img");
    // The words beside it say what it shows.
    Object.assign(drawn, { className: "term-picture", src, alt: "" });
    return drawn;
  }

  function close() {
    if (!shown) return;
    shown.removeAttribute("aria-describedby");
    shown = null;
    bubble.remove();
    bubble = null;
  }

  /** The meanings of the terms, fetched as the page begins; should that fail, again at the next press. */
  async function load() {
    try {
      book = await (await fetch(texts)).json();
    } catch {
      return;
    }
    if (wanted?.isConnected) open(wanted);
  }

  function open(word) {
    if (!book) {
      wanted = word;
      load();
      return;
    }
    wanted = null;
    const its = book[word.dataset.term];
    if (!its || shown === word) return;
    close();
    build(word);
    shown = word;
    word.setAttribute("aria-describedby", "term-bubble");
    const head = document.createElement("strong");
    if (its.sign) head.append(sign(its.sign));
    head.append(word.textContent);
    const said = document.createElement("p");
    said.textContent = `${its.text} `;
    if (its.clause) {
      const link = document.createElement("a");
      link.className = "clause";
      link.dataset.clause = its.clause;
      link.href = `#${its.clause}`;
      link.textContent = its.clause;
      said.append(link);
    }
    bubble.replaceChildren(head, said);
    if (its.picture) bubble.prepend(picture(its.picture));
    const at = word.getBoundingClientRect();
    const { width, height } = bubble.getBoundingClientRect();
    const left = Math.min(Math.max(8, at.left + at.width / 2 - width / 2), innerWidth - width - 8);
    const above = at.top - height - 8;
    Object.assign(bubble.style, { left: `${left}px`, top: `${above > 4 ? above : at.bottom + 8}px` });
  }

  const wordOf = (event) => event.target.closest?.("[data-term]");
  document.addEventListener("click", (event) => {
    const word = wordOf(event);
    if (word) {
      // The word alone is meant, not the card that it stands on.
      event.preventDefault();
      event.stopImmediatePropagation();
      if (shown === word) close();
      else open(word);
    } else {
      wanted = null;
      if (shown && !bubble.contains(event.target)) close();
    }
  }, true);
  document.addEventListener("keydown", (event) => {
    const word = wordOf(event);
    if (event.key === "Escape" && shown) {
      event.preventDefault();
      event.stopImmediatePropagation();
      close();
    } else if (word && (event.key === "Enter" || event.key === " ")) {
      event.preventDefault();
      event.stopImmediatePropagation();
      open(word);
    }
  }, true);
  document.addEventListener("focusin", (event) => {
    const word = wordOf(event);
    if (word?.matches(":focus-visible")) open(word);
  });
  document.addEventListener("focusout", (event) => {
    if (event.target === wanted) wanted = null;
    if (shown && event.target === shown && !bubble.contains(event.relatedTarget)) close();
  });
  load();
  // An element drawn anew takes its term along.
  new MutationObserver(() => shown && !shown.isConnected && close()).observe(document.body, { childList: true, subtree: true });
})();
