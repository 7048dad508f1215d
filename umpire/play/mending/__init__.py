"""What the table says instead of the record: a result told without dice, corrections, the roll call."""
