import type { Hex } from 'viem';
import { readContract } from 'viem/actions';
import { bitmapHash, type EncodedBitmap, encodeBitmap, type Prediction } from './bitmap.ts';
import { SubmissionError, TimeoutError, TransactionError } from './dtf-graph-error.ts';
import { usdcAbi, visionAbi } from './generated/abi.ts';
import { InvalidInputError, NotConfiguredError, NotFoundError } from './generated/errors.ts';
import {
  getBatch,
  getDeployment,
  getPlayer,
  type SubmitBitmapMutation,
  submitBitmap,
} from './generated/operations.ts';
import type { Requests } from './requests.ts';
import { sleep } from './streams.ts';
import { expectChain, sendTransaction, type Wallet } from './transactions.ts';

/** A step of playing, as it begins, and again when its transaction is sent. */
export type PlayStep =
  | {
      readonly name: 'approve' | 'join' | 'update' | 'claim' | 'withdraw';
      /** Hash of the transaction, once it is sent. */
      readonly transaction?: Hex;
    }
  | {
      readonly name: 'submit';
      /** What the oracles said to the last attempt. */
      readonly outcome?: SubmitBitmapMutation['submitBitmap'];
    };

/** Options of all actions of a player. */
export type PlayOptions = {
  /** Number of the batch, or its global id. */
  readonly batchId: string | number;
  /** Cancels the action. Transactions that were sent are not undone. */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds until the action fails with a `TimeoutError`. */
  readonly timeout?: number | undefined;
  readonly onStep?: ((step: PlayStep) => void) | undefined;
};

/** What to commit: predictions in the order of the markets, or a bitmap. */
export type BitmapChoice =
  | { readonly predictions: readonly Prediction[] }
  | { readonly bitmap: Hex };

/** Options of `joinAndSubmit`; amounts in USDC wei. */
export type JoinOptions = PlayOptions &
  BitmapChoice & {
    /** What the player pays into the batch. It is not used if the wallet plays in it already. */
    readonly deposit: bigint;
    /** What the player stakes on all markets of one tick together. */
    readonly stakePerTick: bigint;
  };

/** A bitmap that is committed on the chain and accepted by the oracles. */
export type JoinedBatch = EncodedBitmap & {
  readonly transaction: Hex;
  /** Number of oracles that had accepted the bitmap. */
  readonly acceptedCount: number;
};

/** A claim that was paid out. */
export type PaidClaim = {
  readonly transaction: Hex;
  /** Last tick of the claim; null for a withdrawal. */
  readonly toTick: number | null;
  /** The player's balance in the batch that was claimed, USDC wei. */
  readonly balance: bigint;
};

const pause = 1000;
/** Reverts that end by themselves: the lock of a tick, and a proof that a newer one replaces. */
const temporaryReverts = ['TickLocked', 'InvalidBLSSignature', 'InvalidTickRange'];
/** The oracles read a join from the chain only after some seconds. */
const temporaryRefusals = ['PLAYER_NOT_FOUND', 'QUORUM_NOT_REACHED', 'UPSTREAM_UNAVAILABLE'];

