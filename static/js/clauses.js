// A clause named anywhere on a page (data-clause) opens in a small sheet that says what it means; nothing is left behind,
// least of all a match. With a modifier key, or where this script is not, it is a link to the page of the rules.
(() => {
  const { texts, words, rules } = document.currentScript.dataset;
  const said = JSON.parse(words);
  const REFERENCE = /([A-Z]{3}-\d+(?:\.\d+)?)/;
  let book = null;
  let sheet = null;

  const make = (tag, attributes, ...inside) => {
    const made = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
    made.append(...inside);
    return made;
  };

  async function read() {
    if (!book) {
      const { chapters } = await (await fetch(texts)).json();
      book = new Map(chapters.flatMap((its) => its.clauses.map(([id, text]) => [id, { text, chapter: its.name }])));
    }
    return book;
  }

  function prose(text) {
    return text.split(REFERENCE).map((part, n) => (n % 2 ? make("a", { href: `${rules}#${part}`, "data-clause": part }, part) : part));
  }

  function build() {
    const close = make("button", { type: "button", class: "btn quiet", "data-testid": "clause-close" }, said.close);
    const head = make("header", { class: "sheet-head" }, make("h2", { id: "clause-title" }), close);
    const all = make("a", { class: "btn", target: "_blank", rel: "noopener", "data-testid": "clause-rules" }, said.all);
    const inside = make("div", { class: "sheet-inside" }, head, make("p", { class: "clause-text" }), make("p", {}, all));
    sheet = make("dialog", { class: "sheet-dialog clause-sheet", "aria-labelledby": "clause-title", "data-testid": "clause-sheet" }, inside);
    close.addEventListener("click", () => sheet.close());
    sheet.addEventListener("click", (event) => event.target === sheet && sheet.close());
    // Only while it is open: until the browser has drawn again, it keeps the focus after that.
    sheet.addEventListener("keydown", (event) => sheet.open && event.stopPropagation());
    document.body.append(sheet);
  }

  async function show(id) {
    const its = (await read()).get(id);
    if (!its) return;
    if (!sheet) build();
    sheet.querySelector("h2").textContent = `${id} · ${its.chapter}`;
    sheet.querySelector(".clause-text").replaceChildren(...prose(its.text));
    sheet.querySelector("a.btn").href = `${rules}#${id}`;
    if (!sheet.open) sheet.showModal();
  }

  // A greyed answer says why by its clause, which cannot be a link inside a button: pressing the button opens it.
  function named(target) {
    const direct = target.closest?.("[data-clause]");
    if (direct) return direct;
    return target.closest?.(".btn.choice[aria-disabled='true']")?.querySelector("[data-clause]") ?? null;
  }

  document.addEventListener(
    "click",
    (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
      const clause = named(event.target);
      if (!clause) return;
      event.preventDefault();
      event.stopPropagation();
      show(clause.dataset.clause);
    },
    true,
  );
})();
