"""Games and tours that are shown step by step, also as recordings and texts."""
