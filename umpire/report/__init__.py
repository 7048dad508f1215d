"""The evening as a report.

`tale` collects the values of the evening. Other modules turn these values into a page of HTML, into Markdown for a
forum, or into pages for print. The modules here ask no questions, print nothing and apply no rules. The chances in a
report are exact.
"""
