"""How other programs take part: by requests (`pipe`), or at a seat (`bots`)."""
