import type { Sized } from '../../../core/cache/cached.ts';
import { InternalError, UpstreamFailedError } from '../../../core/errors.ts';
import type { Bytes32, Millis } from '../../../core/units.ts';
import { allOf, isAbout, type Oracles, rowsAreAbout } from '../../../upstreams/index.ts';
import { configAnswer, historyAnswer, stateAnswer } from './dialect.ts';
import type { BatchConfig, BatchState, TickEntry } from './shapes.ts';

/** A batch is asked for by whoever reads it, and by who watches it. */
export type BatchQuery = {
  readonly oracles: Oracles;
  readonly batchId: number;
  readonly signal: AbortSignal;
};

/** Of one oracle; the next one is asked after it. */
export const readTimeout: Millis = 3000;
/** Spec: Limits. */
const maxTicks = 100;

/** What oracles may be behind in while a bitmap is on its way to them. */
export const stateSubject = (batchId: number) => `batch ${batchId}`;

/** The live state. @throws {NotFoundError} there is no such batch. */
export function fetchState(query: BatchQuery): Promise<Sized<BatchState>> {
  const { oracles, batchId, signal } = query;
  const path = `/vision/batch/${batchId}/state`;
  const subject = stateSubject(batchId);
  const isAsked = isAbout({ id: batchId, batch_id: batchId });
  return oracles.ask({ path, shape: stateAnswer, subject, isAsked, signal, timeout: readTimeout });
}

/**
 * Resolved ticks, newest first, at most 100.
 *
 * @param query.days - Passed on; an oracle that does not know it ignores it.
 * @throws {NotFoundError} there is no such batch. {InternalError} an oracle's database fails.
 */
export async function fetchHistory(
  query: BatchQuery & { readonly days?: number | undefined },
): Promise<Sized<readonly TickEntry[]>> {
  const { oracles, batchId, days, signal } = query;
  const path = `/vision/batch/${batchId}/history${days === undefined ? '' : `?days=${days}`}`;
  const shape = historyAnswer(batchId);
  const asked = { batch_id: batchId };
  const isAsked = allOf(isAbout(asked), rowsAreAbout(asked, 'history'));
  const { value: ticks, bytes } = await oracles
    .ask({ path, shape, isAsked, signal, timeout: readTimeout })
    .catch(asFailedQuery);
  const value = ticks.sort((left, right) => right.tick_id - left.tick_id).slice(0, maxTicks);
  return { value, bytes };
}

/** Where oracles tell the config behind a hash; it never changes. */
export const configPath = (hash: Bytes32) => `/vision/config/by-hash/${hash}`;

/** The config behind a hash. @throws {NotFoundError} no oracle has it. */
export function fetchConfig(query: {
  readonly oracles: Oracles;
  readonly hash: Bytes32;
  readonly signal: AbortSignal;
}): Promise<Sized<BatchConfig>> {
  const { oracles, hash, signal } = query;
  const path = configPath(hash);
  const isAsked = isAbout({ hash, config_hash: hash });
  return oracles.ask({ path, shape: configAnswer, isAsked, signal, timeout: readTimeout });
}

/** An oracle whose database fails answers 500, and so does the route (spec: Errors). */
function asFailedQuery(error: unknown): never {
  if (error instanceof UpstreamFailedError && error.upstreamStatus === 500) {
    throw new InternalError('the tick history could not be read', { cause: error });
  }
  throw error;
}
