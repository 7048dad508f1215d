"""A second screen for the players: one page that follows a game, and can do nothing to it.

`picture` is all that is shown, made from what players may know; `watch` sees that the game has changed; `app` answers
browsers (the only starlette), `serve` opens the port and says where (the only uvicorn and segno). The page itself is
page.html, page.css and page.js.
"""
