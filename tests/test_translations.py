"""Every text of the app is translated, and no catalogue has texts that are no longer used."""

from __future__ import annotations

import re

import pytest
from babel.messages.catalog import Catalog

from scorekeeper.koikoi.errors import BadRuleset
from scorekeeper.koikoi.rules.loader import rules
from scorekeeper.languages import LANGUAGES, translator
from tools import messages

# A quotation in each language; one within another has other signs.
QUOTED = {"pl": "„[^”]*”", "ru": "«[^»]*»", "nl": "‘[^’]*’", "ja": "「[^」]*」|『[^』]*』"}
PLACE = re.compile(r"%\(\w+\)[ds]|\{\w+\}|%%")


def forms(text: object) -> list[str]:
    return list(text) if isinstance(text, list | tuple) else [str(text)]


def test_the_app_offers_every_language_that_has_a_catalogue() -> None:
    assert sorted(LANGUAGES) == sorted(["en", *messages.LANGUAGES])


def test_a_catalogue_has_every_text_and_no_other() -> None:
    wanted = {message.id for message in messages.template() if message.id}
    for language in messages.LANGUAGES:
        texts = {message.id for message in messages.read(language) if message.id}
        assert texts == wanted, f"{language}: run: python -m tools.messages update"


@pytest.mark.parametrize("language", messages.LANGUAGES)
def test_every_text_is_translated(language: str) -> None:
    assert messages.missing(language) == []


@pytest.mark.parametrize("language", messages.LANGUAGES)
def test_a_translation_keeps_the_places_of_its_text(language: str) -> None:
    for message in messages.read(language):
        if not message.id:
            continue
        plural = forms(message.id)[-1]
        for translated in forms(message.string):
            places, wanted = set(PLACE.findall(translated)), set(PLACE.findall(plural))
            # "one match" need not name its number
            assert places <= wanted and wanted - places <= {"%(n)d", "%(num)d"}, (message.id, translated)
            if len(forms(message.id)) == 1:
                assert places == wanted, (message.id, translated)


@pytest.mark.parametrize("language", messages.LANGUAGES)
def test_a_translation_has_the_quotation_marks_of_its_language(language: str) -> None:
    foreign = [
        translated
        for message in messages.read(language)
        for translated in forms(message.string)
        if message.id and re.search("[“”„«»「」『』]", re.sub(QUOTED[language], "", translated))
    ]
    assert foreign == []


def test_a_refused_setting_is_quoted_as_the_language_does() -> None:
    with pytest.raises(BadRuleset) as refusal:
        rules({"extends": "dutch", "match": {"next_dealer": "nobody"}})
    assert str(refusal.value).startswith("match.next_dealer: “nobody” is not possible")
    assert "„nobody”" in translator("pl")(refusal.value.sentence)


@pytest.mark.parametrize("language", messages.LANGUAGES)
def test_a_catalogue_has_as_many_plural_forms_as_its_language(language: str) -> None:
    catalog = messages.read(language)
    for message in catalog:
        if isinstance(message.id, list | tuple) and message.id:
            assert len(forms(message.string)) == catalog.num_plurals, message.id


def test_a_text_without_a_translation_is_noticed() -> None:
    catalog = Catalog(locale="pl")
    catalog.add("Round", string="Runda")
    catalog.add("Dealer")
    catalog.add(("%(n)d point", "%(n)d points"), string=("%(n)d punkt", "", ""))
    unfinished = [
        str(message.id) for message in catalog if message.id and not messages.is_whole(message.string)
    ]
    assert unfinished == ["Dealer", "('%(n)d point', '%(n)d points')"]
