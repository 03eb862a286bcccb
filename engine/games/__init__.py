"""The games, a package each with the same files, and where games of other packages are found."""
