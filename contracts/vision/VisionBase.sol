// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IErc20} from "../token/IErc20.sol";
import {OracleRegistry} from "./OracleRegistry.sol";
import {VisionTypes} from "./VisionTypes.sol";

/// @title State of the prediction market and common rules of its functions.
abstract contract VisionBase is VisionTypes {
    uint256 public constant PROTOCOL_FEE_BPS = 5;
    /// @notice 0.1 USDC with 18 decimals.
    uint256 public constant MIN_STAKE_PER_TICK = 1e17;
    uint256 public constant MAX_TICK_DURATION = 2_592_000;

    IErc20 public immutable USDC;
    OracleRegistry public immutable oracleRegistry;

    /// @notice Batch ids start with 1.
    uint256 public nextBatchId = 1;
    mapping(bytes32 sourceId => uint256) public sourceIdToBatchId;
    mapping(bytes32 sourceId => bool) public sourceIdHasBatch;
    /// @notice Deposits less payouts of a batch's players. A batch never pays more than this.
    mapping(uint256 batchId => uint256) public batchPot;
    /// @notice Number of pauses and unpauses, so that each proof can be used once.
    mapping(uint256 batchId => uint256) public pauseNonce;
    /// @notice Internal USDC balance of an account, outside of batches.
    mapping(address account => uint256) public realBalance;
    address public feeCollector;
    uint256 public collectableFees;

    mapping(uint256 batchId => Batch) internal _batches;
    mapping(uint256 batchId => mapping(address player => Position)) internal _positions;
    mapping(uint256 batchId => mapping(address player => PositionState)) internal _states;

    constructor(IErc20 usdc, OracleRegistry registry, address feeCollector_) {
        if (address(usdc) == address(0) || address(registry) == address(0) || feeCollector_ == address(0)) {
            revert ZeroAddress();
        }
        USDC = usdc;
        oracleRegistry = registry;
        feeCollector = feeCollector_;
    }

    /// @notice The running tick of a batch, counted from 0 at its creation.
    function currentTickId(uint256 batchId) public view returns (uint256) {
        Batch storage batch = _existing(batchId);
        return block.timestamp / batch.tickDuration - batch.createdAtTick;
    }

    function _existing(uint256 batchId) internal view returns (Batch storage batch) {
        batch = _batches[batchId];
        if (batch.creator == address(0)) revert BatchNotFound();
    }

    function _joined(uint256 batchId, address player) internal view returns (Position storage position) {
        _existing(batchId);
        position = _positions[batchId][player];
        if (position.joinTimestamp == 0) revert NotJoined();
    }

    /// @dev Returns a batch that accepts joins and updates: neither paused nor in the locked last
    /// seconds of a tick.
    function _open(uint256 batchId) internal returns (Batch storage batch) {
        batch = _existing(batchId);
        if (batch.paused) revert BatchPaused();
        _promote(batch);
        uint256 intoTick = block.timestamp % batch.tickDuration;
        if (intoTick >= batch.tickDuration - batch.lockOffset) revert TickLocked();
    }

    /// @dev Puts a scheduled config into force when its tick has begun.
    function _promote(Batch storage batch) internal {
        if (batch.nextConfigHash == 0) return;
        if (block.timestamp / batch.tickDuration - batch.createdAtTick < batch.lastPromotionTick) return;
        batch.configHash = batch.nextConfigHash;
        batch.lockOffset = batch.nextLockOffset;
        batch.nextConfigHash = 0;
        batch.nextLockOffset = 0;
    }

    /// @param content abi.encode(chainId, this contract, TAG, fields …)
    function _requireQuorum(bytes memory content, Proof memory proof) internal view {
        bool signed =
            oracleRegistry.isQuorum(keccak256(content), proof.signature, proof.referenceNonce, proof.signersBitmask);
        if (!signed) revert InvalidBLSSignature();
    }

    function _feeOn(uint256 gain) internal pure returns (uint256) {
        return gain * PROTOCOL_FEE_BPS / 10_000;
    }

    function _pull(address from, uint256 amount) internal {
        if (amount > 0 && !USDC.transferFrom(from, address(this), amount)) revert TransferFailed();
    }

    function _pay(address to, uint256 amount) internal {
        if (amount > 0 && !USDC.transfer(to, amount)) revert TransferFailed();
    }
}
