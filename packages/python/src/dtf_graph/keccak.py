"""Keccak-256 as Ethereum uses it (the padding before SHA-3), in pure Python."""

from typing import List

_MASK = (1 << 64) - 1
_RATE = 136


def _round_constants() -> List[int]:
    "The 24 round constants, from the LFSR of FIPS 202, algorithm 5."
    constants, register = [], 1
    for _ in range(24):
        constant = 0
        for power in range(7):
            if register & 1:
                constant ^= 1 << ((1 << power) - 1)
            register = (register << 1) ^ (0x171 if register & 0x80 else 0)
        constants.append(constant)
    return constants


def _rotations() -> List[int]:
    "Rotation of each lane (FIPS 202, section 3.2.2); lane x, y is at x + 5 y."
    rotations, x, y = [0] * 25, 1, 0
    for step in range(24):
        rotations[x + 5 * y] = (step + 1) * (step + 2) // 2 % 64
        x, y = y, (2 * x + 3 * y) % 5
    return rotations


_ROUND_CONSTANTS = _round_constants()
_ROTATIONS = _rotations()


def _rotate(value: int, count: int) -> int:
    return ((value << count) | (value >> (64 - count))) & _MASK


def _permute(lanes: List[int]) -> List[int]:
    for constant in _ROUND_CONSTANTS:
        columns = [
            lanes[x] ^ lanes[x + 5] ^ lanes[x + 10] ^ lanes[x + 15] ^ lanes[x + 20]
            for x in range(5)
        ]
        mixed = [columns[x - 1] ^ _rotate(columns[(x + 1) % 5], 1) for x in range(5)]
        moved = [0] * 25
        for y in range(5):
            for x in range(5):
                index = x + 5 * y
                lane = _rotate(lanes[index] ^ mixed[x], _ROTATIONS[index])
                moved[y + 5 * ((2 * x + 3 * y) % 5)] = lane
        lanes = [
            moved[index]
            ^ (~moved[index - index % 5 + (index + 1) % 5] & moved[index - index % 5 + (index + 2) % 5])
            for index in range(25)
        ]
        lanes[0] ^= constant
    return lanes


def keccak256(data: bytes) -> bytes:
    "Returns the 32 bytes of the hash."
    padding = _RATE - len(data) % _RATE
    padded = bytearray(data) + bytes(padding)
    padded[len(data)] ^= 0x01
    padded[-1] ^= 0x80
    lanes = [0] * 25
    for start in range(0, len(padded), _RATE):
        for lane in range(_RATE // 8):
            offset = start + 8 * lane
            lanes[lane] ^= int.from_bytes(padded[offset : offset + 8], "little")
        lanes = _permute(lanes)
    return b"".join(lane.to_bytes(8, "little") for lane in lanes[:4])
