"""A hub may be closed at any moment after its start: nothing is left unfinished, nothing stumbles."""

from __future__ import annotations

import gc
import logging
import threading
import time
import warnings
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from net.edge.carrier import Carrier
from net.edge.store import Home
from net.events import Failed
from net.hub import Hub
from net.intents import Join, OpenTable, Rename, Watch
from tests.net.inside import inside
from tests.net.owners import Owner, wait
from tests.patience import PATIENCE_S

Make = Callable[..., Owner]
INTENTS: dict[str, Callable[[Hub], None]] = {
    "open": lambda hub: hub.post(OpenTable("magi", {}, ["person", "open"])),
    "play": lambda hub: hub.post(OpenTable("magi", {}, ["person", "bot:1"], public=False)),
    "join": lambda hub: hub.post(Join("127.0.0.1:9")),
    "watch": lambda hub: hub.post(Watch("ab" * 16)),
    "rename": lambda hub: hub.post(Rename("Aino")),
}


def closed_after(home: Path, intents: list[str], pause_s: float, network: bool) -> list[str]:
    """What was complained about while a hub started, was told ``intents`` and was closed ``pause_s`` later."""
    told: list[str] = []
    gc.collect()  # what others left is not complained about here
    with warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always")
        hub = Hub(Home(home), "Aino", network=network, discover=False, port=None)
        for intent in intents:
            INTENTS[intent](hub)
        hub.start()
        time.sleep(pause_s)
        hub.close(PATIENCE_S)
        told += [event.code for event in hub.events() if isinstance(event, Failed)]
        del hub
        gc.collect()
    told = [code for code in told if code == "hub"]
    return told + [str(one.message) for one in warned]


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.lists(st.sampled_from(sorted(INTENTS)), max_size=4),
    st.sampled_from([0.0, 0.0, 0.001, 0.01, 0.05]),
    st.booleans(),
)
def test_whenever_a_hub_is_closed_nothing_is_left_undone(
    tmp_path_factory: pytest.TempPathFactory,
    caplog: pytest.LogCaptureFixture,
    intents: list[str],
    pause_s: float,
    network: bool,
) -> None:
    caplog.clear()
    with caplog.at_level(logging.WARNING):
        assert not closed_after(tmp_path_factory.mktemp("home"), intents, pause_s, network)
    assert not caplog.records
    assert not [thread for thread in threading.enumerate() if thread.name == "hub"]


def test_a_hub_that_is_closed_before_its_first_turn_leaves_no_coroutine(tmp_path: Path) -> None:
    for number in range(5):
        assert not closed_after(tmp_path / str(number), ["play"], 0.0, False)


def test_who_does_not_answer_the_goodbye_leaves_no_socket_open(make: Make) -> None:
    anna, bert = make("Anna"), make("Bert")
    anna.hub.post(OpenTable("magi", {}, ["person", "open"]))
    bert.hub.post(Join(anna.address))
    wait([anna, bert], lambda: bert.table)
    busy, free = threading.Event(), threading.Event()

    def work(carrier: Carrier) -> None:
        busy.set()
        free.wait()

    inside(bert.hub, work)
    assert busy.wait(PATIENCE_S)
    gc.collect()
    try:
        with warnings.catch_warnings(record=True) as warned:
            warnings.simplefilter("always")
            anna.hub.close(PATIENCE_S)
            gc.collect()
    finally:
        free.set()
    assert not [str(one.message) for one in warned]
