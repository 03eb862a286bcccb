"""The catalogues of other languages: translators edit `.po`, the program reads `.mo`, `make words` makes both."""
