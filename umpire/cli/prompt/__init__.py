"""The prompt of an evening.

The modules are `here`, `live`, `completion` and `console`. Each module may import the modules named before it. Only
`console` loads prompt_toolkit.
"""
