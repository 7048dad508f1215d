"""The evening as a report.

`tale` collects the values of the evening. Other modules turn these values into a page of HTML, into Markdown for a
forum, or into pages for print. The modules here ask no questions, print nothing and apply no rules. A report shows the
chances of the recorded acts; these chances are the engine's exact odds.
"""
