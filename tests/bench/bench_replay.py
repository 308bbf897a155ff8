"""Looking back: what a replay page costs the server, one core, on a whole random match."""

from rules.olomoc import Match
from rules.olomoc.history import History
from tests.bench.bench_engine import played
from tests.bench.report import Clock, Report
from webapp.games.olomoc.board.scene import scene
from webapp.games.olomoc.game import GAME
from webapp.games.olomoc.replay import hands
from webapp.games.olomoc.table import layout
from webapp.games.olomoc.table.cards.book import Book
from webapp.games.olomoc.table.head import head_props
from webapp.games.olomoc.table.prompts.plan import strip_props
from webapp.history.reel import Reel
from webapp.i18n import translator
from webapp.replay import controls
from webapp.replay.controls import ControlState
from webapp.ui.tree import payload

NOBODY = {"seats": {"1": None, "2": None}, "spectators": 0}
PLAYERS: dict[str, str | None] = {"1": "Ilse", "2": "Tomáš"}
MATCHES = 3
STRIDE = 5


def measure(report: Report) -> None:
    """Unrolling a match, once for all who look; then a step of one page, moment by moment."""
    report.part("Looking back: whole random matches, one core")
    fold, unroll, view, step, check = (Clock() for _ in range(5))
    for seed in range(MATCHES):
        *_, match = played(seed)
        journal = match.journal
        with fold.running():
            Match.replay({}, journal).past()
        with check.running():
            Match.examine(journal)
        past = History.of(journal)
        reel = Reel(GAME.screens, past, "everyone", translator("fr", "olomoc"), Book.of(past.until(0)), "ABCD")
        with unroll.running():
            reel.follow(PLAYERS)
        for stop in range(0, reel.last, STRIDE):
            with view.running():
                past.view(reel.moment(stop), "everyone")
            with step.running():
                page(reel, stop)
    report.times("a journal folded, every moment kept", fold.seconds)
    report.times("a journal from elsewhere examined", check.seconds)
    report.times("a log in sentences, once a language", unroll.seconds)
    report.times("the view of a moment", view.seconds)
    report.times("a step: all strings of one page", step.seconds)


def page(reel: Reel, stop: int) -> int:
    """The number of characters that one step makes for one browser."""
    names = reel.words(reel.moment(stop))
    standing = ControlState(stop, "everyone", ("everyone", "1", "2", "spectator"))
    trees = [
        layout.head_line(head_props(names)),
        layout.tiles(layout.tiles_props(names)),
        layout.mine(layout.mine_props(names)),
        layout.strip(strip_props(names)),
        controls.caption(reel, names, standing),
        controls.controls(reel, standing),
        layout.theirs(names, NOBODY),
        hands(names),
    ]
    return sum(len(payload(stop, tree)) for tree in trees) + len(scene(names.view, names, stop))
