"""The prompt of an evening. Rooms: here < live < completion < console; prompt_toolkit is loaded by console alone."""
