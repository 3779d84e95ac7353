"""Client of dtf-graph: typed requests, streams that resume, and playing the prediction market."""

from .base_error import (
    CallTimeoutError,
    DtfGraphError,
    NetworkError,
    SubmissionError,
    TransactionError,
)
from .bitmap import EncodedBitmap, Prediction, bitmap_hash, decode_bitmap, encode_bitmap
from .client import Client, to_frame
from .errors import *  # noqa: F403
from .keccak import keccak256
from .play import Claim, JoinedBatch, PaidClaim
from .wallet import Call, KeyWallet, NodeWallet, Wallet
from .wei import format_wei, parse_wei

__version__ = "0.1.0"
