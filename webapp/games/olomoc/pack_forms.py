"""The layout of the forms for Olomoc's cards in the editor of packs, beyond the cards' models."""

from rules.kernel.packs.fields import FormLayout

LAYOUT = FormLayout(
    order=(
        *("id", "version", "author", "licence", "languages", "extends", "actions", "propaganda_rank"),
        *("name", "title", "gift", "text", "ministry", "number", "rank", "technique", "combat", "shooting", "dodge"),
        *("base", "life", "ministries", "factions", "rouages", "slots", "corner", "duration", "traits", "opportunity"),
        *("decor", "faction", "source", "image"),
    ),
    as_text=("by_hand", "unknown", "rouage.actions"),
    changes={
        "text": {"kind": "long"},
        "life": {"options": ("S", "R", "T")},  # the order in which a press turns them
        "rouage.rank": {"low": 1, "high": 3},  # CAB-1: the others are read, but no cabal takes them
    },
)
