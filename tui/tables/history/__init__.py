"""Looking back at a game: replay, review, captions, derivation, what options would have changed."""
