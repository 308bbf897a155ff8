"""The guide for authors of packs, docs/packs-hybris.md: `python -m rules.hybris.packs.guide > docs/packs-hybris.md`,
with `fr` docs/packs-hybris.fr.md."""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path

from rules.hybris.packs import words
from rules.hybris.packs.reader import FIELDS, SCHEMA
from rules.kernel.packs.clauses import Vocabulary
from rules.kernel.packs.guide import Chapter, Language, PackGuide, reachable

TEXTS = tomllib.loads(Path(__file__).with_name("guide.toml").read_text(encoding="utf-8"))
VOCABULARIES: Mapping[str, Vocabulary] = {
    "effects": words.GAINS, "prices": words.PRICES, "states": words.STATES, "deeds": words.DEEDS,
}  # fmt: skip
POWERS = re.findall(r'"(.+?)"', (words.__doc__ or "").partition("seven forms:")[2])
"""The forms of powers that the vocabulary's own docstring lists."""


def _vocabulary(name: str, texts: Mapping[str, str]) -> list[str]:
    """The words of one kind of text, with what follows each."""
    vocabulary = VOCABULARIES[name]
    rows: dict[str, list[str]] = {}
    for word, verb in vocabulary.verbs.items():
        rows.setdefault(" ".join(f"*{take}*" for take in verb.takes), []).append(f"`{word}`")
    lines = [f"- {', '.join(row)}" + (f", {texts['then']} {after}" if after else "") for after, row in rows.items()]
    among = [
        f"- *{key}*, {texts.get(what, what)}{texts['colon']} {_listed(known)}"
        for key, (what, known) in vocabulary.choices.items()
    ]
    return [f"### {texts[name]}", "", texts[f"in-{name}"], "", *lines, *among, ""]


def _listed(names: Iterable[str]) -> str:
    return ", ".join(f"`{name}`" for name in sorted(names))


def _intro(language: Language) -> str:
    texts = TEXTS[language]
    own = [line for name in VOCABULARIES for line in _vocabulary(name, texts)]
    forms = texts["in-powers"].format(forms=", ".join(f"`{form}`" for form in POWERS))
    head = [TEXTS["head"][language], TEXTS["cards"]["toml"], f"## {texts['words']}", ""]
    return "\n".join([*head, *own, f"### {texts['powers']}", "", forms, ""])


TITLES = {model.__name__: f'<a id="{model.__name__.lower()}"></a>`[[{sort}]]`' for sort, (_, model) in FIELDS.items()}
GUIDE = PackGuide(
    chapters=(Chapter("Cards", tuple(reachable((SCHEMA.header, *(model for _, model in FIELDS.values()))))),),
    words={"intro": {"en": _intro("en"), "fr": _intro("fr")}, "text": TEXTS["text"]},
    titles={**TITLES, SCHEMA.header.__name__: '<a id="header"></a>`pack.toml`'},
)
"""The subjects of the guide."""


@cache
def guide(language: Language = "en") -> str:
    """The guide as Markdown."""
    return GUIDE.page(language)


if __name__ == "__main__":
    sys.stdout.write(guide("fr" if sys.argv[1:] == ["fr"] else "en"))
