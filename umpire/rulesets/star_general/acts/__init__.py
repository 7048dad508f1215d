"""The verbs except `fire` and `assault`, a module each."""
