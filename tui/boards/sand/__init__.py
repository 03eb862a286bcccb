"""The board and the wording of Realm of Sand."""
