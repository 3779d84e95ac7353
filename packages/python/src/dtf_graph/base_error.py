"""The error that all errors of this package extend."""

from typing import Any, List, Optional, Union


class DtfGraphError(Exception):
    """An error of a request. Each code has a class of its own; a code that this version does not
    know has this one."""

    def __init__(
        self,
        message: str,
        code: str,
        *,
        status: Optional[int] = None,
        path: Optional[List[Union[str, int]]] = None,
        retry_after: Optional[float] = None,
        data: Any = None,
    ) -> None:
        super().__init__(message)
        self.code = code
        """The code, as `docs/errors.md` of the service lists it."""
        self.status = status
        """Status of the HTTP response, if there was one."""
        self.path = path
        """Path of the field that failed."""
        self.retry_after = retry_after
        """Seconds after which the request can be repeated, if the service stated it."""
        self.data = data
        """The parts of the result that did not fail, if there are any."""


class NetworkError(DtfGraphError):
    "`NETWORK`: the service or the chain cannot be reached, or the connection was lost."

    def __init__(self, message: str) -> None:
        super().__init__(message, "NETWORK")


class CallTimeoutError(DtfGraphError):
    "`TIMEOUT`: a call was not finished within its deadline."

    def __init__(self, message: str) -> None:
        super().__init__(message, "TIMEOUT")


class TransactionError(DtfGraphError):
    "`TRANSACTION_FAILED`: the chain or the contract refused a transaction."

    def __init__(self, message: str, reason: Optional[str] = None) -> None:
        super().__init__(message, "TRANSACTION_FAILED")
        self.reason = reason
        """Name of the contract's error, such as `TickLocked`; None if it was another failure."""


class SubmissionError(DtfGraphError):
    "The oracles did not accept a bitmap. Its code is that of the user error."
