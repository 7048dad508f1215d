"""The sequence of play: phases, objectives, lost HQs, what is on now."""
