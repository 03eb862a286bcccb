from __future__ import annotations


def foresee(s, seat, a):
    return ()
