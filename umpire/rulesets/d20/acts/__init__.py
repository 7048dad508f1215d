"""The modules of all verbs except fire, close combat and overrun."""
