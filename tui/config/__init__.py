"""What a user chose: settings, look, and the folders where files are kept."""
