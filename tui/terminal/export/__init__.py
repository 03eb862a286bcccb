"""Pictures as SVG and as asciicast recordings."""
