"""Checks of a page's accessibility: axe-core's WCAG 2.2 AA rules, and what a narrow window cuts off. The script of
axe-core comes with its package."""

from typing import Any, Literal

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

CRITERIA = ("wcag2a", "wcag2aa", "wcag21aa", "wcag22aa")
Theme = Literal["dark", "light"]
RULES: dict[Theme, dict[str, Any]] = {
    "dark": {"type": "tag", "values": list(CRITERIA)},
    "light": {"type": "rule", "values": ["color-contrast", "link-in-text-block"]},
}
"""In the light theme only the rules about colours."""

WIDER = "document.documentElement.scrollWidth - window.innerWidth"
"""By how many pixels a page is wider than its window."""

_axe = Axe()


def assert_accessible(page: Page, small: str) -> None:
    """Asserts that axe-core finds no WCAG 2.2 AA violation in either theme, and that nothing is out of reach or too
    small at 360 pixels."""
    assert violations(page) == []
    assert laid_out(page, small, 24) == []
    for width in (390, 360):
        page.set_viewport_size({"width": width, "height": 760})
        assert max(laid_out(page, WIDER), 0) == 0
    assert laid_out(page, small, 24) == []


COLOURS = """() => [...document.querySelectorAll("body *")].filter((it) => {
  const { backgroundColor, backgroundImage } = getComputedStyle(it);
  return !it.closest("svg") && !it.matches("p, input, textarea") && !it.firstChild
    && it.checkVisibility() && it.offsetWidth && (backgroundColor !== "rgba(0, 0, 0, 0)" || backgroundImage !== "none");
})"""
"""The elements that say something by a colour alone."""


def assert_nothing_blank(page: Page) -> int:
    """Asserts that what says something by a colour alone still does where the system forces its own colours. Returns
    the number of such elements."""
    blank = blanks(page)
    assert blank == [], blank
    return int(page.evaluate(f"({COLOURS})().length"))


def blanks(page: Page) -> list[str]:
    """The elements that say something by a colour alone and no longer do where the system forces its own colours."""
    fill = "(it) => [getComputedStyle(it).backgroundColor, getComputedStyle(it).backgroundImage].join()"
    coloured = page.evaluate_handle(COLOURS)
    named = f"(all) => all.map((it) => [it.tagName, it.className, ({fill})(it)].join(' | '))"
    before = page.evaluate(named, coloured)
    page.emulate_media(forced_colors="active")
    after = page.evaluate(named, coloured)
    page.emulate_media(forced_colors="none")
    return [f"{old} -> {new}" for old, new in zip(before, after, strict=True) if old != new]


def laid_out(page: Page, script: str, given: Any = None) -> Any:
    """What a script finds on the page once that stays the same: after a change of size parts are laid out by scripts of
    their own, later on a busy machine."""
    last = page.evaluate(script, given)
    while True:
        page.wait_for_timeout(200)
        page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        now = page.evaluate(script, given)
        if now == last:
            return now
        last = now


LESS = """([selector, many]) => {
  for (const it of [...document.querySelectorAll(selector)].slice(many)) it.style.display = 'none';
}"""


def shorten(page: Page, selector: str, many: int) -> None:
    """Hides all but so many of a long page's parts, which are built alike: a check takes a part of the time. To take
    them out instead makes a page load anew."""
    page.evaluate(LESS, [selector, many])


def violations(page: Page, *themes: Theme) -> list[str]:
    """The violations in these themes, of which none means both, a line each: rule, theme, element, what is wrong."""
    wrong: list[str] = []
    for theme in themes or RULES:
        rules = RULES[theme]
        page.evaluate("theme => olomoc.wear({ theme })", theme)
        # Transitions between the two are over, or what is measured is neither.
        page.wait_for_function("() => document.getAnimations().every((it) => it.playState !== 'running')")
        options = {"runOnly": rules, "resultTypes": ["violations"]}
        for its in _axe.run(page, options=options).response["violations"]:
            for node in its["nodes"]:
                messages = [check["message"] for check in (*node["any"], *node["all"], *node["none"])]
                wrong.append(f"{its['id']} ({theme}): {node['html'][:160]} | {' / '.join(messages)[:200]}")
    return wrong
