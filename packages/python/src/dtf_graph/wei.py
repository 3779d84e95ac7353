"""Amounts in wei: whole numbers of 10^-18."""

from decimal import Context, Decimal
from typing import Union

_EXACT = Context(prec=100)


def parse_wei(amount: Union[str, int, Decimal]) -> int:
    """Returns the wei of an amount with at most 18 decimals.

    >>> parse_wei("1.5")
    1500000000000000000
    """
    wei = Decimal(amount).scaleb(18, _EXACT)
    if wei != wei.to_integral_value(context=_EXACT):
        raise ValueError("an amount has at most 18 decimals")
    return int(wei)


def format_wei(wei: Union[str, int]) -> str:
    """Returns the exact amount of wei as decimal text.

    >>> format_wei("1500000000000000000")
    '1.5'
    """
    whole, part = divmod(abs(int(wei)), 10**18)
    sign = "-" if int(wei) < 0 else ""
    return f"{sign}{whole}.{part:018d}".rstrip("0").rstrip(".")
