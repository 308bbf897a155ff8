"""Mats: what lies before a player, the own one in full, the others' in a row each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from webapp.games.contract import Json
from webapp.games.hybris import KEY
from webapp.games.hybris import card_words as cards
from webapp.games.hybris.board import Acts, conflict_plate, disc, seat_mark, sign
from webapp.games.hybris.hangar import built, hangar, machine, open_tasks, own_power
from webapp.games.hybris.names import Names, text
from webapp.games.hybris.signs import gain_sign, kind_sign
from webapp.plates.addresses import address, has
from webapp.table_kit.composer import can, press
from webapp.table_kit.plain_texts import asked_mark, presence_mark
from webapp.ui.tree import Child, Node, el, plate

FIGURES = ("aegis", "faithful", "prayer", "grandeur")
PIPS = ("goodness", "determination")
NUMERALS = ("I", "II", "III", "IV", "V", "VI")


def medallion(seat: str, names: Names, home: bool = False) -> Node:
    """The profile of a seat's Olympian in a ring of its colour. `home`: whether its characters set out from there."""
    god = names.god(seat)
    picture = plate(address(KEY, god, "small")) if god and has(KEY, god) else None
    return el("span.hyb-medallion", el("span", names.god_name(seat)[:2], aria_hidden="true"), picture,
              cls=f"side-{seat} shape-{seat}", data_home=seat if home else None)  # fmt: skip


def points(seat: str, names: Names) -> Node:
    """Victory points, and what they would be if the match ended now; once it has, those that counted (END-1)."""
    mat, tr = names.mats[seat], names.tr
    final = ((names.view.get("tally") or {}).get(seat) or {}).get("final")
    counted = (names.view.get("outcome") or {}).get("reason") == "points" and final is not None
    return el(
        "span.hyb-vp",
        el("strong", tr("gain.vp-short", n=final if counted else mat["vp"]), testid=f"resource-{seat}-vp"),
        el("small", tr("mat.now", n=final)) if final is not None and not counted else None,
    )


def own(names: Names, acts: Acts, chosen: Sequence[str] = (), lacks: Mapping[str, Json] | None = None) -> list[Child]:
    """The viewer's own mat: Olympian, resources, Improvements, characters, hand, Premonitions. `lacks`: what the engine
    says of Premonitions that do not hold yet (`rules.hybris.prospects`)."""
    seat = names.me
    if seat is None or seat not in names.mats or not names.god(seat):
        return []
    god, held = names.god(seat), names.view.get("premonitions_held") or {}
    hand = [card(id, names, acts, id in chosen) for id in names.view.get("hand") or ()]
    seen = [_premonition(id, holds, (lacks or {}).get(id), names, acts) for id, holds in held.items()]
    who = el(
        "button.hyb-who",
        medallion(seat, names, home=True),
        el("strong", names.god_name(seat)),
        title=own_power(god, names),
        data_read=f"card:{god}",
    )
    return [
        el(
            "section.hyb-mat",
            who,
            figures(seat, names),
            el("div.hyb-people", [_person(id, row, names, acts, chosen) for id, row in names.characters(seat)]),
            stair(seat, names, acts),
            _reached("hand", "h", hand, names),
            _reached("premonitions", "p", seen, names),
            _kept_technologies(seat, names, acts),
            cls=f"side-{seat}",
            testid=f"mat-{seat}",
        )
    ]  # fmt: skip


def _reached(word: str, key: str, inside: Sequence[Child], names: Names) -> Node:
    """Cards that a key goes to."""
    return el(f"div.hyb-{word}", inside, hot=key, tabindex="-1", role="group", aria_label=names.tr(f"keys.{word}"))


