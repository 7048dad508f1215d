"""The battle's own clock: when something begins or ends, and what holds until then."""
