"""The frame of every page: language, preferences, style sheets, scripts, the head line."""

import copy
import json
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from html import escape

from nicegui import Client, app, ui
from nicegui.language import Language
from nicegui.storage import request_contextvar
from starlette.requests import Request, empty_receive, empty_send

from webapp.base.addresses import below
from webapp.frame.preferences_menu import PreferencesMenu, wear
from webapp.frame.rematch_notice import RematchNotice
from webapp.games.contract import RulebookLinks
from webapp.i18n import LANGUAGES, Translator, translator
from webapp.people.visitors import session_id
from webapp.tables import registry
from webapp.ui import components, strings_apart
from webapp.ui.joined_files import JoinedFiles
from webapp.ui.served_texts import terms
from webapp.ui.style_sheets import FRAMEWORK, font, together
from webapp.ui.theme import BRAND, Frame, asset

QUASAR: dict[str, Language] = {"fr": "fr", "en": "en-US"}
"""Quasar's names of our languages."""
SCRIPTS = JoinedFiles("/static/scripts", ".js", "text/javascript")
DAY_S = 86_400
UNTRANSLATED = (
    '<meta name="google" content="notranslate">'
    '<script>document.documentElement.translate=false;document.documentElement.classList.add("notranslate")</script>'
)
"""Keeps browsers from translating a page: it has its own languages, and a translator puts other nodes into it."""
ANSWERED_IN = ("fastapi_inner_astack", "fastapi_function_astack", "fastapi_middleware_astack")
"""The keys of a request's scope with the contexts that the web framework closes once it is answered."""


@contextmanager
def frame(
    tr: Translator, title: str, *, styles: Sequence[str] = (), letters: Sequence[str] = (), page_class: str = ""
) -> Iterator[Frame]:
    """Builds the page's frame; what is built inside stands in its main part.

    ``title`` is the browser tab's. ``styles`` are files of static/css besides the theme. ``letters`` are the parts of
    the font that it always shows besides ``latin`` (:func:`font`). The head line begins with the way home and ends with
    the preferences; a page adds its own to ``frame.head``. ``page_class`` is the main part's.
    """
    # The cookie is sent anew, and lives another year, only when the session in it has changed: once a day is enough.
    today = int(time.time() // DAY_S)
    if app.storage.browser.get("seen") != today:
        app.storage.browser["seen"] = today
    session = session_id()
    wear(session, tr.game)
    client = ui.context.client
    # The page object is shared by everyone who opens this route: language and dark mode are set on a copy.
    page = copy.copy(client.page)
    page.language = QUASAR[tr.language]
    page.dark = None
    client.page = page
    client.on_connect(partial(_let_go, client, request_contextvar.get()))
    # Those of the framework around each page.
    for element in client.elements.values():
        components.unwatch(element)
    strings_apart.gather(client)
    ui.page_title(title)
    for names in (("theme.css", "frame.css", "sheets.css"), tuple(styles)):
        if names:
            ui.add_head_html(f'<link rel="stylesheet" href="{escape(together(names))}">')
    for its in ("latin", *letters):
        ui.add_head_html(f'<link rel="preload" as="font" type="font/woff2" crossorigin href="{escape(font(its))}">')
    rules = _rules(tr.game)
    ui.add_head_html(_scripts(tr, rules) + _about(tr) + UNTRANSLATED)
    ui.add_body_html(f'<noscript><p class="not-live">{escape(_in_all("frame.no-script"))}</p></noscript>')
    with components.LeanElement("header", "frame-head") as head:
        home = components.LeanElement("a", "frame-home", BRAND)
        home.put("href", below("/"))
        home.put("aria-label", tr("frame.home"))
    with components.LeanElement("main", f"frame-main {page_class}") as main:
        yield Frame(head, main)
    with head:
        # Apart from a match, which stays where it is.
        PreferencesMenu(tr, session, below(rules.href) if rules is not None else "", apart="table" in page_class)
    RematchNotice(tr, session)
    # Every page of NiceGUI imports what makes HTML harmless.
    modules = (components.address(), below(f"{FRAMEWORK}dompurify.mjs"))
    preloaded = "".join(f'<link rel="modulepreload" href="{module}">' for module in modules)
    ui.add_head_html(strings_apart.gathered(client) + preloaded)


def _let_go(client: Client, tracked: Request | None) -> None:
    """Frees what answered a page's request, and what was said in the answer. The page keeps its request for as long as
    it lives, and its tasks the one that the framework has `tracked`: with them the connection that the request came by
    and all middleware around it would stay."""
    for request in (client.request, tracked):
        if request is not None:
            request._receive, request._send = empty_receive, empty_send
            for name in ANSWERED_IN:
                request.scope.pop(name, None)
    client._head_html = client._body_html = ""


def _about(tr: Translator) -> str:
    """What devices ask of a site that is put on a home screen, and what others show of a link to it."""
    return (
        f'<meta name="description" content="{escape(tr("frame.about"))}">'
        '<meta name="theme-color" media="(prefers-color-scheme: dark)" content="#0e0f11">'
        '<meta name="theme-color" media="(prefers-color-scheme: light)" content="#e9e3d5">'
        f'<link rel="manifest" href="{asset("manifest.webmanifest")}">'
        f'<link rel="apple-touch-icon" href="{asset("icons/icon-180.png")}">'
    )


def _in_all(key: str) -> str:
    """A text in every language, for whoever cannot choose one."""
    return " – ".join(translator(language)(key) for language in LANGUAGES)


def _rules(game: str) -> RulebookLinks | None:
    """The address of a game's rules; on pages of no game, of the first game that has some."""
    its = registry.games.get(game)
    books = [game.rules for game in ([its] if its else registry.games)]
    return next((book for book in books if book is not None), None)


def _scripts(tr: Translator, rules: RulebookLinks | None) -> str:
    """Loads the scripts that play sounds, keep the connection to the server, and show a clause in a sheet and the
    meaning of a word; with what they need."""
    names, needs = ["sounds", "staying"], {"turn": tr("frame.your-turn")}
    needs["home"] = below("/")
    needs |= {"cookies": tr("frame.no-cookies"), "waiting": tr("frame.not-live"), "renamed": tr("frame.renamed")}
    if rules is not None:
        names.append("clauses")
        words = json.dumps({"close": tr("rules.close"), "all": tr("rules.all")}, ensure_ascii=False)
        needs |= {"texts": rules.texts(tr.language), "rules": below(rules.href), "words": words}
    if (game := registry.games.get(tr.game)) is not None and game.glossary is not None:
        names.append("terms")
        needs |= {"glossary": terms(game.key, game.glossary).address(tr.language), "word": tr("frame.word")}
    data = "".join(f' data-{name}="{escape(need)}"' for name, need in needs.items())
    return f'<script defer src="{SCRIPTS.static(*(f"js/{name}.js" for name in names))}"{data}></script>'
