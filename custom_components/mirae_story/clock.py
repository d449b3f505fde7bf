"""The local time, in one place: everything that asks for it asks here, at the time of asking."""

from datetime import datetime

from homeassistant.util import dt as dt_util


def local_now() -> datetime:
    """Return the time in the home's time zone."""
    return dt_util.now()
