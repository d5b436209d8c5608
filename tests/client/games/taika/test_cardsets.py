"""Own card sets on disk and as drafts: read, refused in words, written whole, never lost (TM15)."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from client.core import words
from client.games.taika import card_sets as cardsets
from client.games.taika.card_sets import BadSet, Shelf, card_name, derive_id, gathered, write_sets
from client.games.taika.drafts import BLANK, CardDraft, Desk
from client.games.taika.words import CardNames
from rules.taika.cards import Card, CardSet, built_in, read_sets
from rules.taika.game import TAIKA, write_cards
from rules.taika.patterns import pictures, trimmed

GOOD = """
[[set]]
id = "mokki"
fi = "Mökki"
en = "Cabin"

[[card]]
set = "mokki"
id = "laituri"
fi = "Laituri"
en = "Jetty"
copies = 2
pattern = ["#o#"]
"""


def shelf(tmp_path: Path, **texts: str) -> Shelf:
    folder = tmp_path / "cards"
    folder.mkdir()
    for name, text in texts.items():
        (folder / f"{name}.toml").write_text(text, encoding="utf-8")
    return Shelf(folder)


def one(*cards: Card, name: str = "oma") -> CardSet:
    return CardSet(name, "Oma", "Mine", cards)


def card(name: str = "silta-2", *rows: str) -> Card:
    return Card(name, "Nimi", "Name", 1, rows or ("#o#",))


def test_a_shelf_without_a_folder_is_empty_and_makes_none(tmp_path: Path) -> None:
    assert Shelf(tmp_path / "cards").files() == ()
    assert not (tmp_path / "cards").exists()
    assert Shelf(None).sets() == ()
    with pytest.raises(BadSet):
        Shelf(None).new_path("oma")


def test_a_byte_order_mark_at_the_beginning_is_no_fault(tmp_path: Path) -> None:
    (own,) = shelf(tmp_path, mokki="\ufeff" + GOOD).sets()
    assert own.id == "mokki"


def test_good_files_are_read_and_other_files_left_alone(tmp_path: Path) -> None:
    here = shelf(tmp_path, mokki=GOOD)
    assert here.folder is not None
    (here.folder / "notes.txt").write_text("not a card set")
    (own,) = here.sets()
    assert (own.id, own.fi, own.en) == ("mokki", "Mökki", "Cabin")
    assert own.cards == (Card("laituri", "Laituri", "Jetty", 2, ("#o#",)),)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('["#o#"]', '["#o####"]', ("laituri", "row 1", "6", "5")),
        ('["#o#"]', '["#", "o", "#", ".", ".", "."]', ("laituri", "6", "rows")),
        ('["#o#"]', '[".o.", "..."]', ("laituri", "#", "0")),
        ('["#o#"]', '["#.#"]', ("laituri", "o", "0")),
        ('["#o#"]', '["#o#", "#X."]', ("laituri", "row 2", "X")),
        ("copies = 2", "copies = 0", ("laituri", "copies")),
        ('id = "laituri"', 'id = "Laituri!"', ("[[card]] 1", "id")),
        ("copies = 2", "copies = 2\ncolour = 1", ("laituri", "colour")),
        ("[[card]]", "[[card", ("TOML",)),
        ("[[card]]", GOOD.partition("[[card]]")[1] + GOOD.partition("[[card]]")[2] + "\n[[card]]", ("laituri", "two")),
    ],
)  # fmt: skip
def test_a_file_that_breaks_tm15_is_told_with_card_and_row(
    tmp_path: Path, old: str, new: str, said: tuple[str, ...]
) -> None:
    here = shelf(tmp_path, mokki=GOOD.replace(old, new, 1), toinen=GOOD.replace("mokki", "toinen"))
    bad, good = here.files()
    assert bad.sets == () and bad.trouble is not None
    for part in said:
        assert part in str(bad.trouble)
    assert [own.id for own in good.sets] == ["toinen"], "the other files stay usable"


def test_files_that_are_no_text_or_too_large_are_told(tmp_path: Path) -> None:
    here = shelf(tmp_path, large="#" * (cardsets.LARGEST_BYTES + 1))
    assert here.folder is not None
    (here.folder / "latin.toml").write_bytes(GOOD.encode("latin-1"))
    (here.folder / "map.toml").mkdir()
    troubles = [str(each.trouble) for each in here.files()]
    assert len(troubles) == 3 and all(each.trouble is not None for each in here.files())
    assert all(name in text for name, text in zip(("large", "latin", "map"), sorted(troubles), strict=True))


def test_two_sets_with_one_id_are_refused_where_the_second_comes(tmp_path: Path) -> None:
    here = shelf(tmp_path, a=GOOD, b=GOOD, c=GOOD.replace('"mokki"', '"base"'))
    first, second, third = here.files()
    assert first.trouble is None
    assert "a.toml" in str(second.trouble) and "mokki" in str(second.trouble)
    assert "base" in str(third.trouble) and "built-in" in str(third.trouble)


names = st.text(st.characters(exclude_categories=("C", "Z")), min_size=1, max_size=40)
patterns = st.lists(st.text("#o.", min_size=1, max_size=5), min_size=1, max_size=5).filter(
    lambda rows: 2 <= "".join(rows).count("#") <= 8 and 1 <= "".join(rows).count("o") <= 5
)
card_ids = st.lists(st.from_regex("[a-z0-9-]{1,32}", fullmatch=True), min_size=1, max_size=4, unique=True)


@settings(max_examples=40, deadline=None)
@given(card_ids, st.data())
def test_what_is_written_is_read_back_the_same(ids: list[str], data: st.DataObject) -> None:
    made = tuple(
        Card(
            name,
            data.draw(names),
            data.draw(names),
            data.draw(st.integers(1, 99)),
            tuple(data.draw(patterns)),
        )
        for name in ids
    )
    own = CardSet("oma", data.draw(names), data.draw(names), made)
    assert read_sets(write_sets([own])) == (own,)


def test_saving_is_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    here = Shelf(tmp_path / "cards")
    path = here.new_path("oma")
    here.save(path, [one(card())])
    before = path.read_bytes()

    def full(_from: str, _to: Path) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    with pytest.raises(BadSet, match=r"oma\.toml.*No space"):
        here.save(path, [one(card("toinen"))])
    assert path.read_bytes() == before
    assert [each.name for each in path.parent.iterdir()] == ["oma.toml"], "nothing half-written is left"


def test_what_could_not_be_read_back_is_not_written(tmp_path: Path) -> None:
    here = Shelf(tmp_path / "cards")
    with pytest.raises(ValueError, match="huono"):
        here.save(here.new_path("oma"), [one(card("huono", "###"))])
    with pytest.raises(BadSet, match="built-in"):
        here.save(here.new_path("base"), [one(card(), name="base")])
    assert not (tmp_path / "cards").exists()


def test_a_broken_file_is_never_overwritten(tmp_path: Path) -> None:
    here = shelf(tmp_path, oma="this is no TOML")
    (broken,) = here.files()
    with pytest.raises(BadSet, match="not overwritten"):
        here.save(broken.path, [one(card())])
    assert broken.path.read_text() == "this is no TOML"
    assert here.new_path("oma").name == "oma-2.toml"
    assert here.new_path("con").name == "con-cards.toml", "Windows has no file con.toml"


@pytest.mark.parametrize(
    ("name", "taken", "wanted"),
    [
        ("Löylynheitto", (), "loylynheitto"),
        ("  Suuri & mahtava!  ", (), "suuri-mahtava"),
        ("Silta", ("silta",), "silta-2"),
        ("Silta", ("silta", "silta-2"), "silta-3"),
        ("武内", (), "card"),
        ("", ("card",), "card-2"),
        ("x" * 200, (), "x" * 60),
    ],
)
def test_ids_come_from_names_and_are_free(name: str, taken: tuple[str, ...], wanted: str) -> None:
    assert derive_id(name, set(taken)) == wanted


def test_two_own_sets_with_the_same_card_cant_be_chosen_together() -> None:
    first, second = one(card(), name="a"), one(card(), name="b")
    with pytest.raises(BadSet, match="silta-2 is both in set a and in set b"):
        gathered([first, second])


def test_own_cards_are_named_from_the_header_and_nonsense_is_survived() -> None:
    built = {each.id: each for own in built_in() for each in own.cards}
    mine = Card("oma", "Oma kortti", "My card", 1, ("#o#",))
    for language, own in (("fi", "Oma kortti"), ("en", "My card")):
        words.use(language)
        assert CardNames({"cards": write_cards((mine,))})("oma") == own
        for options in ({}, {"cards": "nonsense"}, {"cards": write_cards((mine,))}):
            assert all(CardNames(options)(each) == card_name(built[each], language) for each in built)
        assert CardNames({"cards": "nonsense"})("oma") == "oma"


def test_own_cards_come_into_the_deck_with_all_their_copies() -> None:
    mine = Card("oma", "Oma", "Mine", 5, ("#o#",))
    values = TAIKA.configure({"cards": write_cards((mine,))})
    state = TAIKA.start(values, 2, b"seed")
    dealt = [*state.deck, *(each for hand in state.hands for each in hand)]
    assert dealt.count("oma") == 5


# ---- drafts


def drafts() -> list[CardDraft]:
    return [CardDraft.of(each) for own in built_in() for each in own.cards]


def test_a_draft_of_a_card_is_the_card() -> None:
    for own in built_in():
        for each in own.cards:
            made = CardDraft.of(each).card()
            assert made.rows == trimmed(each.rows)
            assert (made.id, made.fi, made.en, made.copies) == (each.id, each.fi, each.en, each.copies)


def test_turning_and_mirroring_change_the_orientation_only() -> None:
    for draft in drafts():
        first, cells = pictures(draft.rows()), draft.cells
        for _turn in range(4):
            draft.turn()
            assert draft.rows() in first
        assert draft.cells == cells
        draft.mirror()
        assert draft.rows() in first
        draft.mirror()
        assert draft.cells == cells


def test_a_desk_tells_what_keeps_a_card_from_being_saved(tmp_path: Path) -> None:
    desk = Desk(Shelf(tmp_path / "cards"))
    assert not desk.dirty()
    own = desk.new_set()
    own.fi = "Oma sarja"
    desk.name_set(own)
    assert own.id == "oma-sarja"
    assert "no card yet" in str(desk.fault(own, None))
    made = desk.new_card(own)
    assert "#" in str(desk.fault(own, made))
    made.put(0, 0, "#")
    made.put(1, 0, "#")
    assert "new obstacles" in str(desk.fault(own, made))
    fault = desk.save()
    assert fault is not None and fault.card is made
    assert not (tmp_path / "cards").exists(), "nothing is written as long as something is wrong"
    made.put(4, 4, "o")
    made.id = "Isoja Kirjaimia"
    assert "a-z" in str(desk.fault(own, made))
    made.id = "valmis"
    twin = desk.copy_card(own, made)
    twin.id = "valmis"
    assert "two cards" in str(desk.fault(own, twin))
    desk.delete_card(own, twin)
    assert desk.save() is None
    assert not desk.dirty()
    assert [each.id for each in Shelf(tmp_path / "cards").sets()[0].cards] == ["valmis"]


def test_ids_follow_names_until_they_are_chosen(tmp_path: Path) -> None:
    desk = Desk(Shelf(tmp_path / "cards"))
    own = desk.new_set()
    made = desk.new_card(own)
    made.fi = "Lakitu"
    desk.name_card(made)
    assert made.id == "lakitu-2", "a built-in card has the plain one"
    made.follows = False
    made.fi = "Muu"
    desk.name_card(made)
    assert made.id == "lakitu-2"


def test_renamed_and_deleted_sets_leave_no_old_files(tmp_path: Path) -> None:
    here = shelf(tmp_path, mokki=GOOD, vanha=GOOD.replace("mokki", "vanha"))
    desk = Desk(here)
    first, second = desk.sets()
    first.id = "uusi"
    desk.delete_set(second)
    assert desk.dirty()
    assert desk.save() is None
    assert [each.path.name for each in here.files()] == ["uusi.toml"]
    assert [own.id for own in here.sets()] == ["uusi"]


def test_a_set_beside_a_broken_file_of_its_name_keeps_its_own(tmp_path: Path) -> None:
    here = shelf(tmp_path, oma="this is no TOML")
    desk = Desk(here)
    own = desk.new_set()
    own.id = "oma"
    made = desk.new_card(own)
    made.cells = CardDraft.of(card()).cells
    for copies in (1, 2, 3):
        made.copies = copies
        assert desk.save() is None
        assert [each.path.name for each in here.files()] == ["oma-2.toml", "oma.toml"]


def test_a_file_with_several_sets_keeps_them_all(tmp_path: Path) -> None:
    second = CardSet("b", "B", "B", (card("b-kortti"),))
    here = shelf(tmp_path, molemmat=write_sets([one(card()), second]))
    desk = Desk(here)
    (draft, _other) = desk.sets()
    draft.cards[0].copies = 3
    assert desk.save() is None
    (path,) = (each.path for each in here.files())
    assert path.name == "molemmat.toml"
    assert here.sets()[0].cards[0].copies == 3
    assert here.sets()[1] == second


def test_remarks_tell_of_built_in_ids_and_of_twins(tmp_path: Path) -> None:
    desk = Desk(Shelf(tmp_path / "cards"))
    own = desk.new_set()
    made = desk.new_card(own)
    made.id = built_in()[0].cards[0].id
    assert "built-in" in desk.remark(made)[0]
    made.id = "oma"
    assert desk.remark(made)[0] == ""
    made.cells = CardDraft.of(built_in()[0].cards[1]).cells
    made.turn()
    assert desk.remark(made)[1] == {"card": built_in()[0].cards[1].en}
    made.cells = BLANK
    assert desk.remark(made)[0] == ""
