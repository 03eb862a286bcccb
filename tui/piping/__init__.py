"""What `tilehall pipe` is asked and what it answers. The command is `tilehall.tui.pipe`."""
