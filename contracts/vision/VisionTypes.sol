// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title Structs, events and errors of the prediction market (generation B).
abstract contract VisionTypes {
    /// @param nextConfigHash Config that is in force from tick `lastPromotionTick` on; zero if none
    /// is scheduled.
    /// @param createdAtTick Absolute number of the tick of creation: Unix time / tickDuration.
    /// @param lastPromotionTick Tick, counted from 0 at the creation, from which the newest config
    /// is in force.
    struct Batch {
        address creator;
        bytes32 sourceId;
        bytes32 configHash;
        bytes32 nextConfigHash;
        uint256 tickDuration;
        uint256 lockOffset;
        uint256 nextLockOffset;
        uint256 createdAtTick;
        uint256 lastPromotionTick;
        bool paused;
    }

    /// @param stakePerTick Stake per tick on each market, wei.
    /// @param startTick First tick in which the player takes part: the one after the tick of
    /// joining.
    /// @param lastClaimedTick Ticks up to this one are settled into `balance`; initially `startTick
    /// - 1`.
    /// @param totalClaimed Amount that claims have paid, net of fees, wei.
    struct Position {
        bytes32 bitmapHash;
        bytes32 configHash;
        uint256 stakePerTick;
        uint256 startTick;
        uint256 balance;
        uint256 lastClaimedTick;
        uint256 joinTimestamp;
        uint256 totalDeposited;
        uint256 totalClaimed;
    }

    /// @dev Further state of a position, which is not part of the published tuple.
    /// @param depositTick Tick of the latest deposit.
    /// @param freshDeposits Deposits in that tick, wei. A proof about earlier ticks does not
    /// include them.
    /// @param exitTick First tick in which the player no longer takes part; 0 without an exit.
    struct PositionState {
        uint256 depositTick;
        uint256 freshDeposits;
        uint256 exitTick;
        uint256 feesPaid;
    }

    struct Bot {
        string endpoint;
        bytes32 pubkeyHash;
        uint256 registeredAt;
        bool isActive;
    }

    struct BatchMetadata {
        string name;
        string description;
        string websiteUrl;
        string videoUrl;
        string imageUrl;
    }

    /// @dev Signature of a quorum of oracles.
    struct Proof {
        bytes signature;
        uint256 referenceNonce;
        uint256 signersBitmask;
    }

    event BatchCreated(
        uint256 indexed batchId,
        address indexed creator,
        bytes32 indexed sourceId,
        bytes32 configHash,
        uint256 tickDuration,
        uint256 lockOffset,
        uint256 createdAtTick
    );
    event BatchConfigUpdated(uint256 indexed batchId, bytes32 configHash, uint256 lockOffset, uint256 fromTick);
    event BatchPauseChanged(uint256 indexed batchId, bool paused);
    event BatchMetadataSet(uint256 indexed batchId);
    event PlayerJoined(uint256 indexed batchId, address indexed player, uint256 stakePerTick, bytes32 bitmapHash);
    event BitmapUpdated(uint256 indexed batchId, address indexed player, bytes32 bitmapHash, bytes32 configHash);
    event Deposited(uint256 indexed batchId, address indexed player, uint256 amount);
    event ExitRequested(uint256 indexed batchId, address indexed player, uint256 exitTick);
    event RewardsClaimed(
        uint256 indexed batchId,
        address indexed player,
        uint256 fromTick,
        uint256 toTick,
        uint256 newBalance,
        uint256 winnings,
        uint256 fee
    );
    event Withdrawn(
        uint256 indexed batchId, address indexed player, uint256 finalBalance, uint256 payout, uint256 fee
    );
    event BalanceCredited(address indexed account, uint256 amount, bytes32 indexed orderId);
    event FeeCollectorUpdated(address indexed feeCollector);
    event BotRegistered(address indexed bot, string endpoint, bytes32 pubkeyHash);
    event BotDeregistered(address indexed bot);

    error BatchNotFound();
    error BatchPaused();
    error BatchNotPaused();
    error BatchAlreadyExists();
    error Unauthorized();
    error InsufficientDeposit();
    error StakeBelowMinimum();
    error AlreadyJoined();
    error NotJoined();
    error TickAlreadyClaimed();
    error InvalidTickRange();
    error InvalidTickDuration();
    error InvalidLockOffset();
    error InsolventPayout();
    error BotAlreadyRegistered();
    error BotNotRegistered();
    error TickLocked();
    error InvalidBLSSignature();
    error InsufficientBalance();
    error AlreadyProcessed();
    error ZeroAddress();
    error ZeroAmount();
    /// @dev The player gives another config than the one in force from the next tick on.
    error ConfigHashMismatch();
    /// @dev A commitment of zero has no bitmap.
    error EmptyCommitment();
    /// @dev The player has requested the exit; only the withdrawal is possible.
    error ExitPending();
    /// @dev A withdrawal requires an exit request and the end of the last tick.
    error ExitNotReached();
    error TransferFailed();
}
