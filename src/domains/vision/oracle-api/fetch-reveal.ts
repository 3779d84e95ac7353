import { LRUCache } from 'lru-cache';
import type { SizedValue } from '../../../cache/cache-read-types.ts';
import type { ValueCache } from '../../../cache/value-cache.ts';
import { type Clock, unixNow } from '../../../lib/clock.ts';
import { ForbiddenError } from '../../../lib/errors.ts';
import type { Millis } from '../../../lib/units.ts';
import { matchesRequestedResource } from '../../../upstreams/index.ts';
import { type BatchReadOptions, findResolvedTick, oracleReadTimeout } from './fetch-batch.ts';
import type { RevealedTick } from './schema.ts';
import { upstreamRevealedTickSchema } from './upstream-schema.ts';

/** Default message for an error that an oracle sends without one. */
const sealed = { 403: 'the reveal window has not expired yet' };

/** Ticks that an oracle refused to reveal, until the deadline that its message names. */
export type SealedTicks = ReturnType<typeof createSealedTicks>;

const maxSealedTicks = 10_000;
/** An oracle's refusal counts no longer than this, as its deadline may be wrong. */
const maxRefusalAge: Millis = 600_000;

/** Creates an empty memory of sealed ticks. */
export function createSealedTicks() {
  const refusals = new LRUCache<
    string,
    { readonly error: ForbiddenError; readonly deadline: number }
  >({ max: maxSealedTicks, ttl: maxRefusalAge });
  return {
    /** @throws {ForbiddenError} that of the oracle, whose deadline has not come yet. */
    throwIfSealed: (path: string, clock: Clock): void => {
      const refusal = refusals.get(path);
      if (refusal && unixNow(clock) < refusal.deadline) throw refusal.error;
    },
    add: (path: string, error: unknown): void => {
      if (!(error instanceof ForbiddenError)) return;
      const deadline = Number(/deadline:? (\d+)/i.exec(error.message)?.[1]);
      if (deadline > 0) refusals.set(path, { error, deadline });
    },
  };
}

/** How long predictions wait for the history that says whether they are complete. */
const historyTimeout: Millis = 1000;

/**
 * Fetches the predictions of a tick. They are final once the oracle has those of all players that the
 * history of the batch counts.
 *
 * @throws {ForbiddenError} the tick is still sealed. {NotFoundError} there is no such batch.
 */
export async function fetchReveal(
  query: BatchReadOptions & {
    readonly tickId: number;
    readonly cache: ValueCache;
    readonly sealedTicks: SealedTicks;
    readonly clock: Clock;
  },
): Promise<SizedValue<RevealedTick>> {
  const { oracles, batchId, tickId, sealedTicks, clock, signal } = query;
  const path = `/vision/reveal/${batchId}/${tickId}`;
  sealedTicks.throwIfSealed(path, clock);
  const found = await oracles
    .fetchFromAny({
      path,
      schema: upstreamRevealedTickSchema,
      messagesByStatus: sealed,
      belongsToRequest: matchesRequestedResource({ batch_id: batchId, tick_id: tickId }),
      signal,
      timeout: oracleReadTimeout,
    })
    .catch((error: unknown) => {
      sealedTicks.add(path, error);
      throw error;
    });
  const players = await countPlayers(query);
  return { ...found, isFinal: players !== null && found.value.bitmaps.length >= players };
}

/** Returns how many players took part in a tick; null when the history cannot say it. */
async function countPlayers({
  oracles,
  cache,
  batchId,
  tickId,
  signal,
}: Parameters<typeof fetchReveal>[0]): Promise<number | null> {
  try {
    const within = AbortSignal.any([signal, AbortSignal.timeout(historyTimeout)]);
    const tick = await findResolvedTick({ oracles, cache, batchId, tickId, signal: within });
    return tick?.player_count ?? null;
  } catch {
    // The predictions are served all the same, for as long as those that may change.
    return null;
  }
}
