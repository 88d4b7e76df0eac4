"""One hand without a match, and disputes settled: the same cards, the same match, by other rules."""

from . import dealt_hand, every_rule_set, rescore, views

BLUEPRINTS = (
    views.pages,
    dealt_hand.pages,
    every_rule_set.pages,
    rescore.pages,
)
