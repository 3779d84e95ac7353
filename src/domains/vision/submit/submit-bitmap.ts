import { toRequestSignalAndIds } from '../../../context.ts';
import {
  type GatewayError,
  InvalidInputError,
  NotFoundError,
  UpstreamUnavailableError,
} from '../../../lib/errors.ts';
import type { Bytes32 } from '../../../lib/units.ts';
import type { VisionContext } from '../loaders.ts';
import { throwIfBatchCannotExist } from '../params.ts';
import { computeBitmapHash, parseBitmap } from './bitmap.ts';
import type { SubmissionQuorumResult } from './bitmap-submission-service.ts';
import type { OracleSubmissionState } from './oracle-submission.ts';
import type { SubmissionVerdict } from './submission-verdict.ts';

/** `expectedHash` is not the hash of the bitmap. No oracle was called. */
export class ExpectedHashMismatchError extends InvalidInputError {}

/**
 * Checks the bitmap and its hash, then submits it to all oracles.
 *
 * @throws {InvalidInputError} the bitmap is malformed. {ExpectedHashMismatchError} it has another
 * hash. {NotFoundError} no batch can have the id.
 */
export async function submitBitmap(
  input: {
    readonly player: string;
    readonly batchId: number;
    readonly bitmap: string;
    readonly expectedHash: Bytes32;
    readonly waitForAll?: boolean;
  },
  context: VisionContext,
): Promise<SubmissionQuorumResult> {
  const { player, expectedHash: hash } = input;
  const bitmap = parseBitmap(input.bitmap);
  if (computeBitmapHash(bitmap) !== hash) {
    throw new ExpectedHashMismatchError(
      'Hash mismatch: expected_hash is not keccak256 of the bitmap',
    );
  }
  const batchId = throwIfBatchCannotExist(input.batchId);
  const submission = { player, batchId, bitmap, hash };
  const caller = toRequestSignalAndIds(context);
  return context.services.bitmaps.submit(submission, caller, input.waitForAll);
}

const messages: Record<Exclude<SubmissionVerdict, 'accepted'>, string> = {
  'hash-mismatch': 'Hash mismatch: the bitmap is not what the player committed to on the chain',
  refused: 'The oracles refuse the bitmap',
  'player-unknown': 'Player not found in the batch; oracles see a join about 6 s after it',
  'batch-unknown': 'Batch not found',
  'no-quorum': 'The oracles do not agree, or too few of them answer',
};

/** Returns the error of a rejected submission, with acceptances and quorum; else null. */
export function toSubmissionError({
  verdict,
  ...outcome
}: SubmissionQuorumResult): GatewayError | null {
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

/**
 * Returns the result of each oracle, without its address or its own message. Oracles are numbered
 * from 1 in the configured order.
 */
export function toOracleResults(states: readonly OracleSubmissionState[]) {
  return states.map((state, index) => ({
    oracle: index + 1,
    accepted: state === 'accepted',
    ...(state === 'accepted' ? {} : { error: oracleWords[state] }),
  }));
}
