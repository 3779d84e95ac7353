// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title BLS signatures over BLS12-381, verified by the precompiles of EIP-2537.
/// @notice Signatures are in G1 (128 bytes), keys in G2 (256 bytes), both uncompressed as EIP-2537
/// defines them. Messages are hashed to G1 as in RFC 9380 (BLS12381G1_XMD:SHA-256_SSWU_RO_).
library Bls12381 {
    /// @notice Ciphersuites of signatures over messages and of proofs of possession.
    string internal constant SIGNATURE_DST = "BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_POP_";
    string internal constant POSSESSION_DST = "BLS_POP_BLS12381G1_XMD:SHA-256_SSWU_RO_POP_";

    uint256 internal constant SIGNATURE_LENGTH = 128;
    uint256 internal constant KEY_LENGTH = 256;

    address private constant MODEXP = address(0x05);
    address private constant G1_ADD = address(0x0b);
    address private constant G2_ADD = address(0x0d);
    address private constant PAIRING = address(0x0f);
    address private constant MAP_FP_TO_G1 = address(0x10);

    /// @dev Order of the base field, 48 bytes.
    bytes private constant FIELD_ORDER =
        hex"1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaab";
    /// @dev The negated generator of G2.
    bytes private constant NEGATIVE_G2 =
        hex"00000000000000000000000000000000024aa2b2f08f0a91260805272dc51051c6e47ad4fa403b02b4510b647ae3d1770bac0326a805bbefd48056c8c121bdb8"
        hex"0000000000000000000000000000000013e02b6052719f607dacd3a088274f65596bd0d09920b61ab5da61bbdc7f5049334cf11213945d57e5ac7d055d042b7e"
        hex"000000000000000000000000000000000d1b3cc2c7027888be51d9ef691d77bcb679afda66c73f17f9ee3837a55024f78c71363275a75d75d86bab79f74782aa"
        hex"0000000000000000000000000000000013fa4d4a0ad8b1ce186ed5061789213d993923066dddaf1040bc3ff59f825c78df74f2d75467e25e0f55f8a00fa030ed";

    /// @notice Returns whether `signature` is the signature of `key` over `message`:
    /// e(sig, −G2) · e(H(message), key) = 1.
    /// @dev The pairing precompile rejects points that are not on the curve or not in the subgroup;
    /// the result is then `false`.
    function isSigned(bytes memory message, bytes memory signature, bytes memory key, string memory dst)
        internal
        view
        returns (bool)
    {
        if (signature.length != SIGNATURE_LENGTH || key.length != KEY_LENGTH) return false;
        bytes memory input = bytes.concat(signature, NEGATIVE_G2, hashToG1(message, dst), key);
        (bool ok, bytes memory output) = PAIRING.staticcall(input);
        return ok && output.length == 32 && abi.decode(output, (uint256)) == 1;
    }

    /// @notice Adds two keys. The sum verifies the sum of their signatures over one message.
    function addKeys(bytes memory a, bytes memory b) internal view returns (bytes memory) {
        return _call(G2_ADD, bytes.concat(a, b));
    }

    /// @notice Hashes a message to a point of G1 (RFC 9380, hash_to_curve).
    function hashToG1(bytes memory message, string memory dst) internal view returns (bytes memory) {
        (bytes memory u0, bytes memory u1) = _hashToField(message, dst);
        return _call(G1_ADD, bytes.concat(_call(MAP_FP_TO_G1, u0), _call(MAP_FP_TO_G1, u1)));
    }

    /// @dev RFC 9380, hash_to_field with count 2 over expand_message_xmd of 128 bytes.
    function _hashToField(bytes memory message, string memory dst) private view returns (bytes memory, bytes memory) {
        bytes memory suffix = abi.encodePacked(dst, uint8(bytes(dst).length));
        bytes32 first = sha256(bytes.concat(new bytes(64), message, hex"008000", suffix));
        bytes32 b1 = sha256(bytes.concat(first, hex"01", suffix));
        bytes32 b2 = sha256(bytes.concat(first ^ b1, hex"02", suffix));
        bytes32 b3 = sha256(bytes.concat(first ^ b2, hex"03", suffix));
        bytes32 b4 = sha256(bytes.concat(first ^ b3, hex"04", suffix));
        return (_reduce(b1, b2), _reduce(b3, b4));
    }

    /// @dev Returns 64 bytes modulo the field order, as a 64-byte word of EIP-2537.
    function _reduce(bytes32 high, bytes32 low) private view returns (bytes memory) {
        bytes memory lengths = abi.encode(uint256(64), uint256(1), uint256(48));
        return bytes.concat(bytes16(0), _call(MODEXP, bytes.concat(lengths, high, low, hex"01", FIELD_ORDER)));
    }

    function _call(address precompile, bytes memory input) private view returns (bytes memory) {
        (bool ok, bytes memory output) = precompile.staticcall(input);
        require(ok && output.length > 0, "BLS precompile failed");
        return output;
    }
}
