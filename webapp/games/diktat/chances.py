"""The knowledge of a player about the future: the chances to win a sector (`Match.forecast`), and the certain effects
of a command (`Match.preview`)."""

from __future__ import annotations

from fractions import Fraction

from rules.kernel.contract import Match
from rules.kernel.refusals import Refused
from webapp.games.contract import Json
from webapp.games.diktat.names import Names
from webapp.i18n import whole


def of_all(match: Match, seat: str, names: Names) -> dict[str, Json]:
    """The forecasts of all sectors with a player's stack."""
    by_sector = {}
    for key, sector in names.view["sectors"].items():
        if any(stack["seat"] in names.players for stack in sector["stacks"]) and (row := of(match, seat, key, names)):
            by_sector[key] = row
    return by_sector


def of(match: Match, seat: str, sector: str, names: Names, adding: str = "") -> Json | None:
    """``{"shares": [(seat, chance)], "ahead", "words", "rows": {seat: {"chance", "emissaries"}}}``; ``adding`` is what
    the player would send there now. None where nobody could win it, or where they have no such Agents."""
    try:
        forecast = match.query(seat, "forecast", {"sector": sector, "adding": adding})
    except Refused:
        return None
    shares = [(player, float(Fraction(row["winner"]))) for player, row in forecast["seats"].items()]
    shares = sorted((row for row in shares if row[1] > 0), key=lambda row: -row[1])
    if not forecast["seats"]:
        return None
    ahead = shares[0][0] if shares and (len(shares) == 1 or shares[0][1] > shares[1][1]) else ""
    rows = {
        player: {
            "chance": percent(Fraction(row["winner"])),
            "emissaries": ", ".join(names.tr.labelled(n, percent(Fraction(p))) for n, p in row["emissaries"].items()),
        }
        for player, row in forecast["seats"].items()
    }
    listed = ", ".join(f"{names.who(player)} {rows[player]['chance']}" for player, _ in shares)
    if not shares:
        listed = names.tr("forecast.nobody")
    elif [*rows] == [seat]:
        listed = names.tr("forecast.alone")
    words = names.tr("forecast.words", sector=names.sector(sector), said=listed)
    return {"shares": shares, "ahead": ahead, "words": str(words), "rows": rows}


def sure(rows: list[Json], seat: str, names: Names) -> str:
    """The certain effects of a command in a line, and what it leaves open, from the rows of a preview."""
    tr = names.tr
    opened = [str(tr(f"preview.open-{row['open']}")) for row in rows if "open" in row]
    changes = [_change(row, seat, names) for row in rows if "open" not in row and row["what"] != "stack"]
    return names.listed([*(text for text in changes if text), *opened])


def _change(row: Json, seat: str, names: Names) -> str:
    tr, what, was, now = names.tr, row["what"], row["from"], row["to"]
    if what == "administrator":
        return str(tr("preview.administrator", who=names.who(row["seat"]))) if now else ""
    if what == "agents":
        was, now = names.agents(was), names.agents(now)
        if row["seat"] == seat:
            return str(tr("preview.keep", now=now))
    if isinstance(now, int):
        was, now = whole(was), whole(now)
    whose = "" if row["seat"] == seat else names.who(row["seat"])
    key = "preview.change-of" if whose else "preview.change"
    return str(tr(key, who=whose, what=tr(f"preview.{what}"), was=was, now=now))


def percent(chance: Fraction) -> str:
    """A chance in whole percent; only 0 and 1 are shown as 0 and 100."""
    n = round(100 * chance)
    return f"{min(99, max(1, n)) if 0 < chance < 1 else n} %"
