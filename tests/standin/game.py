"""The auction as an installed game."""

from webapp.games.contract import Choice, Game, Json


def seats(options: Json) -> tuple[str, ...]:
    """The seats, as many as the option says."""
    return tuple(str(n + 1) for n in range(options["players"]))


GAME = Game(
    key="auction",
    choices=(
        Choice("players", ("2", "3", "4", "5"), means={n: int(n) for n in "2345"}, preset="3"),
        Choice("lots", ("4", "2", "5"), means={n: int(n) for n in "245"}),
        Choice("wishes", ("no", "yes"), means={"no": False, "yes": True}),
    ),
    seats=seats,
    lists_path="wishes",
    bots={"lowest": "Golem"},
    minutes=5,
    rules_package="tests.standin",
    package="tests.standin",
)
