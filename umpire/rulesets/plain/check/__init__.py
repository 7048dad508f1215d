"""The check of a rule file before play. The check finds the possible values of names, and the parts of the file that
can never apply.
"""
