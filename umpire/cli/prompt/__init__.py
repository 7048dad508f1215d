"""The prompt of an evening.

The modules are `here`, `live`, `completion` and `console`. Each may import those before it. Only `console` loads
prompt_toolkit.
"""
