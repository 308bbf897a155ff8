"""Every page says everything in one language: the browser's first, then the one that was chosen."""

import re
from collections.abc import Iterator
from functools import cache

import pytest
from playwright.sync_api import expect

from tests.browser.kept import keep
from tests.browser.people import Come
from tests.browser.pictures import MATCHES
from tests.browser.test_replay import whole
from tests.serving import Server
from webapp.games.olomoc.rulebook import rulebook
from webapp.i18n import texts

PATHS = (
    *("/", "/olomoc/rules", "/olomoc/packs", "/olomoc/packs/core", "/olomoc/cabals", "/olomoc/cabals/new"),
    *("/table/REAC", "/watch/DONE", "/replay/DONE", "/host", "/table/NONE", "/nowhere"),
)

SAID = """() => {
  const found = new Set([document.title]);
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const its = texts.currentNode;
    if (!its.parentElement.closest("script, style, [lang]:not(html)")) found.add(its.textContent.trim());
  }
  for (const name of ["aria-label", "title", "placeholder", "alt"])
    for (const it of document.querySelectorAll(`[${name}]`)) found.add(it.getAttribute(name));
  return [...found];
}"""


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    data = tmp_path_factory.mktemp("house") / "data"
    keep(data, {"REAC": MATCHES["REAC"](), "DONE": whole()})
    with Server(data) as server:
        yield server


@cache
def only_in(language: str) -> set[str]:
    """Texts without parameters that one language has and the other has not: long enough to be no one's name."""
    mine, other = (
        {form for forms in texts(its, "olomoc").values() for form in forms}
        for its in (language, "fr" if language == "en" else "en")
    )
    return {text for text in mine - other if "{" not in text and len(text) > 5}


SPOKEN = [
    *(("fr", "fr-BE", path) for path in PATHS[::2]),
    *(("en", "en-GB", path) for path in PATHS[1::2]),
    *(pytest.param("fr", "fr-BE", path, marks=pytest.mark.soak) for path in PATHS[1::2]),
    *(pytest.param("en", "en-GB", path, marks=pytest.mark.soak) for path in PATHS[::2]),
]
"""Every other page in French, the others in English; the other way round in `make soak`."""


@pytest.mark.parametrize(("language", "locale", "path"), SPOKEN)
def test_every_page_speaks_the_browsers_language(
    people: Come, house: Server, language: str, locale: str, path: str
) -> None:
    # "Riposte" is said by one catalogue alone, and is a chapter of the rules in both.
    foreign = only_in("en" if language == "fr" else "fr") - {its.name for its in rulebook(language).chapters}
    key = re.compile(r"[a-z]+\.[a-z]+(-[a-z]+)+")
    person = people(house, "Zoe", locale=locale)
    person.open(path)
    expect(person.page.locator("html")).to_have_attribute("lang", re.compile(f"^{language}"))
    person.settled()
    page_texts = set(person.page.evaluate(SAID))
    assert (path, page_texts & foreign) == (path, set())
    assert (path, [text for text in page_texts if key.fullmatch(text)]) == (path, [])


def test_what_was_chosen_outweighs_the_browser(people: Come, house: Server) -> None:
    person = people(house, "Zoe", locale="de-DE").open("/")
    expect(person.page.locator("html")).to_have_attribute("lang", re.compile("^en"))
    person.press("preferences")
    person.tick("preference-language-fr")
    expect(person.page.locator("html")).to_have_attribute("lang", "fr")
    for path in ("/rules", "/watch/DONE", "/nowhere"):
        person.open(path)
        expect(person.page.locator("html")).to_have_attribute("lang", "fr")
