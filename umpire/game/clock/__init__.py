"""The battle's own clock: the moments when things begin or end, and the facts that hold until then."""
