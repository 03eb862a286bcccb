"""Moments, for people in their own time zone and for programs in UTC."""

from __future__ import annotations

from datetime import UTC, datetime, tzinfo


def format_local(moment: datetime, zone: tzinfo | None) -> str:
    """A moment as a clock and a calendar there show it; `None` is the zone of this system, which it reads from TZ.

    >>> from datetime import timedelta, timezone
    >>> format_local(datetime(2026, 11, 18, 16, 50, tzinfo=UTC), timezone(timedelta(hours=1)))
    '2026-11-18 17:50'
    """
    try:
        there = moment.astimezone(zone)
    except (ValueError, OverflowError):
        # TZ may name hours that no clock has.
        there = moment.astimezone(UTC)
    return f"{there:%Y-%m-%d %H:%M}"


def format_utc(moment: datetime) -> str:
    """A moment as programs exchange it.

    >>> format_utc(datetime(2026, 11, 18, 16, 50, 7, 999, tzinfo=UTC))
    '2026-11-18T16:50:07Z'
    """
    return f"{moment.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}"