def _person(id: str, row: Json, names: Names, acts: Acts, chosen: Sequence[str]) -> Node:
    """A character of the viewer's; of one that is not in the reserve, where it is."""
    drawn = disc(id, row, names, acts, chosen, on_board=False)
    at = row["at"]
    if at == "reserve" and not row.get("prisoner"):
        return drawn
    where = names.tr("short.prisoner") if row.get("prisoner") else names.short(at)
    return el("span.is-away", drawn, el("small", where, aria_hidden="true"), key=f"away-{id}")


def figures(seat: str, names: Names) -> Node:
    """What the seat owns, as figures and pips."""
    mat, tr, limits = names.mats[seat], names.tr, names.pack.rules.limits
    nodes: list[Child] = [
        el(
            "span.hyb-figure",
            el("strong", str(mat[word])),
            el("small", gain_sign(word), tr(f"word.{word}")),
            testid=f"resource-{seat}-{word}",
        )
        for word in FIGURES
    ]
    nodes.append(points(seat, names))
    for word in PIPS:
        most = getattr(limits, word)
        cells = [el("i", cls="is-full" if n < mat[word] else None) for n in range(most)]
        label = tr.labelled(tr(f"word.{word}"), f"{mat[word]}/{most}")
        nodes.append(
            el("span.hyb-pips", el("small", tr(f"word.{word}")), el("span.cells", cells, role="img", aria_label=label),
               cls=f"of-{word}", testid=f"resource-{seat}-{word}")
        )  # fmt: skip
    nodes.append(_sparks(seat, names))
    if mat["bonus"]:
        nodes.append(
            el("span.hyb-figure", el("strong", str(mat["bonus"])), el("small", gain_sign("bonus"), tr("word.bonus")))
        )
    tokens = {of: n for of, n in (mat.get("tokens") or {}).items() if n}
    if tokens:
        marks = [el("span", seat_mark(of, names), f"×{n}") for of, n in tokens.items()]
        nodes.append(el("span.hyb-figure.is-tokens", marks, el("small", tr("word.token"))))
    return el("div.hyb-figures", nodes)


def _sparks(seat: str, names: Names) -> Node:
    """The Sparks: on the track, used up, still to come."""
    mat, tr, most = names.mats[seat], names.tr, names.pack.rules.limits.sparks
    left, gained = mat["sparks"], mat.get("sparks_gained", mat["sparks"])
    used = gained - left
    cells = [el("i", cls="is-full" if n < left else "is-used" if n < left + used else None) for n in range(most)]
    label = tr("mat.sparks", n=left, used=used)
    return el("span.hyb-pips.of-spark", el("small", tr("word.spark")),
              el("span.cells", cells, role="img", aria_label=label), title=label,
              testid=f"resource-{seat}-sparks")  # fmt: skip


def stair(seat: str, names: Names, acts: Acts) -> Node:
    """The six Improvements as a stair: those fulfilled lit, the next with its price."""
    mat, tr, god = names.mats[seat], names.tr, names.god(seat)
    rows, figures_of = names.pack.olympians[god].improvements, names.pack.rules.improvements
    standing = {n for n in names.pack.rules.prophets_on if n > mat["improvements"]}
    steps: list[Child] = []
    for n, row in enumerate(rows, 1):
        price = cards.prices(figures_of.prices[n - 1], tr)
        power = cards.power(row.power, tr) or tr("improvement.wins")
        label = tr("improvement.words", n=NUMERALS[n - 1], name=text(row.name, tr), price=price,
                  vp=figures_of.vp[n - 1], power=power)  # fmt: skip
        thing = f"improvement/{n}"
        steps.append(
            el(
                "button.hyb-step",
                el("strong", NUMERALS[n - 1]),
                kind_sign("prophet") if n in standing else None,
                el("small", str(figures_of.vp[n - 1]) if figures_of.vp[n - 1] else "★"),
                cls=[
                    "is-lit" if n <= mat["improvements"] else "is-next" if n == mat["improvements"] + 1 else "",
                    "is-can" if can(acts, thing) else "",
                ],
                style=f"--n: {n}",
                aria_label=label,
                title=label,
                testid=f"improvement-{n}",
                **press(acts, thing, f"improvement:{god}/{n}"),
            )
        )
    following = mat["improvements"]
    line = None
    if following < len(rows):
        price = cards.prices(figures_of.prices[following], tr)
        lacks = names.listed((names.view.get("lacks") or {}).get(seat) or {})
        short = f" · {tr('improvement.lacks', what=lacks)}" if lacks else ""
        line = el("small.hyb-next", tr("improvement.next", n=NUMERALS[following], price=price), short)
    return el("div.hyb-stair-box", el("div.hyb-stair", steps), line)


