from __future__ import annotations


def advise(view, seat, rng, attention=100):
    raise NotImplementedError
