"""Computer players beside the event loop: in threads, in processes, or at once."""
