"""A rule file looked through before it is played: what its names may be, and what in it can never be so."""
