import { toInitiatingRequest } from '../../../context.ts';
import {
  type GatewayError,
  InvalidInputError,
  NotFoundError,
  UpstreamUnavailableError,
} from '../../../lib/errors.ts';
import type { Bytes32, Hex } from '../../../lib/units.ts';
import type { VisionContext } from '../loaders.ts';
import { requirePossibleBatchId } from '../params.ts';
import { computeBitmapHash, parseBitmap } from './bitmap.ts';
import type { SubmissionOutcome } from './bitmap-service.ts';
import type { OracleSubmissionState } from './oracle-submission.ts';
import type { SubmissionVerdict } from './submission-verdict.ts';

/** Input of a submission. Its types are checked, its bitmap is not. */
export type BitmapInput = {
  readonly player: string;
  readonly batchId: number;
  readonly bitmap: string;
  readonly expectedHash: Bytes32;
};

/** `expectedHash` is not the hash of the bitmap. No oracle was called. */
export class HashMismatchError extends InvalidInputError {}

/**
 * Checks the bitmap's hash, then submits it to all oracles.
 *
 * @throws {InvalidInputError} the bitmap is malformed. {HashMismatchError} it has another hash.
 * {NotFoundError} no batch can have the id.
 */
export async function submitBitmap(
  input: BitmapInput,
  context: VisionContext,
): Promise<SubmissionOutcome> {
  const bitmap: Hex = parseBitmap(input.bitmap);
  if (computeBitmapHash(bitmap) !== input.expectedHash) {
    throw new HashMismatchError('Hash mismatch: expected_hash is not keccak256 of the bitmap');
  }
  return context.services.bitmaps.submit(
    {
      player: input.player,
      batchId: requirePossibleBatchId(input.batchId),
      bitmap,
      hash: input.expectedHash,
    },
    toInitiatingRequest(context),
  );
}

const messages: Record<Exclude<SubmissionVerdict, 'accepted'>, string> = {
  'hash-mismatch': 'Hash mismatch: the bitmap is not what the player committed to on the chain',
  refused: 'The oracles refuse the bitmap',
  'player-unknown': 'Player not found in the batch; oracles see a join about 6 s after it',
  'batch-unknown': 'Batch not found',
  'no-quorum': 'The oracles do not agree, or too few of them answer',
};

/** Returns the error of a rejected submission, with acceptances and quorum; else null. */
export function toSubmissionError({ verdict, ...outcome }: SubmissionOutcome): GatewayError | null {
  if (verdict === 'accepted') return null;
  const { acceptedCount, states, quorum } = outcome;
  const message = `${messages[verdict]} (${acceptedCount} of ${states.length} oracles accepted, ${quorum} needed)`;
  switch (verdict) {
    case 'hash-mismatch':
    case 'refused':
      return new InvalidInputError(message);
    case 'player-unknown':
    case 'batch-unknown':
      return new NotFoundError(message);
    case 'no-quorum':
      return new UpstreamUnavailableError(message);
  }
}

const oracleWords: Record<Exclude<OracleSubmissionState, 'accepted'>, string> = {
  'hash-mismatch': 'Hash mismatch',
  refused: 'refused',
  'player-unknown': 'Player not found',
  'batch-unknown': 'Batch not found',
  unavailable: 'unavailable',
  waiting: 'has not answered yet',
};

/** The result of one oracle; oracles are numbered from 1 in the configured order. */
export type OracleResult = {
  readonly oracle: number;
  readonly accepted: boolean;
  readonly error?: string;
};

/** Returns the result of each oracle, without its address or its own message. */
export function toOracleResults(states: readonly OracleSubmissionState[]): OracleResult[] {
  return states.map((state, index) =>
    state === 'accepted'
      ? { oracle: index + 1, accepted: true }
      : { oracle: index + 1, accepted: false, error: oracleWords[state] },
  );
}
