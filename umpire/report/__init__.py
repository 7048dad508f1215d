"""The evening as a report: first values (`tale`), then a page of HTML, Markdown for a forum, or pages for print.

Nothing here asks, prints or applies a rule: chances are the engine's exact odds of the recorded acts.
"""
