# ruff: noqa: B015, B018, E402
"""Cells as people have them in notebooks of their own: each goes on running, for good.

They are those of the README, the docs and the notebooks at aec17c0, and are not brought up to
date. A cell begins at `# %%`; its last line is shown, as in a notebook.
"""

# %%
import escale

escale.play("dolce-vita")
# %%
escale.play("casanova", seats=["person", "sensible", "random"], lang="fr")
# %%
escale.play("casanova", table="kitchen")
# %%
escale.play(
    "dominos-florentins",
    ["Zoé", "Noël"],
    seats=["person", "person"],
    lang="en",
    seed=3,
    options={},
)
# %%
table = escale.play("galets", 2, seats=["person", "beginner"], lang="fr", seed=5)
table.play(table.match.game.format(table.match.legal()[0]))
table.refresh()
table.seats, table.persons, table.lang, table.seat, table.game.id
# %%
escale.lesson("dolce-vita/ties")
# %%
player = escale.lesson("casanova/ties", lang="en", step=2)
player.stars
player
# %%
escale.lessons("dolce-vita")
# %%
match = escale.Match("casanova", ["Ana", "Bob", "Chloé"])
for move in ["d2", "c7", "c5", "c8", "r35"]:
    match.play(move)
escale.board(match, lang="en")
# %%
escale.board(match, seat=1)
# %%
from escale.teach.narrate import narrate
from escale.teach.texts import texts

[texts(match.game).refusal(why, "en", match.players) for why in match.why_not("fold")]
# %%
[(line.text, line.rules) for line in narrate(match.game, match.play("double"), "fr", match.players)]
# %%
match.undo(), match.redo(), match.fork(3).ply, match.view(1).state.laid, match.actor, match.over
# %%
again = escale.Match.from_record(match.record())
again.goto(2)
again.state == match.state_at(2)
# %%
import json

escale.Match.from_record(json.dumps(match.record()), policy="fair", persons=[0]).persons
# %%
from escale.draw.svg import draw

draw(match.game, match.view(escale.SPECTATOR), lang="en", names=match.players)
# %%
match
# %%
match.view(0)
# %%
from escale.teach.lesson import lesson

example = lesson("dolce-vita/exchange")
match = example.match.fork()
match.goto(0)
match.players = example.players["en"]
escale.board(match, lang="en")
# %%
match = escale.Match(
    "dominos-florentins",
    ["Red", "Green"],
    position={
        "colours": ["rouge", "vert"],
        "placed": {"d4": "BBOR"},
        "hands": [["BORV", "OORR"], ["BVVO"]],
        "open": [],
        "pile": ["BBVV", "OOVV", "BRRV"],
    },
)
[(why.rule, why.kind) for why in match.why_not("BORV@d5")]
# %%
try:
    match.play("nonsense")
except escale.IllegalMove as refused:
    said = str(refused)
said
# %%
from random import Random

from escale.players.levels import level
from escale.players.table import play_out

match = escale.Match("dolce-vita", 3, seed=1)
play_out(match, [level(match.game, "random")] * 3, Random(1))
match.outcome.scores, match.outcome.winners, [event.kind for event in match.events()][:3]
# %%
short = escale.Match("galets", 2, seed=1)
play_out(short, [level(short.game, "random")] * 2, Random(1))
escale.review(short, 0, lang="fr")
# %%
game = escale.game("casanova")
state = escale.Match(game, 2).state
laid = state
for move in ["d1", "c1", "c1"]:
    laid = game.apply(laid, game.parse(move))
[(game.format(roll), float(odds)) for roll, odds in game.chance(laid)]
# %%
escale.game_names(), game.seats, game.legal(state, game.actor(state))
# %%
from escale.teach.rulebook import rulebook

[rule.id for rule in rulebook(game)]
# %%
from escale.testing import check_game

check_game