def card(id: str, names: Names, acts: Acts, chosen: bool = False) -> Node:
    """A Conflict card: its own picture or its element's, its Force, its text."""
    row, tr = names.pack.conflict(id), names.tr
    element = tr(f"element.{row.element}")
    effect = cards.card_text(row.text, tr)
    label = ". ".join(part for part in (names.card(id), element, tr("hybris.force", n=row.force), effect) if part)
    return el(
        "button.hyb-card",
        el("span.picture", plate(address(KEY, conflict_plate(row), "small"))),
        el("span.name", names.card(id)),
        el("span.foot", el("strong", str(row.force)), el("i", tr(f"letter.{row.element}")), el("small", effect)),
        cls=[f"of-{row.element}", "is-can" if can(acts, id) else "", "is-chosen" if chosen else ""],
        aria_label=label,
        title=label,
        key=id,
        testid=f"hand-{id}",
        **press(acts, id, f"card:{id}"),
    )


def _premonition(id: str, holds: bool, lacks: Json | None, names: Names, acts: Acts) -> Node:
    """A Premonition held: its condition, whether it holds, and what lacks where it does not."""
    row, tr = names.pack.premonitions[id], names.tr
    condition, reward = cards.state(row.condition, tr), cards.gains(row.reward, tr)
    short = tr("premonition.lacks", has=lacks["has"], needs=lacks["needs"]) if lacks else ""
    state = tr("premonition.holds") if holds else short or tr("premonition.not-yet")
    label = tr.labelled(names.card(id), f"{condition} → {reward}. {state}")
    return el(
        "button.hyb-premonition",
        el("strong", names.card(id)),
        el("span", condition),
        el("small", f"✓ {reward}" if holds else reward),
        el("small.lacks", short) if short and not holds else None,
        cls=["is-held" if holds else "", "is-can" if can(acts, id) else ""],
        aria_label=label,
        title=label,
        key=id,
        testid=f"premonition-{id}",
        **press(acts, id, f"card:{id}"),
    )


def _kept_technologies(seat: str, names: Names, acts: Acts) -> Node | None:
    """Plans, and Technologies that are ready to be deployed."""
    mat, tr = names.mats[seat], names.tr
    rows = [(id, "plan") for id in mat["plans"]] + [(id, "ready") for id in mat["ready"]]
    if not rows:
        return None
    chips = [
        el(
            "button.hyb-plan",
            sign(f"type-{names.pack.technologies[id].type}"),
            el("span", el("strong", names.card(id)), el("small", tr(f"technology.{state}"))),
            cls=[f"is-{state}", "is-can" if can(acts, id) else ""],
            key=id,
            **press(acts, id, f"card:{id}"),
        )
        for id, state in rows
    ]
    return el("div.hyb-plans", chips)


# ---- the others ------------------------------------------------------------------------------------------------------


def others(names: Names, acts: Acts, presence: Json) -> list[Child]:
    """All mats but the viewer's own, one a row, in the order of Grandeur."""
    seats = [other for other in names.view.get("grandeur_order") or list(names.mats) if other != names.me]
    seats += [other for other in names.mats if other not in seats and other != names.me]
    return [
        el("ul.hyb-others", [_row(other, names, acts, presence) for other in seats], aria_label=names.tr("plain.seats"))
    ]


