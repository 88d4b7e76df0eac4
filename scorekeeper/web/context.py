"""What a request works with: the installation, its store, the rule sets of its table, its address."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import nullcontext, suppress
from typing import Final

from flask import Flask, abort, current_app, g, request, session

from ..addresses import (
    EVERYWHERE,
    NetworkAddress,
    first_address,
    for_other_phones,
    is_only_here,
    other_addresses,
)
from ..house_rules.shelf import HouseRules
from ..installation import Installation
from ..koikoi.errors import BadRuleset
from ..koikoi.rules.loader import DEFAULT, names, rules
from ..koikoi.rules.options.row import KOIKOI
from ..koikoi.rules.ruleset import RuleSet
from ..sentences import Sentence, say
from ..store import Store
from .pocket import pocket

_RULES: Final = "ruleset"  # what is remembered, on the phone and in the store
_PLAYERS: Final = "players"  # the same, on the phone alone
MOST_NAMES: Final = 6  # names that are remembered and offered


def init_app(app: Flask) -> None:
    app.teardown_appcontext(_close)


def installation() -> Installation:
    """The installation that this app serves."""
    served: Installation = current_app.extensions["installation"]
    return served


def shelf() -> HouseRules:
    """The rule sets of the table, looked up once for a request."""
    if "shelf" not in g:
        g.shelf = HouseRules(lambda: nullcontext(store().documents))
    rules_here: HouseRules = g.shelf
    return rules_here


def store() -> Store:
    """The store, with one connection per request."""
    if "store" not in g:
        g.store = installation().open_store()
    opened: Store = g.store
    return opened


def rules_named(name: str, *, binned: bool = False) -> RuleSet:
    """The rule set with this id, if ``binned`` also one in the bin, whose words the page says from now on.

    Raises BadRuleset; aborts with 404 where there is none.
    """
    find = shelf().find_anywhere if binned else shelf().find
    if find(name) is None:
        abort(404)
    speak_as(named := rules(name, find))
    return named


def speak_as(rules: RuleSet) -> None:
    """From now on the page says the words that these rules have of their own."""
    g.words = rules.words
    g.pop("translations", None)


def own_rules() -> str:
    """The rules of Koi-Koi last used on this phone, as far as they can be read, else the default."""
    last = _first_readable(session.get(_RULES))
    return last if rules(last, shelf().find).game == KOIKOI else DEFAULT


def last_rules() -> str:
    """The rules last used on this phone, else at this table, as far as they can be read, else the default."""
    return _first_readable(session.get(_RULES), store().get(_RULES, DEFAULT))


def _first_readable(*ids: str | None) -> str:
    for last in ids:
        with suppress(BadRuleset):
            if last:
                rules(str(last), shelf().find)
                return str(last)
    return DEFAULT


def use_rules(name: str) -> None:
    """Offer a rule set first on this phone from now on."""
    if session.get(_RULES) != name:
        session[_RULES] = name


def use_rules_of(rule_set: RuleSet) -> None:
    """Offer the rules of a match first on this phone, where a rule set here is the same."""
    for name in (session.get(_RULES, DEFAULT), *shelf().names(), *names(rule_set.game)):
        with suppress(BadRuleset):
            if rules(name, shelf().find) == rule_set:
                use_rules(name)
                break


def begin_by(name: str) -> None:
    """Offer the rule set of a new match first, on this phone and to phones that have used none yet."""
    use_rules(name)
    store().set(_RULES, name)


def players_here() -> list[str]:
    """Whose matches were begun or scored on this phone, as their names were then; who played last first."""
    return [str(name) for name in session.get(_PLAYERS, ())]


def note_players(names: Sequence[str]) -> None:
    """Remember on this phone who plays in a match that it enters."""
    latest = list(dict.fromkeys([*names, *players_here()]))[:MOST_NAMES]
    if latest != players_here():
        session[_PLAYERS] = latest


def outside_address() -> str:
    """Scheme, host and port for other phones, such as http://192.168.1.20:8000."""
    host = request.host or request.headers.get("Host", "")  # Werkzeug refuses names such as my_pc
    known = current_app.extensions
    return for_other_phones(request.scheme, host, known["address"], known["listens_on"])


def further_addresses() -> Sequence[NetworkAddress]:
    """Where phones may find this computer besides, if ``outside_address`` is one that the app chose."""
    if not is_only_here(f"//{request.host or request.headers.get('Host', '')}"):
        return ()  # the address by which this phone came: others can open it, too
    known = current_app.extensions
    return other_addresses(known["listens_on"], known["address"])


def why_no_phone_comes() -> Sentence | None:
    """Why other phones cannot open the app, if they cannot."""
    if not is_only_here(outside_address()):
        return None
    host = current_app.extensions["listens_on"]
    if host in EVERYWHERE:
        return say("No QR code, because no phone can open this address: this computer is in no network.")
    return say(
        "No QR code, because no phone can open this address: the app was started with “--host %(host)s”, "
        "for this computer only.",
        host=host,
    )


def address_at(origin: str, path: str) -> str:
    """The address of a page to be sent to somebody; without a server by way of the page around the app.

    ``origin``: scheme, host and port.
    """
    root = request.script_root
    if pocket():
        path = f"{root.removesuffix('app')}#{path.removeprefix(f'{root}/')}"
    return origin + path


def scanned(path: str) -> str:
    """What a QR code for another phone holds: an address of this app, by way of how to trust this computer if
    its certificate is one of its own."""
    address = outside_address()
    return first_address(address, path) if current_app.extensions["authority"] else address + path


def _close(_: object) -> None:
    if (open_store := g.pop("store", None)) is not None:
        open_store.close()
