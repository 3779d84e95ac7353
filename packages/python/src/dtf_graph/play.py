"""Playing the prediction market: join, submit, claim."""

import time
from typing import Any, Callable, Dict, List, NamedTuple, Optional, Sequence, TypeVar, Union

from .base_error import CallTimeoutError, DtfGraphError, SubmissionError, TransactionError
from .bitmap import EncodedBitmap, Prediction, bitmap_hash, encode_bitmap
from .errors import InvalidInputError, NotConfiguredError, NotFoundError
from .operations import VisionDocuments
from .transport import HttpTransport
from .wallet import Call, Wallet, encode_call

_PAUSE = 1.0
# Reverts that end by themselves: the lock of a tick, and a proof that a newer one replaces.
_TEMPORARY_REVERTS = ("TickLocked", "InvalidBLSSignature", "InvalidTickRange")
# The oracles read a join from the chain only after some seconds.
_TEMPORARY_REFUSALS = ("PLAYER_NOT_FOUND", "QUORUM_NOT_REACHED", "UPSTREAM_UNAVAILABLE")

Value = TypeVar("Value")


class JoinedBatch(NamedTuple):
    "A bitmap that is committed on the chain and accepted by the oracles."

    bitmap: str
    hash: str
    transaction: str
    accepted_count: int


class Claim(NamedTuple):
    "A claim as the oracles have signed it: its call, its last tick, the balance in wei."

    call: Call
    to_tick: Optional[int]
    balance: int


class PaidClaim(NamedTuple):
    "A claim that was paid out: its transaction, its last tick, the balance in wei."

    transaction: str
    to_tick: Optional[int]
    balance: int


