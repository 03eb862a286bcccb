"""The catalogues of translations: translators edit `.po` files, the program reads `.mo` files; see `make words`."""
