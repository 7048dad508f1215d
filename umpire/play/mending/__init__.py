"""Corrections typed during play: a result given without dice, corrections of the record, house rules, the audit."""
