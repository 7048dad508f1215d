"""The places of stands and the hexes they may go to: zones of control, stacking, walking, falling back."""
