"""A monkey at the board: random intents from every device, and a hub that does what real ones do at the wrong moment.

The hub shows each window only what the real one would (a view, made anew each time), and asserts that nothing but
a legal action of somebody here is ever asked of it.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from dataclasses import replace

import pygame

from client.core import words
from client.core.intents import (
    KEYS,
    PAD,
    Cancel,
    Composing,
    Confirm,
    Drag,
    Edit,
    Focus,
    Fullscreen,
    Intent,
    Menu,
    Nav,
    Next,
    Page,
    PointerMoved,
    Press,
    Previous,
    Redraw,
    Release,
    Resize,
    Scroll,
    Shortcut,
    Text,
)
from client.core.scene import Push, Replace
from client.scenes.board import BoardScene
from net.events import Failed, MatchChanged, Past, RematchOffered, Stepped
from rules.errors import RulesError
from rules.game import State, Step
from rules.registry import game
from tests.client.board_rig import Rig, RulesHub

SIZES = ((1280, 720), (960, 540), (640, 480), (320, 240), (1, 1), (360, 640), (2, 900), (900, 3), (40, 30))
COMPARED = 200
"""Windows narrower or lower than this need not be painted the same in part and whole: letters overlap there."""
LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789ä²ß?+-!"
NAMED = ("backspace", "f1", "f5", "f12", "ctrl+z", "ctrl+c", "h", "k", "m", "p", "t", "v", "n", "1", "2", "3")


class WildHub(RulesHub):
    """Acts at once, late or not at all; others move, take back, go away."""

    def __init__(self, there: Rig, dice: random.Random, start: State) -> None:
        match = there.hub.match
        super().__init__(match)
        self.dice = dice
        self.here = tuple(seat for seat, one in enumerate(match.seats) if one.here)
        self.states = [start]
        """The truth after each step, takebacks undone."""
        self.late = ""
        self.match = replace(match, state=self.shown(start), past=(Past(self.together(start)),))

    @property
    def truth(self) -> State:
        return self.states[-1]

    def together(self, state: State) -> State:
        """What those here may see together."""
        return state.view(self.here[0] if len(self.here) == 1 else None)

    def shown(self, state: State) -> State:
        """What is shown here now, as a new object each time."""
        return state.view(state.turn) if state.turn in self.here else self.together(state)

    def act(self, match_id: str, action: str, after: int) -> None:
        if self._events:  # not heard yet at the window: what was asked is out of date
            self.tell(Failed("stale", "the game has gone on", {}, self.match.id, action))
            return
        assert (match_id, after) == (self.match.id, self.match.entries)
        assert self.match.status == "running" and self.truth.turn in self.here
        assert self.match.state.may(action) and self.truth.may(action), action
        fate = self.dice.random()
        if fate < 0.1:
            self.late = action
        elif fate < 0.15:
            self.tell(Failed("disk", "the disk is full", {}, self.match.id, action))
        else:
            self.do(action)

    def do(self, action: str) -> None:
        """Whoever is to act does this."""
        seat = self.truth.turn
        if seat is not None and self.match.status == "running":
            self.step(self.truth.apply(self.truth.full(action)), action, seat)

    def step(self, step: Step, action: str, seat: int) -> None:
        self.late = ""
        self.states.append(step.state)
        past = (*self.match.past, Past(self.together(step.state), action, seat, step.facts))
        status = self.match.status if step.state.outcome() is None else "finished"
        self._now(past, status)
        self.tell(Stepped(self.match, action, seat, step.facts))

    def lose(self) -> None:
        """Somebody leaves for good, or runs out of time."""
        seat = self.dice.randrange(len(self.match.seats))
        try:
            step = self.truth.forfeit((seat,), self.dice.choice(("left", "time")))
        except RulesError:
            return
        self.step(step, "forfeit", seat)

    def take_back(self) -> None:
        if self.truth.turn is None or len(self.states) < 2:
            return
        kept = self.dice.randrange(1, len(self.states))
        del self.states[kept:]
        self.late = ""
        self._now(self.match.past[:kept], self.match.status)
        self.tell(Stepped(self.match, "takeback", 0, ()))

    def change(self) -> None:
        """Something about the match is otherwise: its status, who can be reached, who watches."""
        seats = list(self.match.seats)
        seat = self.dice.randrange(len(seats))
        seats[seat] = replace(seats[seat], linked=seats[seat].here or not seats[seat].linked)
        status = self.dice.choice(("running", "running", "running", "paused", "adjourned", "disputed"))
        if self.match.status == "finished":
            status = "finished"
        self.match = replace(
            self.match, state=self.shown(self.truth), seats=tuple(seats), status=status, watchers=1
        )
        self.tell(MatchChanged(self.match))

    def other(self) -> None:
        """Somebody elsewhere acts."""
        state = self.truth
        if state.turn is None or state.turn in self.here:
            return
        prefix: tuple[str, ...] = ()
        picks = state.picks(prefix)
        while picks.choices and (picks.action is None or self.dice.random() < 0.5):
            prefix = (*prefix, self.dice.choice(picks.choices).value)
            picks = state.picks(prefix)
        action = picks.action or self.dice.choice(state.extras())
        self.do(action)

    def _now(self, past: tuple[Past, ...], status: str) -> None:
        state = self.truth
        self.match = replace(
            self.match, state=self.shown(state), entries=self.match.entries + 1, past=past, status=status
        )


class Monkey:
    """One game in one window, and the dice that decide everything."""

    def __init__(self, seed: int, rules: str) -> None:
        self.dice = dice = random.Random(f"{seed} {rules}")
        options, players = {}, 2
        if rules == "taika-mario":
            players = dice.choice((2, 3, 4))
            options = {
                "size": dice.choice(("7", "9", "11")),
                "hands": dice.choice(("hidden", "open")),
                "turn": dice.choice(("step-then-act", "either-or")),
            }
        here = tuple(sorted(dice.sample(range(players), dice.randrange(players + 1))))
        self.there = there = Rig(
            rules=rules, options=options, players=players, here=here, watching=not here,
            size=(320, 240), seed=str(seed).encode(), language=dice.choice(("en", "fi")),
        )  # fmt: skip
        start = there.hub.match.state
        if rules == "taika-mario":
            start = game(rules).position(_strewn(start, dice), game(rules).configure(options))
        self.hub = WildHub(there, dice, start)
        there.hub = there.services.hub = self.hub
        self.put(BoardScene(there.services, self.hub.match))
        self.trace: list[object] = []

    def put(self, scene: BoardScene) -> None:
        self.there.scene = scene
        scene.resize(*self.there.surface.get_size())

    def play(self, steps: int) -> None:
        """So many random things happen; at some rests what is shown must be the truth."""
        for _ in range(steps):
            self.once()
            if self.dice.random() < 0.5:
                self.there.frame(self.dice.choice((0.001, 0.02, 0.3, 2.0)))
            if self.dice.random() < 0.015:
                self.rest()
        self.rest()

    def once(self) -> None:
        fate, hub = self.dice.random(), self.hub
        if fate < 0.86:
            for intent in self.intents():
                self.give(intent)
            return
        happenings: list[tuple[float, Callable[[], object]]] = [
            (0.92, hub.other),
            (0.93, lambda: hub.do(hub.late) if hub.late else None),
            (0.94, hub.take_back),
            (0.96, self.resize),
            (0.97, self.another_look),
            (0.985, hub.change),
            (0.987, hub.lose),
            (0.993, lambda: hub.tell(Failed("net", "the disk is full", {}, hub.match.id))),
            (1.0, lambda: hub.tell(RematchOffered(hub.match.id, "Louhi"))),
        ]
        what = next(happening for limit, happening in happenings if fate < limit)
        self.trace.append(getattr(what, "__name__", what))
        what()

    def give(self, intent: Intent) -> None:
        self.trace.append(intent)
        wish = self.there.scene.handle(intent)
        if isinstance(wish, Replace) and isinstance(wish.scene, BoardScene):
            self.put(wish.scene)
        elif isinstance(wish, Push):
            wish.scene.resize(*self.there.surface.get_size())

    def resize(self) -> None:
        size = self.dice.choice(SIZES)
        self.there.surface = pygame.Surface(size)
        self.give(Resize(*size))

    def another_look(self) -> None:
        self.there.services.settings.theme = self.dice.choice(("night", "paper", "contrast"))
        words.use(self.dice.choice(("en", "fi")))
        self.there.scene.relayout()

    def rest(self) -> None:
        """Nothing moves any more: the board shows the truth, and painting it anew changes nothing."""
        there = self.there
        for _ in range(400):
            there.frame(0.1)
            scene = there.scene
            scene.shown.place.pause()
            if scene.due(there.now) is None or (scene.overlays and not scene.board.picture.busy):
                break
        there.frame()
        assert scene.board.picture.pieces == dict(scene.shown.state.pieces())
        assert scene.shown.match is self.hub.match
        if min(there.surface.get_size()) < COMPARED:
            return
        before = pygame.image.tobytes(there.surface, "RGB")
        scene.damage()
        for rect in scene.take_damage():
            scene.paint(there.surface, rect)
        assert before == pygame.image.tobytes(there.surface, "RGB"), "something was not painted again"

    # ---- what a monkey does

    def intents(self) -> list[Intent]:
        dice, at = self.dice, self.somewhere
        device = dice.choice((KEYS, PAD))
        kinds: list[tuple[float, Callable[[], list[Intent]]]] = [
            (12, lambda: [PointerMoved(*at())]),
            (24, lambda: self.click(at(), dice.choice((1, 1, 1, 1, 2, 3)))),
            (6, lambda: [Press(*at()), Drag(*at()), Drag(*at()), Release(*at())]),
            (2, lambda: [dice.choice((Press, Release, Drag))(*at(), dice.choice((1, 2, 3)))]),
            (4, lambda: [Scroll(*at(), dice.choice((-3, -1, 1, 2)))]),
            (14, lambda: [Nav(dice.choice(("left", "right", "up", "down")), device)]),
            (3, lambda: [Page(dice.choice(("up", "down", "home", "end")), device)]),
            (11, lambda: [Confirm(device)]),
            (3, lambda: [Cancel(device)]),
            (4, lambda: [dice.choice((Next, Previous, Menu))(device)]),
            (12, lambda: [Shortcut(dice.choice(LETTERS))]),
            (5, lambda: [Shortcut(dice.choice(NAMED))]),
            (5, lambda: [Shortcut(dice.choice(("pad-x", "pad-y", "pad-back")), PAD)]),
            (3, lambda: [dice.choice((Text("e4"), Composing("x"), Edit("backspace"), Focus(False), Focus(True),
                                      Redraw(), Fullscreen(), PointerMoved(-1, -1)))]),
        ]  # fmt: skip
        make = dice.choices([kind for _, kind in kinds], [weight for weight, _ in kinds])[0]
        return make()

    def click(self, at: tuple[int, int], button: int) -> list[Intent]:
        return [PointerMoved(*at), Press(*at, button), Release(*at, button)]

    def somewhere(self) -> tuple[int, int]:
        """On the board, on something that can be pressed, or anywhere."""
        dice, scene = self.dice, self.there.scene
        fate = dice.random()
        view = scene.board.view
        if fate < 0.5 and view is not None:
            area = view.outer
        elif fate < 0.9 and (stops := scene.layer.stops()):
            return dice.choice(stops).rect.center
        else:
            area = self.there.surface.get_rect().inflate(12, 12)
        return dice.randrange(area.left, area.right + 1), dice.randrange(area.top, area.bottom + 1)


def _strewn(state: State, dice: random.Random) -> str:
    """A position of Taika-Mario in which much can be done: obstacles everywhere, some already hit."""
    text = json.loads(state.notation())
    size = text["size"]
    taken = {player["at"] for player in text["players"]}
    text["board"] = [
        "".join(
            "." if f"{chr(97 + file)}{rank}" in taken or dice.random() < 0.6 else dice.choice("rgyp")
            for file in range(size)
        )
        for rank in range(size, 0, -1)
    ]
    for player in text["players"]:
        player["hits"] = dice.randrange(3)
    return json.dumps(text, separators=(",", ":"))
