"""What axe-core finds wrong on a page, by the success criteria of WCAG 2.2 AA, and what a narrow window cuts off. The
script of axe-core comes with the package."""

from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

CRITERIA = ("wcag2a", "wcag2aa", "wcag21aa", "wcag22aa")
DARK: dict[str, Any] = {"type": "tag", "values": list(CRITERIA)}
LIGHT: dict[str, Any] = {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}
"""The rules that go by colours: the others have been looked at in the dark."""

WIDER = "document.documentElement.scrollWidth - window.innerWidth"
"""By how many pixels a page is wider than its window."""

_axe = Axe()


def assert_accessible(page: Page, small: str) -> None:
    """WCAG 2.2 AA in both themes as far as axe-core sees; 360 pixels wide nothing is out of reach or too small.
    ``small``: a function of a page's script from pixels to the controls that are smaller."""
    assert violations(page) == []
    assert page.evaluate(small, 24) == []
    for width in (390, 360):
        page.set_viewport_size({"width": width, "height": 760})
        assert page.evaluate(WIDER) <= 0
    assert page.evaluate(small, 24) == []


def violations(page: Page) -> list[str]:
    """Each as a line: the rule, the theme, the element, what is wrong with it."""
    found: list[str] = []
    for theme, rules in (("dark", DARK), ("light", LIGHT)):
        page.evaluate("theme => olomoc.wear({ theme })", theme)
        # Transitions between the two are over, or what is measured is neither.
        page.wait_for_function("() => document.getAnimations().every((it) => it.playState !== 'running')")
        options = {"runOnly": rules, "resultTypes": ["violations"]}
        for its in _axe.run(page, options=options).response["violations"]:
            for node in its["nodes"]:
                said = [check["message"] for check in (*node["any"], *node["all"], *node["none"])]
                found.append(f"{its['id']} ({theme}): {node['html'][:160]} | {' / '.join(said)[:200]}")
    return found
