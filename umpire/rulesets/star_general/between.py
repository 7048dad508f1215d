"""What hands do."""


def hands(before, after):
    return ()