/** Creates the actions of a player of the prediction market. */
export function createPlayer({ query }: Requests, wallet: Wallet | undefined) {
  const requireWallet = (): Wallet => {
    if (wallet?.account !== undefined) return wallet;
    throw new InvalidInputError(
      'createClient needs a wallet, a viem wallet client with an account',
      'INVALID_INPUT',
    );
  };

  async function readContracts() {
    const { deployment } = await query(getDeployment);
    const { vision, l3Usdc } = deployment?.contracts ?? {};
    if (!deployment || !vision || !l3Usdc) {
      throw new NotConfiguredError('the service has no prediction market', 'NOT_CONFIGURED');
    }
    await expectChain(requireWallet(), deployment.chainId);
    return { vision, usdc: l3Usdc };
  }

  /**
   * Submits a bitmap until the oracles accept it.
   *
   * @throws {SubmissionError} they refuse it for a reason that does not end by itself.
   * @throws {TimeoutError} they did not accept it within the timeout, two minutes by default.
   */
  async function submitUntilAccepted(
    options: PlayOptions & EncodedBitmap & { readonly player?: Hex },
  ): Promise<SubmitBitmapMutation['submitBitmap']> {
    const { batchId, bitmap, hash, player = requireWallet().account.address, onStep } = options;
    const input = { batchId: String(batchId), player, bitmap, expectedHash: hash };
    onStep?.({ name: 'submit' });
    return repeat<SubmitBitmapMutation['submitBitmap']>(options, async () => {
      const { submitBitmap: outcome } = await query(
        submitBitmap,
        { input },
        { signal: options.signal },
      );
      onStep?.({ name: 'submit', outcome });
      if (outcome.accepted) return outcome;
      const { code = 'QUORUM_NOT_REACHED', message = 'the oracles did not accept the bitmap' } =
        outcome.userErrors[0] ?? {};
      const error = new SubmissionError(message, code, { data: outcome });
      if (!temporaryRefusals.includes(code)) throw error;
      return error;
    });
  }

  /**
   * Joins a batch and submits the bitmap: approves the deposit if needed, joins, or commits the new
   * bitmap where the wallet plays already, and submits until the oracles accept.
   *
   * @throws {TransactionError} a transaction was refused.
   * @throws {SubmissionError} the oracles refuse the bitmap.
   * @throws {NotFoundError} there is no such batch.
   * @throws {TimeoutError} it was not done within the timeout, two minutes by default.
   */
  async function joinAndSubmit(options: JoinOptions): Promise<JoinedBatch> {
    const { batchId, deposit, stakePerTick, onStep } = options;
    const encoded =
      'bitmap' in options
        ? { bitmap: options.bitmap, hash: bitmapHash(options.bitmap) }
        : encodeBitmap(options.predictions);
    const me = requireWallet().account.address;
    const contracts = await readContracts();
    const id = String(batchId);
    const [{ batch }, joined] = await Promise.all([
      query(getBatch, { id }),
      query(getPlayer, { batchId: id, address: me }),
    ]);
    if (batch?.configHash == null) {
      throw new NotFoundError(`there is no batch ${id}`, 'NOT_FOUND');
    }
    const commitment = [BigInt(batch.batchId), batch.configHash] as const;
    const isJoined = joined.batch?.player != null;
    if (!isJoined) await approve(contracts, deposit, onStep);
    const [name, functionName, args] = isJoined
      ? (['update', 'updateBitmap', [...commitment, encoded.hash]] as const)
      : (['join', 'joinBatch', [...commitment, deposit, stakePerTick, encoded.hash]] as const);
    const transaction = await transact(options, name, async () => ({
      call: { address: contracts.vision, abi: visionAbi, functionName, args },
    }));
    const { acceptedCount } = await submitUntilAccepted({
      ...options,
      ...encoded,
      batchId: batch.batchId,
    });
    return { ...encoded, transaction: transaction.hash, acceptedCount };
  }

  async function approve(
    { usdc, vision }: { readonly usdc: Hex; readonly vision: Hex },
    deposit: bigint,
    onStep: PlayOptions['onStep'],
  ): Promise<void> {
    const signer = requireWallet();
    const token = { address: usdc, abi: usdcAbi } as const;
    const allowance = await readContract(signer, {
      ...token,
      functionName: 'allowance',
      args: [signer.account.address, vision],
    });
    if (allowance >= deposit) return;
    onStep?.({ name: 'approve' });
    await sendTransaction(
      signer,
      { ...token, functionName: 'approve', args: [vision, deposit] },
      (transaction) => onStep?.({ name: 'approve', transaction }),
    );
  }

  /**
   * Waits until the oracles have signed what the wallet can claim, and claims it. After a requested
   * exit it withdraws the final balance instead.
   *
   * @throws {TransactionError} the transaction was refused.
   * @throws {NotFoundError} the wallet does not play in the batch.
   * @throws {TimeoutError} there was nothing to claim within the timeout, two minutes by default.
   */
  async function claim(options: PlayOptions): Promise<PaidClaim> {
    const address = requireWallet().account.address;
    const { vision } = await readContracts();
    const variables = { batchId: String(options.batchId), address };
    const { batch } = await query(getBatch, { id: variables.batchId });
    if (batch === null)
      throw new NotFoundError(`there is no batch ${variables.batchId}`, 'NOT_FOUND');
    const id = BigInt(batch.batchId);
    const paid = await transact(options, 'claim', async () => {
      const { batch: now } = await query(getPlayer, variables);
      const proof = now?.player?.position?.proof;
      if (proof == null) return null;
      const { signature, referenceNonce, signersBitmask, finalBalance } = proof;
      const signed = [signature, BigInt(referenceNonce ?? 0), BigInt(signersBitmask ?? 0)] as const;
      const balance = BigInt(finalBalance ?? proof.newBalance ?? 0);
      const ticks = [BigInt(proof.fromTick ?? 0), BigInt(proof.toTick ?? 0)] as const;
      const [functionName, args] =
        finalBalance === null
          ? (['claimRewards', [id, ...ticks, balance, ...signed]] as const)
          : (['withdraw', [id, balance, ...signed]] as const);
      return {
        call: { address: vision, abi: visionAbi, functionName, args },
        balance,
        toTick: finalBalance === null ? proof.toTick : null,
      };
    });
    return { transaction: paid.hash, toTick: paid.toTick, balance: paid.balance };
  }

  /** Sends a call when there is one, and again after reverts that end by themselves. */
  function transact<Made extends { readonly call: Parameters<typeof sendTransaction>[1] }>(
    options: PlayOptions,
    name: 'join' | 'update' | 'claim',
    make: () => Promise<Made | null>,
  ): Promise<Made & { readonly hash: Hex }> {
    options.onStep?.({ name });
    return repeat<Made & { readonly hash: Hex }>(options, async () => {
      const made = await make();
      if (made === null) return new TimeoutError('the oracles have signed nothing yet');
      try {
        const { transactionHash } = await sendTransaction(
          requireWallet(),
          made.call,
          (transaction) => options.onStep?.({ name, transaction }),
        );
        return { ...made, hash: transactionHash };
      } catch (error) {
        if (!(error instanceof TransactionError)) throw error;
        if (!temporaryReverts.includes(error.reason ?? '')) throw error;
        return error;
      }
    });
  }

  return { joinAndSubmit, submitUntilAccepted, claim };
}

/**
 * Repeats an attempt each second while it returns an error.
 *
 * @throws {TimeoutError} the timeout has passed; its cause is the last error.
 */
async function repeat<Value>(
  { signal, timeout = 120_000 }: PlayOptions,
  attempt: () => Promise<Value | Error>,
): Promise<Value> {
  const end = performance.now() + timeout;
  for (;;) {
    signal?.throwIfAborted();
    const outcome = await attempt();
    if (!(outcome instanceof Error)) return outcome;
    if (performance.now() + pause > end) {
      throw new TimeoutError(`not done within ${timeout} ms: ${outcome.message}`, {
        cause: outcome,
      });
    }
    await sleep(pause, signal);
  }
}
