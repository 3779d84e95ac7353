import { type Address, encodeAbiParameters, type Hex, keccak256, parseAbiParameters } from 'viem';

/** The chain and the contract that a message is for. A signature is not valid for any other. */
export type MessageDomain = {
  readonly chainId: number;
  /** The Vision contract. */
  readonly contract: Address;
};

/**
 * Returns the hash that the oracles sign for `createBatch`: CREATE_BATCH(sourceId, configHash,
 * tickDuration, lockOffset).
 */
export function hashCreateBatchMessage(
  domain: MessageDomain,
  batch: {
    readonly sourceId: Hex;
    readonly configHash: Hex;
    readonly tickDuration: number;
    readonly lockOffset: number;
  },
): Hex {
  return digest(
    encodeAbiParameters(
      parseAbiParameters('uint256, address, string, bytes32, bytes32, uint256, uint256'),
      [
        BigInt(domain.chainId),
        domain.contract,
        'CREATE_BATCH',
        batch.sourceId,
        batch.configHash,
        BigInt(batch.tickDuration),
        BigInt(batch.lockOffset),
      ],
    ),
  );
}

/**
 * Returns the hash that the oracles sign for `claimRewards`: CLAIM(batchId, player, fromTick,
 * toTick, newBalance).
 */
export function hashClaimMessage(
  domain: MessageDomain,
  claim: {
    readonly batchId: number;
    readonly player: Address;
    readonly fromTick: number;
    readonly toTick: number;
    /** Wei. */
    readonly newBalance: bigint;
  },
): Hex {
  return digest(
    encodeAbiParameters(
      parseAbiParameters('uint256, address, string, uint256, address, uint256, uint256, uint256'),
      [
        BigInt(domain.chainId),
        domain.contract,
        'CLAIM',
        BigInt(claim.batchId),
        claim.player,
        BigInt(claim.fromTick),
        BigInt(claim.toTick),
        claim.newBalance,
      ],
    ),
  );
}

/**
 * Returns the hash that the oracles sign for `withdraw` or `forceWithdraw`: TAG(batchId, player,
 * finalBalance, joinTimestamp).
 */
export function hashWithdrawMessage(
  domain: MessageDomain,
  withdrawal: {
    readonly tag: 'WITHDRAW' | 'FORCE_WITHDRAW';
    readonly batchId: number;
    readonly player: Address;
    /** Wei. */
    readonly finalBalance: bigint;
    /** Unix seconds of the join. */
    readonly joinTimestamp: number;
  },
): Hex {
  return digest(
    encodeAbiParameters(
      parseAbiParameters('uint256, address, string, uint256, address, uint256, uint256'),
      [
        BigInt(domain.chainId),
        domain.contract,
        withdrawal.tag,
        BigInt(withdrawal.batchId),
        withdrawal.player,
        withdrawal.finalBalance,
        BigInt(withdrawal.joinTimestamp),
      ],
    ),
  );
}

/** Returns the hash that the oracles sign for `pause` or `unpause`: TAG(batchId, pauseNonce). */
export function hashPauseMessage(
  domain: MessageDomain,
  pause: {
    readonly tag: 'PAUSE' | 'UNPAUSE';
    readonly batchId: number;
    /** Number of previous pauses and unpauses. */
    readonly pauseNonce: number;
  },
): Hex {
  return digest(
    encodeAbiParameters(parseAbiParameters('uint256, address, string, uint256, uint256'), [
      BigInt(domain.chainId),
      domain.contract,
      pause.tag,
      BigInt(pause.batchId),
      BigInt(pause.pauseNonce),
    ]),
  );
}

function digest(content: Hex): Hex {
  return keccak256(content);
}
