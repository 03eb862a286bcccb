"""Line mode: games as plain lines of text, for screen readers, dumb terminals and pipes."""
