"""What happened, as typed facts.

Room: game. Imports its neighbours here.

Log lines, screens, replays and tests are made from these; no test reads prose. Every event is
frozen, carries the rule id that caused it, and shows nothing a seat may not know: a gate laid
face down is reported without its world, a counter laid face down with its public front only.
Ids are those of the content (``s26``, ``woods``, ``ghoul_1``, ``shotgun``, ``joe_diamond``).
"""

from __future__ import annotations

from arkham_bbs.game.events.base import Event
from arkham_bbs.game.events.cards import (
    CardDrawn,
    CardGone,
    CardUsed,
    CharacterSpent,
    CharityGranted,
    CharityRepaid,
    Hired,
    KeyMarked,
    SpellCast,
    SpellsTurnedUp,
)
from arkham_bbs.game.events.dealings import (
    AuctionOpened,
    BidMade,
    LotClosed,
    LotOffered,
    TradeClosed,
    TradeOffered,
)
from arkham_bbs.game.events.frame import (
    CardsDealt,
    FirstPlayerRolled,
    GameOver,
    GameStarted,
    InvestigatorChosen,
    InvestigatorTurnBegan,
    MythosBegan,
    PointsShared,
    TakenBack,
    TurnBegan,
    TurnSkipped,
)
from arkham_bbs.game.events.gates import (
    DoomMoved,
    ElderSignLaid,
    GateAttackWon,
    GateDestroyed,
    GateKnown,
    GatePlaced,
    GateRolled,
    GateTurnedUp,
    PowerLeft,
)
from arkham_bbs.game.events.losses import (
    InvestigatorLost,
    InvestigatorWaits,
    KnockedOut,
    ReplacementDue,
    Rescued,
    Stranded,
)
from arkham_bbs.game.events.modules import (
    BlessingRolled,
    CluesDestroyed,
    CluesLost,
    CluesPlaced,
    CluesTaken,
    Defeated,
    DefeatedMet,
    LeadPassed,
)
from arkham_bbs.game.events.monsters import (
    AttackRolled,
    ExtraStrengthRolled,
    HitTaken,
    MonsterAppeared,
    MonsterAttacks,
    MonsterFreed,
    MonsterGone,
    MonsterMet,
    MonsterMoved,
    MonsterTurned,
    SneakTried,
    VampireGrew,
)
from arkham_bbs.game.events.places import (
    Bargained,
    Bought,
    ConditionSet,
    Declined,
    EventRolled,
    Moved,
    MovementRolled,
    NothingHappened,
    ServiceUsed,
    Stayed,
)
from arkham_bbs.game.events.sheet import (
    ClueSpent,
    CoinFlipped,
    DieRolled,
    PoolChanged,
    SanityChecked,
    SkillChecked,
)

__all__ = [
    "AttackRolled",
    "AuctionOpened",
    "Bargained",
    "BidMade",
    "BlessingRolled",
    "Bought",
    "CardDrawn",
    "CardGone",
    "CardUsed",
    "CardsDealt",
    "CharacterSpent",
    "CharityGranted",
    "CharityRepaid",
    "ClueSpent",
    "CluesDestroyed",
    "CluesLost",
    "CluesPlaced",
    "CluesTaken",
    "CoinFlipped",
    "ConditionSet",
    "Declined",
    "Defeated",
    "DefeatedMet",
    "DieRolled",
    "DoomMoved",
    "ElderSignLaid",
    "Event",
    "EventRolled",
    "ExtraStrengthRolled",
    "FirstPlayerRolled",
    "GameOver",
    "GameStarted",
    "GateAttackWon",
    "GateDestroyed",
    "GateKnown",
    "GatePlaced",
    "GateRolled",
    "GateTurnedUp",
    "Hired",
    "HitTaken",
    "InvestigatorChosen",
    "InvestigatorLost",
    "InvestigatorTurnBegan",
    "InvestigatorWaits",
    "KeyMarked",
    "KnockedOut",
    "LeadPassed",
    "LotClosed",
    "LotOffered",
    "MonsterAppeared",
    "MonsterAttacks",
    "MonsterFreed",
    "MonsterGone",
    "MonsterMet",
    "MonsterMoved",
    "MonsterTurned",
    "Moved",
    "MovementRolled",
    "MythosBegan",
    "NothingHappened",
    "PointsShared",
    "PoolChanged",
    "PowerLeft",
    "ReplacementDue",
    "Rescued",
    "SanityChecked",
    "ServiceUsed",
    "SkillChecked",
    "SneakTried",
    "SpellCast",
    "SpellsTurnedUp",
    "Stayed",
    "Stranded",
    "TakenBack",
    "TradeClosed",
    "TradeOffered",
    "TurnBegan",
    "TurnSkipped",
    "VampireGrew",
    "event_types",
]


def event_types() -> dict[str, type[Event]]:
    """Return every event type by its tag."""
    return {kind.__name__: kind for kind in Event.__subclasses__()}
