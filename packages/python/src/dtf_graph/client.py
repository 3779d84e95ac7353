"""The client of one service."""

from typing import Any, Iterable, Mapping, Optional

import requests

from .operations import (
    FundsDocuments,
    LendingDocuments,
    NetworkDocuments,
    PortfoliosDocuments,
    PricesDocuments,
    SimDocuments,
)
from .play import Vision
from .transport import HttpTransport
from .wallet import Wallet


class Client(HttpTransport):
    """A method for each document in a namespace for each domain, `query` and `subscribe` for
    documents of your own, `rest` for REST calls.

    >>> client = Client("http://127.0.0.1:4000")  # doctest: +SKIP
    >>> client.prices.get("BTC")["price"]  # doctest: +SKIP
    67250.5
    """

    def __init__(
        self,
        origin: str,
        *,
        wallet: Optional[Wallet] = None,
        session: Optional[requests.Session] = None,
        timeout: float = 30.0,
    ) -> None:
        super().__init__(origin, session or requests.Session(), timeout)
        self.funds = FundsDocuments(self)
        self.lending = LendingDocuments(self)
        self.network = NetworkDocuments(self)
        self.portfolios = PortfoliosDocuments(self)
        self.prices = PricesDocuments(self)
        self.sim = SimDocuments(self)
        self.vision = Vision(self, wallet)


def to_frame(rows: Iterable[Mapping[str, Any]]) -> Any:
    "Returns rows as a `pandas.DataFrame` where pandas is installed, else as a list."
    listed = list(rows)
    try:
        import pandas
    except ImportError:
        return listed
    return pandas.DataFrame(listed)
