"""The evening as a report: first values (`tale`), then a page of HTML, Markdown for a forum, or pages for print.

The modules here do not ask, print or apply rules. Chances are the engine's exact odds of the recorded acts.
"""
