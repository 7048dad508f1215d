"""Where stands are and may go: zones of control, stacking, walking, falling back."""
