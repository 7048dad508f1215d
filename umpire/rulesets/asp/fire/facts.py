"""What may be told of an engagement."""

from __future__ import annotations

FACTS = {
    "range": "the distance in metres, edge to edge; 0 or contact in contact",
    "option": "the tactical option: B halted, C or E after a move, D or F before one",
    "metres": "how far the shooter moves with option C to F; after D and F it may also be a `move` of its own",
    "going": "good, bad or road, or the terrain of that move: LFA, wood+hill, road+SFH-jungle",
    "bad": "how many of its metres go through bad going",
    "closer": "whether that move ends closer to the enemy: yes or no",
    "away": "whether that move ends clear of the vehicle it left: yes or no",
    "mobility": "S, M, F, VF, W, 1/2T or foot, where the book gives the shooter none",
    "hq": "metres from the shooter to its headquarters",
    "cover": "where a stand is: none, cover, hard, or crest, wood-edge, wood, town-edge, town, dug-in",
    "lit": "whether a stand is in illumination: yes or no",
    "moving": "whether a stand moved in its own last turn: yes or no",
    "arc": "the arc a stand shows to its opponent: front, flank or rear",
    "sight": "whether a stand can see its opponent at all: yes or no",
    "detects": "whether a stand finds its opponent, in place of the die: STAND.detects=yes",
    "light": "day, twilight or night",
    "weather": "fair or adverse",
    "base": "the score a stand requires before modifiers, in place of the matrix",
    "reply": "whether the target shoots back if it may: yes or no",
    "call": "metres from the headquarters to the target of a battery",
    "called": "whether the fire of a battery was called: yes or no, in place of the throw",
}
"""What may be told. Without an id, cover, moving and arc are the target's, base the shooter's, sight is both's."""

_MOVING = ("metres", "going", "bad", "closer", "away", "mobility")
BATTERY_FACTS = {name: words for name, words in FACTS.items() if name not in _MOVING}
"""What may be told of batteries and aircraft: they do not move."""
