"""How Realm of Sand looks and reads."""
