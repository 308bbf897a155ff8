"""Card packs: the card language, the reader of TOML files, and the core pack."""

from rules.kernel.packs.archive import Bundle, opened, taken, unzipped, zipped
from rules.kernel.packs.model import Text
from rules.kernel.packs.problems import PackError, Problem
from rules.kernel.packs.reader import header_of

from .base import MINISTRIES
from .language import Bears, Filter, PlaceTarget, Select, Target
from .operations import OPERATIONS, TRIGGERS, Capacity, Cost, Frequency, Operation
from .reader import load, load_zip, read, unpacked
from .schema import (
    Agenda,
    ArtefactCard,
    DecorSet,
    EquipmentCard,
    Faction,
    HostileCard,
    Instinct,
    Marker,
    MinistryCard,
    Pack,
    Piece,
    RouageCard,
    Ruler,
    Rulers,
    Starter,
    Study,
)

__all__ = [
    "MINISTRIES",
    "OPERATIONS",
    "TRIGGERS",
    "Agenda",
    "ArtefactCard",
    "Bears",
    "Bundle",
    "Capacity",
    "Cost",
    "DecorSet",
    "EquipmentCard",
    "Faction",
    "Filter",
    "Frequency",
    "HostileCard",
    "Instinct",
    "Marker",
    "MinistryCard",
    "Operation",
    "Pack",
    "PackError",
    "Piece",
    "PlaceTarget",
    "Problem",
    "RouageCard",
    "Ruler",
    "Rulers",
    "Select",
    "Starter",
    "Study",
    "Target",
    "Text",
    "header_of",
    "load",
    "load_zip",
    "opened",
    "read",
    "taken",
    "unpacked",
    "unzipped",
    "zipped",
]
