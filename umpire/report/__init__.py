"""The evening as a report: values first (`tale`), then a page of HTML, Markdown for a forum, or pages for print.

Nothing here asks, prints or decides a rule: chances are the engine's odds of the very acts on record.
"""
