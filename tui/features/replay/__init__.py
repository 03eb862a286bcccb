"""Steps through a record."""
