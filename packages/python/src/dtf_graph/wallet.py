"""Wallets: how contract calls become transactions."""

import time
from typing import Any, List, NamedTuple, Optional, Protocol

import requests

from .abi import ERRORS, FUNCTIONS
from .base_error import CallTimeoutError, NetworkError, TransactionError
from .keccak import keccak256


class Call(NamedTuple):
    "A contract call that changes the state of the chain: sign it where you like."

    to: str
    data: str


class Wallet(Protocol):
    "What joins and claims need of a wallet: its address, reading, and sending."

    @property
    def address(self) -> str: ...

    def chain_id(self) -> int: ...

    def read(self, call: Call) -> str: ...

    def send(self, call: Call) -> str: ...


def encode_call(to: str, function: str, *arguments: Any) -> Call:
    "Encodes a call of a function that players use: numbers, addresses, 32 bytes, bytes."
    signature = FUNCTIONS[function]
    types = signature[signature.index("(") + 1 : -1].split(",")
    head: List[str] = []
    tail = ""
    for kind, value in zip(types, arguments, strict=True):
        if kind != "bytes":
            head.append(f"{value:064x}" if isinstance(value, int) else value[2:].rjust(64, "0"))
            continue
        digits = value[2:]
        head.append(f"{32 * len(types) + len(tail) // 2:064x}")
        tail += f"{len(digits) // 2:064x}" + digits.ljust(-(-len(digits) // 64) * 64, "0")
    return Call(to, "0x" + _selector(signature) + "".join(head) + tail)


def _selector(signature: str) -> str:
    return keccak256(signature.encode())[:4].hex()


_ERROR_NAMES = {_selector(signature): signature.split("(")[0] for signature in ERRORS}


class NodeWallet:
    "An account whose transactions the chain's node signs, such as one that anvil impersonates."

    def __init__(self, rpc_url: str, address: str, *, timeout: float = 60.0) -> None:
        self._rpc_url = rpc_url
        self._timeout = timeout
        self.address = address

    def chain_id(self) -> int:
        return int(self.rpc("eth_chainId"), 16)

    def read(self, call: Call) -> str:
        "Returns what a call returns, as hex; raises `TransactionError` where it reverts."
        return str(self.rpc("eth_call", self._transaction(call), "latest"))

    def send(self, call: Call) -> str:
        """Sends a call and waits until it is mined; returns the transaction's hash. The call is
        simulated first, so that a revert is reported with its reason."""
        self.read(call)
        transaction = self._submit(call)
        end = time.monotonic() + self._timeout
        while (receipt := self.rpc("eth_getTransactionReceipt", transaction)) is None:
            if time.monotonic() > end:
                raise CallTimeoutError("the transaction is not mined")
            time.sleep(0.5)
        if receipt["status"] != "0x1":
            # The state has changed since the simulation; the reason is that of the block.
            self.rpc("eth_call", self._transaction(call), receipt["blockNumber"])
            raise TransactionError("the transaction was reverted")
        return transaction

    def rpc(self, method: str, *params: Any) -> Any:
        "Calls a JSON-RPC method of the chain's node."
        call = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
        try:
            answer = requests.post(self._rpc_url, json=call, timeout=10).json()
        except (requests.RequestException, ValueError) as error:
            raise NetworkError("the chain cannot be reached") from error
        if "error" in answer:
            data = answer["error"].get("data")
            reason = _ERROR_NAMES.get(data[2:10]) if isinstance(data, str) else None
            raise TransactionError(reason or answer["error"].get("message", ""), reason)
        return answer["result"]

    def _transaction(self, call: Call) -> Any:
        return {"from": self.address, "to": call.to, "data": call.data}

    def _submit(self, call: Call) -> str:
        return str(self.rpc("eth_sendTransaction", self._transaction(call)))


class KeyWallet(NodeWallet):
    "An account with a private key. Needs the package eth-account (extra `wallet`)."

    def __init__(self, rpc_url: str, private_key: str, *, timeout: float = 60.0) -> None:
        try:
            from eth_account import Account
        except ImportError as error:
            raise ImportError("KeyWallet needs eth-account: pip install dtf-graph[wallet]") from error
        self._account = Account.from_key(private_key)
        self._chain_id: Optional[int] = None
        super().__init__(rpc_url, self._account.address, timeout=timeout)

    def _submit(self, call: Call) -> str:
        transaction = self._transaction(call)
        self._chain_id = self._chain_id or self.chain_id()
        price = int(self.rpc("eth_gasPrice"), 16)
        signed = self._account.sign_transaction(
            {
                "to": call.to,
                "data": call.data,
                "value": 0,
                "chainId": self._chain_id,
                "nonce": int(self.rpc("eth_getTransactionCount", self.address, "pending"), 16),
                "gas": int(self.rpc("eth_estimateGas", transaction), 16) * 12 // 10,
                "gasPrice": price * 12 // 10,
            }
        )
        # Named rawTransaction before eth-account 0.13.
        raw = getattr(signed, "raw_transaction", None) or signed.rawTransaction
        return str(self.rpc("eth_sendRawTransaction", "0x" + bytes(raw).hex()))
