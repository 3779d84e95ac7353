"""Bitmaps, hashes and amounts against published vectors, and the examples in the comments."""

import doctest
import unittest

import dtf_graph.bitmap
import dtf_graph.wei
from dtf_graph import InvalidInputError, bitmap_hash, decode_bitmap, encode_bitmap, keccak256
from dtf_graph import format_wei, parse_wei
from dtf_graph.wallet import encode_call

WORDS = {"U": "UP", "D": "DOWN"}


class Bitmaps(unittest.TestCase):
    def test_vectors(self) -> None:
        vectors = {
            "UDUUD": "0xb0",
            "UDDUU": "0x98",
            "UDUUDDUD": "0xb2",
            "UDUUDDUDU": "0xb280",
            "UUU": "0xe0",
            "U" * 10: "0xffc0",
            "D" * 9: "0x0000",
            "U" * 100: "0x" + "ff" * 12 + "f0",
        }
        for letters, bitmap in vectors.items():
            predictions = [WORDS[letter] for letter in letters]
            self.assertEqual(encode_bitmap(predictions).bitmap, bitmap)
            self.assertEqual(decode_bitmap(bitmap, len(letters)), predictions)

    def test_beyond_the_end_is_down(self) -> None:
        self.assertEqual(decode_bitmap("0x80", 9), ["UP"] + ["DOWN"] * 8)

    def test_padding_is_part_of_the_hash(self) -> None:
        self.assertNotEqual(bitmap_hash("0xb0"), bitmap_hash("0xb000"))

    def test_errors(self) -> None:
        for bitmap in ("b0", "0x", "0xb", "0xzz", "0xb0\n"):
            with self.assertRaises(InvalidInputError):
                bitmap_hash(bitmap)
        with self.assertRaises(InvalidInputError):
            encode_bitmap([])
        with self.assertRaises(InvalidInputError):
            encode_bitmap(["SIDEWAYS"])


class Keccak(unittest.TestCase):
    def test_vectors(self) -> None:
        vectors = {
            b"": "c5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470",
            b"abc": "4e03657aea45a94fc7d47ba826c8d667c0d1e6e33a64a036ec44f58fa12d6c45",
            b"\xb0": "7309e659d3b54b90dd276da6f341ea74b95ec755e381715e7140b0cef2f8d99f",
            b"\xff" * 136: "2d417340362cd4144efbf52adc1bfb7a4b40254f55f3b0f09efa6a1ef299b51a",
        }
        for data, digest in vectors.items():
            self.assertEqual(keccak256(data).hex(), digest)


class Calls(unittest.TestCase):
    def test_selectors(self) -> None:
        join = encode_call("0x1", "joinBatch", 1, "0x" + "ab" * 32, 2, 3, "0x" + "cd" * 32)
        self.assertEqual(join.data[:10], "0x552083c8")
        self.assertEqual(len(join.data), 10 + 5 * 64)
        claim = encode_call("0x1", "claimRewards", 1, 2, 3, 4, "0xaabb", 5, 6)
        self.assertEqual(claim.data[:10], "0xaa406a44")
        self.assertEqual(claim.data[10 + 4 * 64 : 10 + 5 * 64], f"{7 * 32:064x}")
        self.assertEqual(claim.data[10 + 7 * 64 :], f"{2:064x}" + "aabb".ljust(64, "0"))


class Amounts(unittest.TestCase):
    def test_exact(self) -> None:
        amount, wei = "123456789012345678901234567890.000000000000000001", 10**18 + 1
        self.assertEqual(parse_wei(amount), 123456789012345678901234567889 * 10**18 + wei)
        self.assertEqual(format_wei(parse_wei(amount)), amount)
        self.assertEqual(format_wei("-1"), "-0.000000000000000001")
        with self.assertRaises(ValueError):
            parse_wei("0.0000000000000000001")


def load_tests(loader: unittest.TestLoader, tests: unittest.TestSuite, _: object) -> unittest.TestSuite:
    for module in (dtf_graph.bitmap, dtf_graph.wei):
        tests.addTests(doctest.DocTestSuite(module))
    return tests