def _row(seat: str, names: Names, acts: Acts, presence: Json) -> Node:
    tr, view, mat = names.tr, names.view, names.mats[seat]
    here = (presence.get("seats") or {}).get(seat)
    asked = seat in (view.get("waiting") or {})
    if not names.god(seat):
        return el("li.hyb-row", seat_mark(seat, names), el("span.who", names.player(seat)), cls=f"side-{seat}",
                  testid=f"plain-seat-{seat}")  # fmt: skip
    counts = mat.get("cards") or {}
    facts: list[Child] = [
        el("span", names.amount(word, mat[word]), testid=f"resource-{seat}-{word}") for word in FIGURES[:3]
    ]
    facts += [tr("mat.hand", n=counts.get("hand", 0)), tr.plural("gain.premonition", mat.get("premonitions") or 0)]
    energy = mat["hangar"]["energy"]
    price = names.pack.rules.interception
    steps = [el("i", cls="is-lit" if n <= mat["improvements"] else None) for n in range(1, 7)]
    state = tr("mat.passed") if seat in (view.get("passed") or ()) or mat.get("passed") else ""
    state = tr("mat.acts") if view.get("turn") == seat and not view.get("outcome") else state
    gone = bool(view.get("grandeur_order")) and seat not in view["grandeur_order"]  # GEN-10
    state = tr("mat.left") if gone else state
    return el(
        "li.hyb-row",
        el(
            "button.row-head",
            medallion(seat, names, home=True),
            el(
                "span.row-who",
                el("span.row-name", seat_mark(seat, names), el("strong.who", names.player(seat))),
                el("small", names.god_name(seat)),
                points(seat, names),
            ),
            machine(seat, names),
            data_read=f"seat:{seat}",
            testid=f"mat-{seat}",
            aria_label=tr("mat.words", who=names.player(seat), god=names.god_name(seat), vp=mat["vp"], n=built(mat)),
            **({"data_thing": seat} | ({"do": acts[seat].intent} if seat in acts else {})),
        ),
        el("p", [part for n, fact in enumerate(facts) for part in ((" · ", fact) if n else (fact,))]),
        el(
            "p.row-state",
            el("span", tr("mat.may-intercept", n=energy) if energy >= price else tr("mat.energy", n=energy)),
            el("span.row-tasks", tr.plural("mat.open-tasks", open_tasks(mat))) if open_tasks(mat) else None,
            el("span.row-steps", steps, title=tr("improvement.count", n=mat["improvements"])),
        ),
        _unveiled(seat, names) if names.unveiled else None,
        el("p.row-marks", [
            asked_mark(tr, here) if asked else None,
            el("span.muted", state) if state else None,
            presence_mark(tr, here, seat) if here != "here" else None,
        ]),
        cls=[f"side-{seat}", "is-asked" if asked else "", "is-turn" if view.get("turn") == seat else "",
             "is-can" if can(acts, seat) else "", "is-gone" if gone else ""],
        key=seat,
        testid=f"plain-seat-{seat}",
    )  # fmt: skip


def _unveiled(seat: str, names: Names) -> Node:
    """What a seat hides, through everyone's eyes: its hand with each card's Force, its Premonitions."""
    hand = [f"{names.card(id)} {names.pack.conflict(id).force}" for id in names.view["hands"].get(seat, ())]
    held = [names.card(id) for id in names.view["premonitions_held"].get(seat, ())]
    return el("p.row-hidden", " · ".join([*hand, *held]) or names.tr("hybris.nothing"), testid=f"hidden-{seat}")


def whole(seat: str, names: Names) -> Node:
    """The sheet about a seat: its mat and Hangar in full."""
    return el(
        "article.hyb-sheet",
        el("h2", names.player(seat), " · ", names.god_name(seat)),
        figures(seat, names),
        stair(seat, names, {}),
        hangar(seat, names, {}),
        cls=f"side-{seat}",
    )
