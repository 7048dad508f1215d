"""The verbs other than fire, close combat and overrun, each in a module of its own."""
