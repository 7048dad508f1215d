"""A second screen for the players: one page that follows a game and cannot change it.

`picture` makes the data of the page from the public part of the game. `watch` notices changes of the game. `app`
answers browsers; only `app` imports starlette. `serve` opens the port and shows the address; only `serve` imports
uvicorn and segno. The page itself is page.html, page.css and page.js.
"""
