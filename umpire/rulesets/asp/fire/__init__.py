"""An engagement: detection, initiative, shots, results."""
