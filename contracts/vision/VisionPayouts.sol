// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {VisionPlay} from "./VisionPlay.sol";

/// @title Payouts: claims, withdrawals and the protocol's fee.
abstract contract VisionPayouts is VisionPlay {
    uint256 private _feeCollectorNonce;

    /// @notice Settles the sender's ticks up to the last complete one and pays the winnings, less
    /// the fee.
    /// @dev Signed message: CLAIM(batchId, player, fromTick, toTick, newBalance). `newBalance` is
    /// the balance at the end of `toTick`, which must be the last complete tick, so that no later
    /// loss is left out.
    /// @param fromTick The tick after the last claimed one.
    function claimRewards(
        uint256 batchId,
        uint256 fromTick,
        uint256 toTick,
        uint256 newBalance,
        bytes calldata blsSignature,
        uint256 referenceNonce,
        uint256 signersBitmask
    ) external {
        Position storage position = _staying(batchId);
        _checkRange(batchId, position.lastClaimedTick, fromTick, toTick);
        _requireQuorum(
            abi.encode(
                block.chainid, address(this), "CLAIM", batchId, msg.sender, fromTick, toTick, newBalance
            ),
            Proof(blsSignature, referenceNonce, signersBitmask)
        );
        position.lastClaimedTick = toTick;
        (uint256 winnings, uint256 fee) = _settle(batchId, position, toTick, newBalance);
        emit RewardsClaimed(batchId, msg.sender, fromTick, toTick, newBalance, winnings, fee);
        _pay(msg.sender, winnings - fee);
    }

    /// @notice Closes the sender's position after `requestExit` and pays its balance, less the fee
    /// on the total profit.
    /// @dev Signed message: WITHDRAW(batchId, player, finalBalance, joinTimestamp). With the join
    /// time a proof cannot be used again after the player has joined again.
    function withdraw(
        uint256 batchId,
        uint256 finalBalance,
        bytes calldata blsSignature,
        uint256 referenceNonce,
        uint256 signersBitmask
    ) external {
        _joined(batchId, msg.sender);
        uint256 exitTick = _states[batchId][msg.sender].exitTick;
        if (exitTick == 0 || currentTickId(batchId) < exitTick) revert ExitNotReached();
        _close(
            "WITHDRAW", batchId, msg.sender, finalBalance, Proof(blsSignature, referenceNonce, signersBitmask)
        );
    }

    /// @notice Closes any position by oracle consensus and pays the player.
    /// @dev Signed message: FORCE_WITHDRAW(batchId, player, finalBalance, joinTimestamp).
    function forceWithdraw(
        uint256 batchId,
        address player,
        uint256 finalBalance,
        bytes calldata blsSignature,
        uint256 referenceNonce,
        uint256 signersBitmask
    ) external {
        _joined(batchId, player);
        _close(
            "FORCE_WITHDRAW", batchId, player, finalBalance, Proof(blsSignature, referenceNonce, signersBitmask)
        );
    }

    /// @dev Signed message: UPDATE_FEE_COLLECTOR(feeCollector, counter from 0).
    function updateFeeCollector(
        address newFeeCollector,
        bytes calldata blsSignature,
        uint256 referenceNonce,
        uint256 signersBitmask
    ) external {
        if (newFeeCollector == address(0)) revert ZeroAddress();
        _requireQuorum(
            abi.encode(
                block.chainid, address(this), "UPDATE_FEE_COLLECTOR", newFeeCollector, _feeCollectorNonce
            ),
            Proof(blsSignature, referenceNonce, signersBitmask)
        );
        _feeCollectorNonce++;
        feeCollector = newFeeCollector;
        emit FeeCollectorUpdated(newFeeCollector);
    }

    /// @notice Sends the collected fees to the fee collector.
    function collectFees() external {
        uint256 amount = collectableFees;
        if (amount == 0) revert ZeroAmount();
        collectableFees = 0;
        _pay(feeCollector, amount);
    }

    function _checkRange(uint256 batchId, uint256 lastClaimed, uint256 fromTick, uint256 toTick) private view {
        if (fromTick <= lastClaimed) revert TickAlreadyClaimed();
        bool complete = toTick + 1 == currentTickId(batchId);
        if (fromTick != lastClaimed + 1 || toTick < fromTick || !complete) revert InvalidTickRange();
    }

    /// @dev Winnings are paid from the pot; losses remain in it. No proof includes deposits of the
    /// running tick.
    function _settle(uint256 batchId, Position storage position, uint256 toTick, uint256 newBalance)
        private
        returns (uint256 winnings, uint256 fee)
    {
        PositionState storage state = _states[batchId][msg.sender];
        uint256 fresh = state.depositTick > toTick ? state.freshDeposits : 0;
        uint256 oldBalance = position.balance - fresh;
        if (newBalance <= oldBalance) {
            position.balance = newBalance + fresh;
            return (0, 0);
        }
        winnings = newBalance - oldBalance;
        fee = _feeOn(winnings);
        _leavePot(batchId, winnings, fee);
        position.totalClaimed += winnings - fee;
        state.feesPaid += fee;
    }

    function _close(
        string memory tag,
        uint256 batchId,
        address player,
        uint256 finalBalance,
        Proof memory proof
    ) private {
        Position memory position = _positions[batchId][player];
        _requireQuorum(
            abi.encode(block.chainid, address(this), tag, batchId, player, finalBalance, position.joinTimestamp),
            proof
        );
        uint256 paidBefore = _states[batchId][player].feesPaid;
        uint256 received = finalBalance + position.totalClaimed + paidBefore;
        uint256 fee = received > position.totalDeposited ? _feeOn(received - position.totalDeposited) : 0;
        fee = fee > paidBefore ? fee - paidBefore : 0;
        if (fee > finalBalance) fee = finalBalance;
        delete _positions[batchId][player];
        delete _states[batchId][player];
        _leavePot(batchId, finalBalance, fee);
        emit Withdrawn(batchId, player, finalBalance, finalBalance - fee, fee);
        _pay(player, finalBalance - fee);
    }

    /// @dev Reverts if the batch's pot or the contract has less than the amount.
    function _leavePot(uint256 batchId, uint256 amount, uint256 fee) private {
        if (batchPot[batchId] < amount || USDC.balanceOf(address(this)) < amount) revert InsolventPayout();
        batchPot[batchId] -= amount;
        collectableFees += fee;
    }
}
