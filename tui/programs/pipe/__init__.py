"""`tilehall pipe`: the games for other programs, as docs/pipe.md specifies."""
