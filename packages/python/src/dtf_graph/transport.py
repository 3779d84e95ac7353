"""HTTP: documents by name, documents of your own, REST calls, event streams."""

import json
import random
import time
from typing import Any, Dict, Iterator, Mapping, Optional

import requests

from .base_error import CallTimeoutError, DtfGraphError, NetworkError
from .errors import ERROR_CLASSES
from .operations import DOCUMENTS

_LONGEST_PAUSE = 10.0
_REST_CODES = {
    400: "INVALID_INPUT",
    403: "FORBIDDEN",
    404: "NOT_FOUND",
    413: "TOO_LARGE",
    415: "UNSUPPORTED_MEDIA_TYPE",
    429: "RATE_LIMITED",
    500: "INTERNAL",
    502: "UPSTREAM_UNAVAILABLE",
}


class HttpTransport:
    "Sends requests to one service."

    def __init__(self, origin: str, session: requests.Session, timeout: float) -> None:
        self.origin = origin.rstrip("/")
        self._session = session
        self._timeout = timeout

    def query(self, document: str, variables: Optional[Mapping[str, Any]] = None) -> Any:
        "Executes a query or mutation, given by its text or by the name of a document; returns `data`."
        response = self._send("POST", "/graphql", json=_body(document, variables))
        if not response.ok:
            raise _response_error(response)
        return _data(response.json(), response.status_code)

    def request(self, name: str, field: str, variables: Dict[str, Any]) -> Any:
        "Executes a document by its name; returns its root field."
        return self.query(name, variables)[field]

    def stream(self, name: str, field: str, variables: Dict[str, Any]) -> Iterator[Any]:
        "Executes the document of a subscription by its name; yields its root field."
        for data in self.subscribe(name, variables):
            yield data[field]

    def rest(
        self,
        path: str,
        params: Optional[Mapping[str, Any]] = None,
        body: Optional[Mapping[str, Any]] = None,
    ) -> Any:
        "GETs a path below `/api`, such as `/aum-ranking`, or POSTs a body to it; returns its JSON."
        method = "GET" if body is None else "POST"
        response = self._send(method, "/api" + path, params=params, json=body)
        if not response.ok:
            raise _response_error(response)
        return response.json()

    def subscribe(
        self,
        document: str,
        variables: Optional[Mapping[str, Any]] = None,
        *,
        reconnect_attempts: int = 10,
        idle_timeout: float = 60.0,
    ) -> Iterator[Any]:
        """Executes a subscription; yields the `data` of each event. Closing the iterator cancels it.
        After a lost connection it continues behind the last event."""
        body, position, attempt = _body(document, variables), _Position(), 0
        while True:
            try:
                for data in self._listen(body, position, idle_timeout):
                    attempt = 0
                    yield data
                return
            except DtfGraphError as error:
                is_temporary = isinstance(error, (NetworkError, CallTimeoutError)) or (
                    error.status is not None and (error.status == 429 or error.status >= 500)
                )
                if not is_temporary or attempt >= reconnect_attempts:
                    raise
                pause = error.retry_after or position.retry
            pause = pause or min(_LONGEST_PAUSE, 0.5 * 2**attempt)
            position.retry = None
            attempt += 1
            time.sleep(pause * (1 + random.random() / 4))

    def _listen(
        self, body: Dict[str, Any], position: "_Position", idle_timeout: float
    ) -> Iterator[Any]:
        headers = {"Accept": "text/event-stream"}
        if position.last_event_id:
            headers["Last-Event-ID"] = position.last_event_id
        response = self._send(
            "POST", "/graphql/stream", json=body, headers=headers, stream=True, timeout=idle_timeout
        )
        with response:
            if not response.ok:
                raise _response_error(response)
            try:
                for event in _events(response, position):
                    if event["event"] == "complete":
                        return
                    if event["event"] == "next":
                        yield _data(json.loads(event["data"]), None)
            except requests.RequestException as error:
                raise NetworkError("the connection to the event stream was lost") from error
        raise NetworkError("the connection to the event stream was lost")

    def _send(self, method: str, path: str, **options: Any) -> requests.Response:
        options.setdefault("timeout", self._timeout)
        headers = {"Accept": "application/graphql-response+json, application/json;q=0.9"}
        options["headers"] = {**headers, **options.get("headers", {})}
        try:
            return self._session.request(method, self.origin + path, **options)
        except requests.Timeout as error:
            raise CallTimeoutError("the service did not respond in time") from error
        except requests.RequestException as error:
            raise NetworkError("the service cannot be reached") from error


class _Position:
    "Position in an event stream, and what the service said about reconnecting."

    def __init__(self) -> None:
        self.last_event_id = ""
        self.retry: Optional[float] = None


def _events(response: requests.Response, position: _Position) -> Iterator[Dict[str, str]]:
    "Yields the events of a stream as they arrive, and records ids of complete events."
    event: Dict[str, str] = {}
    # Chunks as they come; a larger chunk size would wait until it is full.
    for line in response.iter_lines(chunk_size=None):
        text = line.decode("utf-8")
        if text == "":
            position.last_event_id = event.get("id", position.last_event_id)
            if "event" in event:
                yield {"data": "", **event}
            event = {}
            continue
        field, _, value = text.partition(":")
        value = value.removeprefix(" ")
        if field == "retry" and value.isdigit():
            position.retry = int(value) / 1000
        elif field == "data" and "data" in event:
            event["data"] += "\n" + value
        elif field:
            event[field] = value


def _body(document: str, variables: Optional[Mapping[str, Any]]) -> Dict[str, Any]:
    given = {name: value for name, value in (variables or {}).items() if value is not None}
    return {"query": DOCUMENTS.get(document, document), "variables": given}


def _data(result: Any, status: Optional[int]) -> Any:
    errors = result.get("errors")
    if not errors:
        return result.get("data")
    code = errors[0].get("extensions", {}).get("code", "INTERNAL")
    raise ERROR_CLASSES.get(code, DtfGraphError)(
        errors[0].get("message", ""),
        code,
        status=status,
        path=errors[0].get("path"),
        data=result.get("data"),
    )


def _response_error(response: requests.Response) -> DtfGraphError:
    "The error of a response that has a status of an error, of both APIs."
    status = response.status_code
    text = response.headers.get("Retry-After", "")
    retry_after = float(text) if text.isdigit() else None
    try:
        body = response.json()
    except ValueError:
        body = None
    if isinstance(body, dict) and body.get("errors"):
        try:
            _data(body, status)
        except DtfGraphError as error:
            error.retry_after = retry_after
            return error
    message = body.get("error") if isinstance(body, dict) else None
    code = _REST_CODES.get(status, "BUSY" if retry_after else "NOT_CONFIGURED")
    if 400 <= status < 500 and status not in _REST_CODES:
        code = "REFUSED"
    return ERROR_CLASSES.get(code, DtfGraphError)(
        message or f"the service responded with status {status}",
        code,
        status=status,
        retry_after=retry_after,
    )
