"""The prompt of an evening. Each module may import those before it: here, live, completion, console.

Only console loads prompt_toolkit.
"""
