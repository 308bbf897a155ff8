// The things on a table that an element is about (`light: {things: [ids]}`): lit while it is pointed at or has the focus.
let lit = [];

document.addEventListener("olomoc-light", ({ detail }) => {
  for (const it of lit) it.classList.remove("is-lit-up");
  const things = new Set(detail?.things ?? []);
  lit = things.size ? [...document.querySelectorAll(".stage [data-thing]")].filter((it) => things.has(it.dataset.thing)) : [];
  for (const it of lit) it.classList.add("is-lit-up");
});
