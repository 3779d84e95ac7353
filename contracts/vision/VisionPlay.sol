// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {VisionBatches} from "./VisionBatches.sol";

/// @title Actions of players: join with a commitment, change it, deposit, request the exit.
abstract contract VisionPlay is VisionBatches {
    /// @notice Joins a batch from the next tick on. The deposit is paid from the internal balance
    /// first, then from the wallet.
    /// @param configHash The config that the player has read. The call reverts if another one is in
    /// force.
    /// @param depositAmount Wei, at least one stake.
    /// @param stakePerTick Stake per tick on each market, wei.
    /// @param bitmapHash keccak256 of the bitmap's bytes.
    function joinBatch(
        uint256 batchId,
        bytes32 configHash,
        uint256 depositAmount,
        uint256 stakePerTick,
        bytes32 bitmapHash
    ) external {
        _join(batchId, configHash, depositAmount, stakePerTick, bitmapHash);
        _takeDeposit(depositAmount);
    }

    /// @notice Joins like `joinBatch`, but pays only from the wallet.
    function joinBatchDirect(
        uint256 batchId,
        bytes32 configHash,
        uint256 depositAmount,
        uint256 stakePerTick,
        bytes32 bitmapHash
    ) external {
        _join(batchId, configHash, depositAmount, stakePerTick, bitmapHash);
        _takeFromWallet(depositAmount);
    }

    /// @notice Creates a batch and joins it in one call.
    function createBatchAndJoin(
        bytes32 sourceId,
        bytes32 configHash,
        uint256 tickDuration,
        uint256 lockOffset,
        bytes calldata blsSignature,
        uint256 referenceNonce,
        uint256 signersBitmask,
        uint256 depositAmount,
        uint256 stakePerTick,
        bytes32 bitmapHash
    ) external returns (uint256 batchId) {
        batchId = _create(
            [sourceId, configHash, bytes32(tickDuration), bytes32(lockOffset)],
            Proof(blsSignature, referenceNonce, signersBitmask)
        );
        _join(batchId, configHash, depositAmount, stakePerTick, bitmapHash);
        _takeDeposit(depositAmount);
    }

    /// @notice Commits to another bitmap from the next tick on.
    function updateBitmap(uint256 batchId, bytes32 configHash, bytes32 newBitmapHash) external {
        Position storage position = _staying(batchId);
        Batch storage batch = _open(batchId);
        _checkCommitment(batch, configHash, newBitmapHash);
        position.bitmapHash = newBitmapHash;
        position.configHash = configHash;
        emit BitmapUpdated(batchId, msg.sender, newBitmapHash, configHash);
    }

    /// @notice Deposits to the sender's balance in a batch.
    function deposit(uint256 batchId, uint256 amount) external {
        Position storage position = _staying(batchId);
        if (_batches[batchId].paused) revert BatchPaused();
        if (amount == 0) revert ZeroAmount();
        position.balance += amount;
        position.totalDeposited += amount;
        PositionState storage state = _states[batchId][msg.sender];
        uint256 tick = currentTickId(batchId);
        state.freshDeposits = state.depositTick == tick ? state.freshDeposits + amount : amount;
        state.depositTick = tick;
        batchPot[batchId] += amount;
        emit Deposited(batchId, msg.sender, amount);
        _takeDeposit(amount);
    }

    /// @notice Requests the exit from the batch. The running tick is the last one that is played;
    /// then the oracles sign a withdrawal.
    /// @dev Without this request, a withdrawal proof could be stored and used after a loss.
    function requestExit(uint256 batchId) external {
        _staying(batchId);
        uint256 exitTick = currentTickId(batchId) + 1;
        _states[batchId][msg.sender].exitTick = exitTick;
        emit ExitRequested(batchId, msg.sender, exitTick);
    }

    function getPosition(uint256 batchId, address player) external view returns (Position memory) {
        return _positions[batchId][player];
    }

    function getPositionState(uint256 batchId, address player) external view returns (PositionState memory) {
        return _states[batchId][player];
    }

    function _staying(uint256 batchId) internal view returns (Position storage position) {
        position = _joined(batchId, msg.sender);
        if (_states[batchId][msg.sender].exitTick != 0) revert ExitPending();
    }

    function _join(
        uint256 batchId,
        bytes32 configHash,
        uint256 depositAmount,
        uint256 stakePerTick,
        bytes32 bitmapHash
    ) private {
        Batch storage batch = _open(batchId);
        _checkCommitment(batch, configHash, bitmapHash);
        Position storage position = _positions[batchId][msg.sender];
        if (position.joinTimestamp != 0) revert AlreadyJoined();
        if (stakePerTick < MIN_STAKE_PER_TICK) revert StakeBelowMinimum();
        if (depositAmount < stakePerTick) revert InsufficientDeposit();
        uint256 tick = currentTickId(batchId);
        position.bitmapHash = bitmapHash;
        position.configHash = configHash;
        position.stakePerTick = stakePerTick;
        position.startTick = tick + 1;
        position.balance = depositAmount;
        position.lastClaimedTick = tick;
        position.joinTimestamp = block.timestamp;
        position.totalDeposited = depositAmount;
        batchPot[batchId] += depositAmount;
        emit PlayerJoined(batchId, msg.sender, stakePerTick, bitmapHash);
        emit Deposited(batchId, msg.sender, depositAmount);
    }

    /// @dev The commitment counts from the next tick on, so that it must be for the config that is
    /// in force then.
    function _checkCommitment(Batch storage batch, bytes32 configHash, bytes32 bitmapHash) private view {
        bytes32 upcoming = batch.nextConfigHash == 0 ? batch.configHash : batch.nextConfigHash;
        if (configHash != upcoming) revert ConfigHashMismatch();
        if (bitmapHash == 0) revert EmptyCommitment();
    }

    function _takeDeposit(uint256 amount) private {
        uint256 inside = realBalance[msg.sender];
        if (inside > amount) inside = amount;
        realBalance[msg.sender] -= inside;
        _takeFromWallet(amount - inside);
    }

    function _takeFromWallet(uint256 amount) private {
        if (USDC.balanceOf(msg.sender) < amount) revert InsufficientDeposit();
        _pull(msg.sender, amount);
    }
}
