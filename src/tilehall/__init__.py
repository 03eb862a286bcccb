"""Four tile games at a terminal: play, learn, replay, and ask the table why anything happened.

The rules alone are `tilehall.engine`; the program around them is `tilehall.tui`; its looks are `tilehall.themes`.

>>> from tilehall.engine import game
>>> game("sand").title
'Realm of Sand'
"""
