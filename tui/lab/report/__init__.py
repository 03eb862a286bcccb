"""A simulation as tables, data, sheets and pictures."""
