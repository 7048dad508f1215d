"""Floor 3: pure rules. The registry of names only: listing the rulesets imports none of them."""

FAMILIES = {
    "two-star-general": "umpire.rulesets.star_general",
    "three-star-general": "umpire.rulesets.star_general",
    "asp-ww2": "umpire.rulesets.asp",
    "d20-elements": "umpire.rulesets.d20",
}
"""Ruleset name -> the module of its family."""
