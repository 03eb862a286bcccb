"""Hex, an add-on game for Tilehall: where its parts are."""

from tilehall.engine import Announcement, Text

ANNOUNCEMENT = Announcement(
    id="hex",
    title=Text("Hex"),
    credit=Text("Invented by Piet Hein and John Nash"),
    player_counts=range(2, 3),
    rules="tilehall_hex.game:Hex",
    advisor="tilehall_hex.advice:HexAdvisor",
    narrator="tilehall_hex.narrator:HexNarrator",
    teacher="tilehall_hex.about:HexTeacher",
    encoder="tilehall_hex.encoding:HexEncoder",
    renderer="tilehall_hex.renderer:HexRenderer",
    wording="tilehall_hex.wording",
)