class Vision(VisionDocuments):
    "The documents of the prediction market and the actions of a player. Amounts are in USDC wei."

    def __init__(self, transport: HttpTransport, wallet: Optional[Wallet]) -> None:
        super().__init__(transport)
        self._http = transport
        self._wallet = wallet

    def join_calls(
        self,
        batch_id: Union[int, str],
        player: str,
        bitmap_hash: str,
        *,
        deposit: int,
        stake_per_tick: int,
    ) -> List[Call]:
        """Returns the calls that commit a bitmap, to sign elsewhere: approval and join, or the new
        commitment where the player plays in the batch already."""
        vision, usdc = self._contracts()
        batch = self._batch(batch_id)
        terms = (batch["batchId"], batch["configHash"])
        if self._player(batch_id, player) is not None:
            return [encode_call(vision, "updateBitmap", *terms, bitmap_hash)]
        return [
            encode_call(usdc, "approve", vision, deposit),
            encode_call(vision, "joinBatch", *terms, deposit, stake_per_tick, bitmap_hash),
        ]

    def claim_call(self, batch_id: Union[int, str], player: str) -> Optional[Claim]:
        "Returns what a player can claim now, to sign elsewhere; None while nothing is signed."
        vision, _ = self._contracts()
        number = self._batch(batch_id)["batchId"]
        state = self._player(batch_id, player)
        position = state["position"] if state else None
        proof = position["proof"] if position else None
        if proof is None:
            return None
        signed = (
            proof["signature"],
            int(proof["referenceNonce"] or 0),
            int(proof["signersBitmask"] or 0),
        )
        if proof["finalBalance"] is not None:
            balance = int(proof["finalBalance"])
            return Claim(encode_call(vision, "withdraw", number, balance, *signed), None, balance)
        balance = int(proof["newBalance"] or 0)
        ticks = (proof["fromTick"] or 0, proof["toTick"] or 0)
        call = encode_call(vision, "claimRewards", number, *ticks, balance, *signed)
        return Claim(call, proof["toTick"], balance)

    def submit_until_accepted(
        self,
        batch_id: Union[int, str],
        encoded: EncodedBitmap,
        *,
        player: Optional[str] = None,
        timeout: float = 120.0,
    ) -> Dict[str, Any]:
        "Submits a bitmap until the oracles accept it; raises `SubmissionError` if they refuse it."
        submission = {
            "batchId": str(batch_id),
            "player": player or self._require_wallet().address,
            "bitmap": encoded.bitmap,
            "expectedHash": encoded.hash,
        }

        def attempt() -> Union[Dict[str, Any], DtfGraphError]:
            outcome: Any = self.submit(submission)  # type: ignore[arg-type]
            if outcome["accepted"]:
                return outcome  # type: ignore[no-any-return]
            refusal = (outcome["userErrors"] or [{}])[0]
            code = refusal.get("code", "QUORUM_NOT_REACHED")
            message = refusal.get("message", "the oracles did not accept the bitmap")
            error = SubmissionError(message, code, data=outcome)
            if code not in _TEMPORARY_REFUSALS:
                raise error
            return error

        return _repeat(attempt, timeout)

    def join_and_submit(
        self,
        batch_id: Union[int, str],
        *,
        predictions: Optional[Sequence[Prediction]] = None,
        bitmap: Optional[str] = None,
        deposit: int,
        stake_per_tick: int,
        timeout: float = 120.0,
    ) -> JoinedBatch:
        """Approves the deposit if needed, joins (or commits the new bitmap where the wallet plays
        already), and submits the bitmap until the oracles accept it."""
        wallet = self._require_wallet()
        if bitmap is not None:
            encoded = EncodedBitmap(bitmap, bitmap_hash(bitmap))
        else:
            encoded = encode_bitmap(predictions or [])
        self._expect_chain(wallet)
        *approvals, commitment = self.join_calls(
            batch_id, wallet.address, encoded.hash, deposit=deposit, stake_per_tick=stake_per_tick
        )
        for approval in approvals:
            allowance = encode_call(approval.to, "allowance", wallet.address, commitment.to)
            if int(wallet.read(allowance), 16) < deposit:
                wallet.send(approval)
        transaction = _repeat(lambda: _send(wallet, commitment), timeout)
        outcome = self.submit_until_accepted(batch_id, encoded, timeout=timeout)
        return JoinedBatch(*encoded, transaction, outcome["acceptedCount"])

    def claim(self, batch_id: Union[int, str], *, timeout: float = 120.0) -> PaidClaim:
        """Waits until the oracles have signed what the wallet can claim, and claims it. After a
        requested exit it withdraws the final balance instead."""
        wallet = self._require_wallet()
        self._expect_chain(wallet)

        def attempt() -> Union[PaidClaim, DtfGraphError]:
            claim = self.claim_call(batch_id, wallet.address)
            if claim is None:
                return CallTimeoutError("the oracles have signed nothing yet")
            sent = _send(wallet, claim.call)
            return sent if isinstance(sent, DtfGraphError) else PaidClaim(sent, *claim[1:])

        return _repeat(attempt, timeout)

    def _require_wallet(self) -> Wallet:
        if self._wallet is None:
            raise InvalidInputError("the client needs a wallet", "INVALID_INPUT")
        return self._wallet

    def _deployment(self) -> Dict[str, Any]:
        deployment = self._http.request("getDeployment", "deployment", {})
        contracts = deployment["contracts"] if deployment else {}
        if not contracts.get("vision") or not contracts.get("l3Usdc"):
            raise NotConfiguredError("the service has no prediction market", "NOT_CONFIGURED")
        return deployment  # type: ignore[no-any-return]

    def _contracts(self) -> "tuple[str, str]":
        contracts = self._deployment()["contracts"]
        return contracts["vision"], contracts["l3Usdc"]

    def _expect_chain(self, wallet: Wallet) -> None:
        actual, expected = wallet.chain_id(), self._deployment()["chainId"]
        if actual != expected:
            raise TransactionError(f"the wallet is on chain {actual}, not on chain {expected}")

    def _batch(self, batch_id: Union[int, str]) -> Dict[str, Any]:
        batch: Any = self.get(str(batch_id))
        if batch is None or batch["configHash"] is None:
            raise NotFoundError(f"there is no batch {batch_id}", "NOT_FOUND")
        return batch  # type: ignore[no-any-return]

    def _player(self, batch_id: Union[int, str], address: str) -> Optional[Dict[str, Any]]:
        batch: Any = self.get_player(str(batch_id), address)
        return batch["player"] if batch else None


def _send(wallet: Wallet, call: Call) -> Union[str, DtfGraphError]:
    "Sends a call; returns reverts that end by themselves."
    try:
        return wallet.send(call)
    except TransactionError as error:
        if error.reason not in _TEMPORARY_REVERTS:
            raise
        return error


def _repeat(attempt: Callable[[], Union[Value, DtfGraphError]], timeout: float) -> Value:
    "Repeats an attempt each second while it returns an error."
    end = time.monotonic() + timeout
    while isinstance(outcome := attempt(), DtfGraphError):
        if time.monotonic() + _PAUSE > end:
            raise CallTimeoutError(f"not done within {timeout} s: {outcome}") from outcome
        time.sleep(_PAUSE)
    return outcome
