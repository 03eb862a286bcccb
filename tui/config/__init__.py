"""What a user chose: settings, look, and the folders of the user's files."""
