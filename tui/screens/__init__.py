"""The screens, one module each; the app imports them when they are first shown."""
