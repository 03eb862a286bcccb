"""The commands of `tilehall`, a module each: `add_arguments(parser)` says what it takes, `main(args, door)` does it."""
