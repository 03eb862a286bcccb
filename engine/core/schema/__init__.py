"""What plain data may look like: positions, tables of components, lessons, requests. One schema serves all readers.

`nodes` has the schemas: each checks a value and encodes it as numbers. `errors` has the sentences for data that does
not fit, and `encoders` the numbers that need more than the default of a schema.
"""
