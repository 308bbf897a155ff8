"""Who would win a sector, as far as one player can know (``Match.forecast``), in words and shares."""

from __future__ import annotations

from fractions import Fraction

from rules.kernel.contract import Match
from rules.kernel.refusals import Refused
from webapp.games.contract import Json
from webapp.games.diktat.names import Names


def of_all(match: Match, seat: str, names: Names) -> dict[str, Json]:
    """Every sector in which a player's stack stands."""
    found = {}
    for key, sector in names.view["sectors"].items():
        if any(it["seat"] in names.players for it in sector["stacks"]) and (row := of(match, seat, key, names)):
            found[key] = row
    return found


def of(match: Match, seat: str, sector: str, names: Names, adding: str = "") -> Json | None:
    """``{"shares": [(seat, chance)], "ahead", "words", "rows": {seat: {"chance", "emissaries"}}}``; ``adding`` is what
    the player would send there now. None where nobody could win it, or where they have no such Agents."""
    try:
        told = match.query(seat, "forecast", {"sector": sector, "adding": adding})
    except Refused:
        return None
    shares = [(it, float(Fraction(row["winner"]))) for it, row in told["seats"].items()]
    shares = sorted((row for row in shares if row[1] > 0), key=lambda row: -row[1])
    if not told["seats"]:
        return None
    ahead = shares[0][0] if shares and (len(shares) == 1 or shares[0][1] > shares[1][1]) else ""
    rows = {
        it: {
            "chance": percent(Fraction(row["winner"])),
            "emissaries": ", ".join(f"{n}: {percent(Fraction(p))}" for n, p in row["emissaries"].items()),
        }
        for it, row in told["seats"].items()
    }
    said = ", ".join(f"{names.who(it)} {rows[it]['chance']}" for it, _ in shares) or names.tr("forecast.nobody")
    words = names.tr("forecast.words", sector=names.sector(sector), said=said)
    return {"shares": shares, "ahead": ahead, "words": str(words), "rows": rows}


def percent(chance: Fraction) -> str:
    """A chance in whole percent; one that is neither 0 nor 1 never looks so."""
    n = round(100 * chance)
    return f"{min(99, max(1, n)) if 0 < chance < 1 else n} %"
