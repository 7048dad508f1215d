"""The acts except `fire` and `assault`; each act has its own module."""
