"""What `tilehall pipe` is asked and what it answers; docs/pipe.md specifies it. The command is
`tilehall.tui.programs.pipe.command`.
"""
