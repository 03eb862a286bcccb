"""How computer players judge and plan Realm of Sand."""
