"""What a phone must be allowed to do so that it may open a page or send a form."""

from __future__ import annotations

from enum import Enum
from typing import Final


class Right(Enum):
    """From what everybody may do to what only a host may."""

    PROGRAM = "program"  # for programs, which bring no cookie: nobody asks who they are
    OPEN = "open"  # without being let in
    LET_IN = "let in"  # whoever was let in
    SEE = "see"  # whoever may look at the match of the address
    ENTER = "enter"  # whoever may enter into the match of the address
    BEGIN = "begin"  # whoever may begin a match, like the one of the address if it names one
    SEE_EVENING = "see evening"  # whoever may look at all matches of the evening of the address
    SEE_ALL = "see all"  # whoever may look at all matches
    HOST = "host"


_BY_RIGHT: Final = {
    Right.PROGRAM: "health.live health.ready",
    Right.OPEN: (
        "access.key access.submit_key access.enter access.join access.joined "
        "home.settings home.choose_language offline.unopened "
        "trust.index trust.certificate trust.probe"  # registered with HTTPS of one's own
    ),
    Right.LET_IN: (
        "home.index phones.own phones.rename phones.leave "
        "chart.of_rules guide.play guide.cards guide.card options.index options.show options.guide "
        "rules.index rules.show rules.difference "
        "exchange.show exchange.as_toml exchange.as_json "
        "exchange.receiving exchange.take "
        "hand.show hand.show_received hand.dealt hand.dealt_by_received"
    ),
    Right.SEE: (
        "matches.notepad matches.rules_of round_list.index news.news rounds.show chart.of_match "
        "about.show screen.show sheets.sheet sheets.as_file sheets.as_record rescore.show exchange.show_match"
    ),
    Right.ENTER: (
        "news.enter rounds.new rounds.explain rounds.ask rounds.create matches.take_back matches.put_back "
        "piles.choose piles.show piles.hand_in "
        "live_play.show live_play.create live_play.call live_play.deal live_play.end live_play.take_back "
        "correct_or_end.index correct_or_end.correct_names correct_or_end.adjustment correct_or_end.end "
        "correct_or_end.other_rules correct_or_end.length correct_or_end.dealer about.keep"
    ),
    Right.BEGIN: "matches.new matches.create matches.play_again offline_start.first_pages",
    Right.SEE_EVENING: "evenings.show evenings.as_text",
    Right.SEE_ALL: (
        "history.index history.as_csv players.index players.show players.as_csv players.all_as_csv "
        "figures.index figures.as_table figures.as_values "
        "leagues.index leagues.show leagues.matches leagues.as_file seats.player"
    ),
    Right.HOST: (
        "matches.ask_to_discard matches.discard records.choose records.show_preview records.import_ticked "
        "bin.index bin.restore_match bin.restore_rules bin.ask_to_delete bin.delete "
        "rule_editor.new rule_editor.create rule_editor.edit rule_editor.change "
        "rules.ask_to_discard rules.discard rules.answer "
        "seats.show seats.change identity.rename identity.ask_to_merge identity.merge "
        "identity.separate identity.mark "
        "league_editor.new league_editor.create league_editor.edit league_editor.change "
        "league_editor.add_date league_editor.remove_date "
        "league_removal.archive league_removal.restore "
        "league_removal.ask_to_discard league_removal.discard "
        "phones.index phones.new_key phones.change_key phones.forget "
        "lab.index lab.rounds lab.more "
        "links.new links.make links.show links.revoke"
    ),
}
NEEDED: Final[dict[str, Right]] = {
    endpoint: right for right, endpoints in _BY_RIGHT.items() for endpoint in endpoints.split()
}
