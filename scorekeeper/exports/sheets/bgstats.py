"""A link that hands a match to BG Stats, an app in which people keep all their plays."""

from __future__ import annotations

import json
from datetime import UTC, datetime, time
from typing import Any, Final
from urllib.parse import quote

from ...koikoi.rules.loader import THE_GAME
from ...sentences import dotted
from ...times import clock
from .sheet import Sheet

_ADDRESS: Final = "https://app.bgstatsapp.com/createPlay.html"
_SOURCE: Final = "Koi-Koi scorekeeper"
_LAST: Final = time(23, 59)
_BGG: Final = 11865  # Koi-Koi on BoardGameGeek
_LONGEST_COMMENT: Final = 400  # letters of the comment, so that the link also fits a QR code


def bgstats_link(sheet: Sheet, match_id: str) -> str | None:
    """The address that opens a match in BG Stats, which asks before it saves; None without a date.

    BG Stats knows a match by ``match_id``, and players by their names: sent again, it is the same play. What
    began after midnight has the last minute of the evening before, so that it is of one day everywhere.
    """
    if sheet.evening is None:
        return None
    began = clock(sheet.started, sheet.zone)
    at = min(began, datetime.combine(sheet.evening, _LAST, began.tzinfo)).astimezone(UTC)
    written = json.dumps(_play(sheet, match_id, at), ensure_ascii=False, separators=(",", ":"))
    return f"{_ADDRESS}?data={quote(written, safe='')}"


def _play(sheet: Sheet, match_id: str, at: datetime) -> dict[str, Any]:
    return {
        "sourceName": _SOURCE,
        "sourcePlayId": match_id,
        "playDate": f"{at:%Y-%m-%d %H:%M:%S}",  # in UTC
        "game": {
            "name": sheet.game_played,
            "sourceGameId": sheet.game_played.lower(),
            **({"bggId": _BGG} if sheet.game_played == THE_GAME else {}),
            "highestWins": True,
            "noPoints": False,
        },
        "players": [
            {
                "name": name,
                "sourcePlayerId": name,
                "startPlayer": seat == sheet.first_dealer,
                "score": sheet.balance[seat],
                "winner": seat in sheet.winners,
            }
            for seat, name in enumerate(sheet.players)
        ],
        "board": sheet.ruleset,
        **({"location": sheet.place} if sheet.place else {}),
        "comments": _comment(sheet),
    }


def _comment(sheet: Sheet) -> str:
    facts = filter(None, (*sheet.terms, *sheet.agreed, sheet.why_over))
    said = sheet.translate(dotted(facts))
    words = "\n".join(filter(None, (said, sheet.note)))
    return words if len(words) <= _LONGEST_COMMENT else f"{words[: _LONGEST_COMMENT - 1]}…"
