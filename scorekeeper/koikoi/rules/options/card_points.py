"""The options of games in which every captured card counts, a row each."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, field

from ....sentences import N_
from ..yaku import NO_YAKU
from .row import Points, Section, in_points, opt

CardId = Annotated[str, Meta(min_length=3, max_length=4)]


class CountingOptions(Section, frozen=True):
    bright: Annotated[Points, opt(N_("Each bright"), number=in_points)] = 0
    animal: Annotated[Points, opt(N_("Each animal"), number=in_points)] = 0
    ribbon: Annotated[Points, opt(N_("Each ribbon"), number=in_points)] = 0
    chaff: Annotated[Points, opt(N_("Each chaff card"), number=in_points)] = 0
    cards: Annotated[
        dict[CardId, Points],
        opt(
            N_("Cards worth something else"),
            N_("Cards that are not worth what the others of their kind are."),
            kind="card_points",
            off={},
        ),
    ] = field(default_factory=dict)
    yaku: Annotated[
        Literal["own", "each_pays", "others_lose"],
        opt(
            N_("What a yaku does"),
            values={
                "own": N_("whoever made it adds its points"),
                "each_pays": N_("every other player pays its points to whoever made it"),
                "others_lose": N_("every other player loses its points, and nobody gets them"),
            },
            unless=[NO_YAKU],
        ),
    ] = "own"
    par: Annotated[
        bool,
        opt(
            N_("Par"),
            N_("Only what is above an equal share of the points of all cards counts; what is below is lost."),
            sentence={
                True: N_("What is above an equal share of all points is won, what is below is lost (par)."),
                False: N_("The points of the cards count as they are, without par."),
            },
        ),
    ] = False
    void_at: Annotated[
        Points | None,
        opt(
            N_("Nobody scores (fuke)"),
            N_("Nobody scores in a round in which somebody has at most so many points of cards."),
            {None: N_("not played")},
            number=in_points,
        ),
    ] = None
    ameshima: Annotated[
        Literal["nothing", "cancels_all", "cancels_others"],
        opt(
            N_("All four willow cards"),
            N_("What the four November cards in one pile do to the yaku of the round."),
            {
                "nothing": N_("nothing"),
                "cancels_all": N_("no yaku counts"),
                "cancels_others": N_("only the yaku of whoever has them count"),
            },
            off="nothing",
            unless=[NO_YAKU],
        ),
    ] = "nothing"
    wins_at_once: Annotated[
        tuple[str, ...],
        opt(
            N_("Wins at once"),
            N_("Yaku that end the match when they are made: the first of them goes before the others."),
            kind="pairs",
            off=[],
        ),
    ] = ()
