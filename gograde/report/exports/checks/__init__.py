"""The record of one check, in the forms that other systems read."""
