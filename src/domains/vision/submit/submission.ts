import { z } from 'zod';
import type { Bytes32, Hex } from '../../../lib/units.ts';
import type { UpstreamResponse } from '../../../upstreams/index.ts';
import { rawErrorMessage } from '../../../upstreams/index.ts';

/** A bitmap on its way to the oracles; its hash has been checked. */
export type Submission = {
  /** As the player wrote it. */
  readonly player: string;
  readonly batchId: number;
  /** Sealed: never logged, cached or shown. */
  readonly bitmap: Hex;
  readonly hash: Bytes32;
};

/** What is known of one oracle: its answer in our words, or that it has given none (yet). */
export type OracleSubmissionState =
  | 'accepted'
  | 'hash-mismatch'
  | 'refused'
  | 'player-unknown'
  | 'batch-unknown'
  | 'unavailable'
  | 'waiting';

/** The body that every oracle gets (wire-facts 1.18). */
export function toOracleRequestBody({ player, batchId, bitmap, hash }: Submission) {
  return { player, batch_id: batchId, bitmap_hex: bitmap, expected_hash: hash };
}

const acceptance = z.looseObject({ accepted: z.literal(true) });

/** An oracle's answer in our words; upstream texts go no further than here. */
export function parseOracleResponse(response: UpstreamResponse): OracleSubmissionState {
  const { status } = response;
  if (status === 200)
    return acceptance.safeParse(response.value).success ? 'accepted' : 'unavailable';
  const message = rawErrorMessage(response) ?? '';
  if (status === 404)
    return /^batch \d+ not found/i.test(message) ? 'batch-unknown' : 'player-unknown';
  if (status === 400) return /hash|commitment/i.test(message) ? 'hash-mismatch' : 'refused';
  return status === 413 || status === 422 ? 'refused' : 'unavailable';
}

/**
 * True for an answer that asking again does not change. Who knows no player, or another commitment of
 * theirs, may not have read the chain to its end.
 */
export function isFinalState(state: OracleSubmissionState): boolean {
  return state === 'accepted' || state === 'refused';
}
