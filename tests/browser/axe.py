"""Checks of a page's accessibility: axe-core's WCAG 2.2 AA rules, and what a narrow window cuts off. The script of
axe-core comes with its package."""

from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

CRITERIA = ("wcag2a", "wcag2aa", "wcag21aa", "wcag22aa")
DARK: dict[str, Any] = {"type": "tag", "values": list(CRITERIA)}
LIGHT: dict[str, Any] = {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}
"""The rules about colours, which are checked in the light theme as well; the others only in the dark one."""

WIDER = "document.documentElement.scrollWidth - window.innerWidth"
"""By how many pixels a page is wider than its window."""

_axe = Axe()


def assert_accessible(page: Page, small: str) -> None:
    """Asserts that axe-core finds no WCAG 2.2 AA violation in either theme, and that nothing is out of reach or too
    small at 360 pixels."""
    assert violations(page) == []
    assert page.evaluate(small, 24) == []
    for width in (390, 360):
        page.set_viewport_size({"width": width, "height": 760})
        assert page.evaluate(WIDER) <= 0
    assert page.evaluate(small, 24) == []


def violations(page: Page) -> list[str]:
    """The violations, a line each: rule, theme, element, what is wrong."""
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
