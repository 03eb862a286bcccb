"""How fast a hall is, and how large: measured with real `ssh` clients. `python -m tests.bench.hall --help`."""
