// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Bls12381} from "./Bls12381.sol";

/// @title The oracles' keys in numbered snapshots, and the check of quorum signatures.
/// @notice A proof names the snapshot for which it was made. After a rotation, older proofs are
/// invalid.
contract OracleRegistry {
    uint256 public constant MAX_ORACLES = 32;

    /// @notice Number of the snapshot in force, from 1.
    uint256 public lastSnapshotNonce;
    /// @dev Keys of the snapshot in force, in the order of the bits of `signersBitmask`.
    bytes[] private _keys;

    event OracleSetChanged(uint256 indexed nonce, bytes[] keys);

    error InvalidBLSSignature();
    error InvalidOracleSet();

    /// @param keys Points of G2, 256 bytes each.
    /// @param possessions One signature of each key over the key itself, which prevents rogue keys.
    constructor(bytes[] memory keys, bytes[] memory possessions) {
        _install(keys, possessions);
    }

    /// @notice Replaces all keys, with a signature of a quorum of the present keys.
    /// @dev Signed message: ROTATE_ORACLES(keccak256(abi.encode(keys)), present nonce).
    function rotate(
        bytes[] calldata keys,
        bytes[] calldata possessions,
        bytes calldata blsSignature,
        uint256 referenceNonce,
        uint256 signersBitmask
    ) external {
        bytes32 message = keccak256(
            abi.encode(block.chainid, address(this), "ROTATE_ORACLES", keccak256(abi.encode(keys)), lastSnapshotNonce)
        );
        if (!isQuorum(message, blsSignature, referenceNonce, signersBitmask)) revert InvalidBLSSignature();
        _install(keys, possessions);
    }

    /// @notice Returns whether a quorum of the snapshot in force has signed `message`.
    /// @param signersBitmask Bit i stands for oracle i.
    function isQuorum(bytes32 message, bytes memory blsSignature, uint256 referenceNonce, uint256 signersBitmask)
        public
        view
        returns (bool)
    {
        if (referenceNonce != lastSnapshotNonce || signersBitmask >> _keys.length != 0) return false;
        bytes memory sum;
        uint256 signers = 0;
        for (uint256 i = 0; i < _keys.length; i++) {
            if ((signersBitmask >> i) & 1 == 0) continue;
            sum = signers == 0 ? _keys[i] : Bls12381.addKeys(sum, _keys[i]);
            signers++;
        }
        if (signers < quorum()) return false;
        return Bls12381.isSigned(abi.encodePacked(message), blsSignature, sum, Bls12381.SIGNATURE_DST);
    }

    /// @notice Number of oracles that must sign: two thirds, rounded up.
    function quorum() public view returns (uint256) {
        return (2 * _keys.length + 2) / 3;
    }

    function oracleKeys() external view returns (bytes[] memory) {
        return _keys;
    }

    function _install(bytes[] memory keys, bytes[] memory possessions) private {
        if (keys.length == 0 || keys.length > MAX_ORACLES || keys.length != possessions.length) {
            revert InvalidOracleSet();
        }
        for (uint256 i = 0; i < keys.length; i++) {
            if (!Bls12381.isSigned(keys[i], possessions[i], keys[i], Bls12381.POSSESSION_DST)) {
                revert InvalidOracleSet();
            }
        }
        _keys = keys;
        lastSnapshotNonce++;
        emit OracleSetChanged(lastSnapshotNonce, keys);
    }
}
