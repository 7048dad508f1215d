"""Corrections from the table: a result given without dice, corrections of the record, the audit."""
