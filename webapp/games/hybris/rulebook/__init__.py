"""The rules of Hybris for players, in both languages (`webapp/ui/rulebook.py`)."""

from pathlib import Path

from webapp.frame.rules_page import RulesPage
from webapp.games.hybris import KEY

FOLDER = Path(__file__).resolve().parent
PAGE = RulesPage(KEY, FOLDER, "rules.title", "rules.about")
