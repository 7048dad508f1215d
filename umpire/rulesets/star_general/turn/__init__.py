"""The sequence of play: phases, objectives, lost HQs, the current step."""
