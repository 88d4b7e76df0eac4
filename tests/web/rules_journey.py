"""The way of changed rules through the pages: edited, kept, shown, taken back, compared, passed on."""

from __future__ import annotations

import copy
import html
import re
from collections.abc import Callable, Collection

import msgspec

from scorekeeper.installation import Installation
from scorekeeper.koikoi.errors import BadRuleset
from scorekeeper.koikoi.rules.choices import choice_states
from scorekeeper.koikoi.rules.diff import changes, differences, in_lines
from scorekeeper.koikoi.rules.loader import rules
from scorekeeper.koikoi.rules.ruleset import RuleSet
from scorekeeper.koikoi.rules.schema import put_at, value_at
from scorekeeper.koikoi.rules.yaku import KNOWN

from .forms import Form
from .player import Page, Player


class Journey:
    """A phone whose table changes rules, in an installation that tests of one module share."""

    def __init__(self, player: Player, installation: Installation) -> None:
        self.player, self.installation = player, installation

    def rules(self, name: str) -> RuleSet:
        """The rule set as it is kept."""
        return rules(name, self.installation.house_rules.find)

    def editor(self, address: str) -> Form:
        """The form of the rule editor, ready to be changed."""
        page = self.player.open(address)
        assert page.status == 200, address
        return editor_of(page)

    def keep(self, form: Form, button: str = "") -> str:
        """Send a form that keeps rules; returns their id, of which the page was shown."""
        page = self.player.send(form, button)
        assert page.status == 200, page.all("p", "error") or page.text[:400]
        assert re.fullmatch(r"/rules/[a-z0-9_-]+", page.path), f"not kept: {page.all('p', 'error')}"
        self.kept_page = page
        return page.path.rpartition("/")[2]

    def check_everywhere(self, name: str, base: str) -> None:
        """Kept rules are shown with what differs from their base, compared, passed on and kept unchanged."""
        expected = said(self.rules(base), self.rules(name))
        assert listed(self.kept_page) == expected
        assert self.compared(base, name) == expected
        self.check_passed_on(name)

    def compared(self, one: str, other: str) -> list[str]:
        """What the page of two rule sets says of their differences."""
        page = self.player.open(f"/rules/difference?a={one}&b={other}")
        rows = re.findall(
            r'<tr><th scope="row">(.*?)</th>\s*<td.*?>(.*?)</td>\s*<td.*?>(.*?)</td>', page.html, re.S
        )
        return [f"{plain(title)}: {plain(after)} was {plain(before)}" for title, before, after in rows]

    def check_passed_on(self, name: str) -> None:
        """The link opens a preview that says what differs; kept from there, the rules are the same."""
        sent, house = self.rules(name), self.installation.house_rules
        link = re.findall(r'id="link"[^>]*>(.*?)</textarea>', self.player.open(f"/rules/{name}/sharing").html)
        assert link, "the rules have no link"
        written = house.find(name)
        assert written is not None
        house.discard(name)  # the other table does not have them yet
        form = self.player.open("/rules/received").form("/received")
        form["written"] = html.unescape(link[0])
        preview = self.player.send(form)
        assert preview.status == 200, preview.text[:300]
        above = rules(re.findall(r'href="/rules/(\w+)"', preview.html.partition('id="different"')[2])[0])
        assert listed(preview) == said(above, sent)
        check_told(preview, sent)
        received = self.keep(preview.form("/received"), "step=keep")
        assert self.rules(received) == sent
        self.installation.house_rules.discard(received)
        house.keep(name, written)

    def check_taken_back(self, name: str, base: str, *, everything: bool) -> None:
        """The editor lists every change with a button that takes it back alone.

        ``everything``: all of them are pressed, one after another; otherwise the first and the last that
        the other changes do not need. Without a change no list is offered: an empty number of cards is the
        usual number, for example.
        """
        page = self.player.open(f"/rules/{name}")
        if not changes(self.rules(base), self.rules(name)):  # such as of weather that is off
            assert "Undo changes" not in page.text
            return
        form = editor_of(self.player.open(page.link("Undo changes")))
        buttons = dict.fromkeys(map(button_of, in_lines(unlike(self.rules(base), self.rules(name)))))
        assert sorted(form.presses("undo")) == sorted(buttons)
        pressed = list(buttons) if everything else _ends(buttons, self._not_needed(name, base))
        for button in pressed:
            if button in form.presses("undo"):  # taking a yaku out takes its pairs out
                form = editor_of(self.player.send(form, f"undo={button}"))
                assert button not in form.presses("undo")
        assert self.keep(form) == name
        left = set(map(button_of, in_lines(unlike(self.rules(base), self.rules(name)))))
        assert left == buttons.keys() - set(pressed)

    def _not_needed(self, name: str, base: str) -> Callable[[str], bool]:
        """Tells of the key of a change whether the rules can be played without it."""
        now, before = (msgspec.to_builtins(self.rules(rule_set)) for rule_set in (name, base))

        def possible(key: str) -> bool:
            tree = copy.deepcopy(now)
            put_at(tree, key, value_at(before, key))
            try:
                rules(tree)
            except BadRuleset:
                return False
            return True

        return possible

    def forget(self) -> None:
        """Take away all house rules."""
        house = self.installation.house_rules
        for name in house.all():
            house.discard(name)
            house.delete(name)


def check_told(preview: Page, sent: RuleSet) -> None:
    """A preview says which answers the rules take, and how the rest was read."""
    text = plain(preview.html)
    for row in choice_states(sent):
        if row.arises:
            answer = row.taken.says if row.taken else "Not one of these answers."
            assert f"{plain(row.choice.question)} {plain(answer)}" in text
    assert all(plain(reading) in text for reading in sent.readings)


def _ends(keys: Collection[str], chosen: Callable[[str], bool]) -> list[str]:
    """The first and the last of those that are chosen."""
    first = next(filter(chosen, keys), None)
    last = next(filter(chosen, reversed([*keys])), None)
    return [key for key in dict.fromkeys((first, last)) if key]


def unlike(before: RuleSet, after: RuleSet) -> list[str]:
    """The keys in which two rule sets differ."""
    return [difference.key for difference in differences(before, after)]


def button_of(key: str) -> str:
    """What the button sends that takes back a change of this option: a yaku of one's own is one change."""
    _, name, *_ = (*key.split("."), "")
    return f"yaku.{name}" if key.startswith("yaku.") and name not in KNOWN else key


def editor_of(page: Page) -> Form:
    """The form of the rule editor."""
    (form,) = (form for form in page.forms if "extends" in form)
    return form


def listed(page: Page) -> list[str]:
    """The list of what is different on the page of a rule set, or in the preview of one."""
    (part,) = re.findall(r">What is different\b(.*?)(?:</details>|</section>)", page.html, re.S) or [""]
    return [plain(item) for item in re.findall(r"<li>(.*?)</li>", part, re.S)]


def said(before: RuleSet, after: RuleSet) -> list[str]:
    """The differences of two rule sets, as pages say them."""
    return [plain(html.escape(f"{title}: {now} was {was}")) for title, was, now in changes(before, after)]


def plain(markup: str) -> str:
    """The words of some markup."""
    words = html.unescape(re.sub(r"<[^>]+>", "", markup)).replace("\u00ad", "").replace("\u00a0", " ")
    return " ".join(words.split())
