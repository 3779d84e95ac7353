import { z } from 'zod';
import type { Bytes32, Hex } from '../../../lib/units.ts';
import type { UpstreamJsonResponse } from '../../../upstreams/index.ts';
import { rawUpstreamMessage } from '../../../upstreams/index.ts';

/** A bitmap to submit; its hash has been checked. */
export type Submission = {
  /** In the letter case of the request. */
  readonly player: string;
  readonly batchId: number;
  /** Secret until its reveal: must not be logged, cached or sent to clients. */
  readonly bitmap: Hex;
  readonly hash: Bytes32;
};

/** The state of one oracle: its response, or that there is none (yet). */
export type OracleSubmissionState =
  | 'accepted'
  | 'hash-mismatch'
  | 'refused'
  | 'player-unknown'
  | 'batch-unknown'
  | 'unavailable'
  | 'waiting';

/** Returns the request body that every oracle gets. */
export function toOracleRequestBody({ player, batchId, bitmap, hash }: Submission) {
  return { player, batch_id: batchId, bitmap_hex: bitmap, expected_hash: hash };
}

const acceptance = z.looseObject({ accepted: z.literal(true) });

/** Maps an oracle's response to a state. Its message is not passed on. */
export function toSubmissionState(response: UpstreamJsonResponse): OracleSubmissionState {
  const { status } = response;
  if (status === 200)
    return acceptance.safeParse(response.value).success ? 'accepted' : 'unavailable';
  const message = rawUpstreamMessage(response) ?? '';
  if (status === 404)
    return /^batch \d+ not found/i.test(message) ? 'batch-unknown' : 'player-unknown';
  if (status === 400) return /hash|commitment/i.test(message) ? 'hash-mismatch' : 'refused';
  return status === 413 || status === 422 ? 'refused' : 'unavailable';
}

/**
 * Whether another attempt at the same oracle cannot change the state. An oracle that does not know
 * the player, or has another commitment, may lag behind the chain, so its state is not final.
 */
export function isFinalSubmissionState(state: OracleSubmissionState): boolean {
  return state === 'accepted' || state === 'refused';
}
