// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {VisionBase} from "./VisionBase.sol";

/// @title Batches, which oracle consensus creates, changes, pauses and unpauses.
abstract contract VisionBatches is VisionBase {
    mapping(bytes32 sourceAndConfig => bool) private _taken;
    mapping(uint256 batchId => BatchMetadata) private _metadata;
    mapping(address deployer => string) private _deployerNames;

    /// @notice Creates a batch with the config that `configHash` identifies. The sender is its
    /// creator.
    /// @dev Signed message: CREATE_BATCH(sourceId, configHash, tickDuration, lockOffset). A proof
    /// can be used once, because a source and a config can have only one batch.
    function createBatch(
        bytes32 sourceId,
        bytes32 configHash,
        uint256 tickDuration,
        uint256 lockOffset,
        bytes calldata blsSignature,
        uint256 referenceNonce,
        uint256 signersBitmask
    ) external returns (uint256 batchId) {
        return _create(
            [sourceId, configHash, bytes32(tickDuration), bytes32(lockOffset)],
            Proof(blsSignature, referenceNonce, signersBitmask)
        );
    }

    /// @dev Signed message: UPDATE_BATCH_CONFIG(batchId, configHash, lockOffset, tick of the
    /// update). The new config is in force from the next tick on.
    function updateBatchConfig(
        uint256 batchId,
        bytes32 configHash,
        uint256 lockOffset,
        bytes calldata blsSignature,
        uint256 referenceNonce,
        uint256 signersBitmask
    ) external {
        Batch storage batch = _existing(batchId);
        if (lockOffset >= batch.tickDuration) revert InvalidLockOffset();
        uint256 tick = currentTickId(batchId);
        _requireQuorum(
            abi.encode(
                block.chainid, address(this), "UPDATE_BATCH_CONFIG", batchId, configHash, lockOffset, tick
            ),
            Proof(blsSignature, referenceNonce, signersBitmask)
        );
        _promote(batch);
        batch.nextConfigHash = configHash;
        batch.nextLockOffset = lockOffset;
        batch.lastPromotionTick = tick + 1;
        emit BatchConfigUpdated(batchId, configHash, lockOffset, tick + 1);
    }

    /// @dev Signed message: PAUSE(batchId, pauseNonce).
    function pause(uint256 batchId, bytes calldata blsSignature, uint256 referenceNonce, uint256 signersBitmask)
        external
    {
        if (_existing(batchId).paused) revert BatchPaused();
        _setPaused(batchId, true, Proof(blsSignature, referenceNonce, signersBitmask));
    }

    /// @dev Signed message: UNPAUSE(batchId, pauseNonce).
    function unpause(uint256 batchId, bytes calldata blsSignature, uint256 referenceNonce, uint256 signersBitmask)
        external
    {
        if (!_existing(batchId).paused) revert BatchNotPaused();
        _setPaused(batchId, false, Proof(blsSignature, referenceNonce, signersBitmask));
    }

    /// @notice Sets the displayed texts of a batch. Only its creator may call this.
    function setBatchMetadata(
        uint256 batchId,
        string calldata name,
        string calldata description,
        string calldata websiteUrl,
        string calldata videoUrl,
        string calldata imageUrl
    ) external {
        if (_existing(batchId).creator != msg.sender) revert Unauthorized();
        _metadata[batchId] = BatchMetadata(name, description, websiteUrl, videoUrl, imageUrl);
        emit BatchMetadataSet(batchId);
    }

    function setDeployerName(string calldata name) external {
        _deployerNames[msg.sender] = name;
    }

    function getBatchMetadata(uint256 batchId) external view returns (BatchMetadata memory) {
        return _metadata[batchId];
    }

    function getDeployerName(address deployer) external view returns (string memory) {
        return _deployerNames[deployer];
    }

    /// @notice The newest batch of a source.
    function getBatchIdBySourceId(bytes32 sourceId) external view returns (uint256) {
        if (!sourceIdHasBatch[sourceId]) revert BatchNotFound();
        return sourceIdToBatchId[sourceId];
    }

    /// @notice The present state of a batch. A scheduled config whose tick has begun counts as in
    /// force.
    function getBatch(uint256 batchId) external view returns (Batch memory batch) {
        batch = _existing(batchId);
        if (batch.nextConfigHash != 0 && currentTickId(batchId) >= batch.lastPromotionTick) {
            batch.configHash = batch.nextConfigHash;
            batch.lockOffset = batch.nextLockOffset;
            batch.nextConfigHash = 0;
            batch.nextLockOffset = 0;
        }
    }

    /// @param terms sourceId, configHash, tickDuration, lockOffset.
    function _create(bytes32[4] memory terms, Proof memory proof) internal returns (uint256 batchId) {
        uint256 tickDuration = uint256(terms[2]);
        uint256 lockOffset = uint256(terms[3]);
        if (tickDuration == 0 || tickDuration > MAX_TICK_DURATION) revert InvalidTickDuration();
        if (lockOffset >= tickDuration) revert InvalidLockOffset();
        bytes32 taken = keccak256(abi.encode(terms[0], terms[1]));
        if (_taken[taken]) revert BatchAlreadyExists();
        _requireQuorum(
            abi.encode(
                block.chainid, address(this), "CREATE_BATCH", terms[0], terms[1], tickDuration, lockOffset
            ),
            proof
        );
        _taken[taken] = true;
        batchId = nextBatchId++;
        Batch storage batch = _batches[batchId];
        batch.creator = msg.sender;
        batch.sourceId = terms[0];
        batch.configHash = terms[1];
        batch.tickDuration = tickDuration;
        batch.lockOffset = lockOffset;
        batch.createdAtTick = block.timestamp / tickDuration;
        sourceIdToBatchId[terms[0]] = batchId;
        sourceIdHasBatch[terms[0]] = true;
        emit BatchCreated(
            batchId, msg.sender, terms[0], terms[1], tickDuration, lockOffset, batch.createdAtTick
        );
    }

    function _setPaused(uint256 batchId, bool paused, Proof memory proof) private {
        string memory tag = paused ? "PAUSE" : "UNPAUSE";
        _requireQuorum(abi.encode(block.chainid, address(this), tag, batchId, pauseNonce[batchId]), proof);
        pauseNonce[batchId]++;
        _batches[batchId].paused = paused;
        emit BatchPauseChanged(batchId, paused);
    }
}
