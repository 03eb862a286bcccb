"""Measured ratios: `python -m tests.bench`, and the same as tests with a margin in test_budgets."""
