"""The screens, one module each; the apps import them when they are first shown."""
