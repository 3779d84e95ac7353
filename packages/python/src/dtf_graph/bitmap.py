"""Bitmaps of predictions: market 0 is the highest bit of the first byte; 1 is UP."""

import re
from typing import List, Literal, NamedTuple, Sequence

from .errors import InvalidInputError
from .keccak import keccak256

Prediction = Literal["UP", "DOWN"]


class EncodedBitmap(NamedTuple):
    "A bitmap, which is submitted, and its hash, which is committed on the chain; both 0x-hex."

    bitmap: str
    hash: str


def encode_bitmap(predictions: Sequence[Prediction]) -> EncodedBitmap:
    """Encodes predictions, one for each market in the order of the batch's markets.

    >>> encode_bitmap(["UP", "DOWN", "UP", "UP", "DOWN"]).bitmap
    '0xb0'
    """
    if not predictions:
        raise InvalidInputError("predictions must not be empty", "INVALID_INPUT")
    data = bytearray(-(-len(predictions) // 8))
    for market, prediction in enumerate(predictions):
        if prediction not in ("UP", "DOWN"):
            raise InvalidInputError("a prediction must be UP or DOWN", "INVALID_INPUT")
        if prediction == "UP":
            data[market // 8] |= 0x80 >> market % 8
    bitmap = "0x" + data.hex()
    return EncodedBitmap(bitmap, bitmap_hash(bitmap))


def decode_bitmap(bitmap: str, market_count: int) -> List[Prediction]:
    """Decodes the predictions for a number of markets. Markets beyond the end are DOWN.

    >>> decode_bitmap("0xb0", 3)
    ['UP', 'DOWN', 'UP']
    """
    data = _parse(bitmap)
    padded = data + bytes(max(0, -(-market_count // 8) - len(data)))
    return ["UP" if padded[one // 8] & 0x80 >> one % 8 else "DOWN" for one in range(market_count)]


def bitmap_hash(bitmap: str) -> str:
    "Returns keccak-256 of the bitmap's bytes, padding included, as 0x-hex."
    return "0x" + keccak256(_parse(bitmap)).hex()


def _parse(bitmap: str) -> bytes:
    if re.fullmatch(r"0x(?:[0-9a-fA-F]{2})+", bitmap) is None:
        raise InvalidInputError("bitmap must be 0x and whole bytes of hex", "INVALID_INPUT")
    return bytes.fromhex(bitmap[2:])
