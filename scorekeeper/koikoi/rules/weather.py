"""Which yaku rain and fog can ruin."""

from __future__ import annotations

from .scoring_options import Fog, Rain
from .yaku import KNOWN


def can_ruin(weather: Rain | Fog, name: str) -> bool:
    """Whether a weather can ruin a yaku, or one of those that the yaku is made of."""
    made_of = KNOWN[name].made_of if name in KNOWN else ()
    return weather.sign != "off" and not {name, *made_of}.isdisjoint(weather.ruins)
