import { cachePolicies } from '../../cache/cache-policies.ts';
import { deferAbort, raceAbort } from '../../lib/abort.ts';
import type { Clock } from '../../lib/clock.ts';
import { createSlotMap } from '../../lib/collections/slot-map.ts';
import type { Millis } from '../../lib/units.ts';
import type { CacheLookup, ResponseCache, ResponsePolicies } from './response-cache.ts';
import type { OutgoingResponse } from './send-cached.ts';

/** An answer that is ready to be sent to anybody who asked for it, and what it is made of. */
export type CoalescedResponse = Omit<OutgoingResponse, 'requestId'> & {
  readonly rows: ResponsePolicies;
};

/**
 * Makes the answer to a question, or waits for whoever is making it and takes over what they get.
 *
 * Values are fetched once however many ask, but each request would still put its answer together:
 * when an answer of 58 kB that 1,000 clients ask for is over, that is 1,000 executions at once. One
 * client that leaves takes nothing from the others, also when it was the first: what is made for it is
 * given up when all who wait have left. Only spellings that are known wait, since only of those it is
 * known that their answers may be shared.
 *
 * What is not kept, because it took longer than it may live, lacks a part, or failed, is theirs as
 * well, as a value that is waited for together is: to ask again would take as long again. But nobody
 * waits for what began too long ago to be shown, or takes what was too old when they asked.
 */
export type Coalesce = <T>(call: CoalesceCall<T>) => T | Promise<T | CoalescedResponse>;

/** One client's wish for an answer. */
type CoalesceCall<T> = {
  readonly question: CacheLookup;
  /** An aborter's; fires when the client leaves, and ends what `make` does. */
  readonly signal: AbortSignal;
  readonly make: () => T | Promise<T>;
};

/** An answer that is being made, and for whom. */
type Making = {
  readonly begunAt: Millis;
  readonly done: Promise<unknown>;
  readonly signal: AbortSignal;
};

/** Whatever is read is younger than this, or may not be shown any more. */
const shortestLife = Math.min(
  ...Object.values(cachePolicies).map(({ fresh, stale }) => fresh + stale),
);

/** One for both doors. */
export function createCoalesce(responses: ResponseCache, clock: Clock): Coalesce {
  const makings = createSlotMap<Making>();

  return <T>({
    question: lookup,
    signal,
    make,
  }: CoalesceCall<T>): T | Promise<T | CoalescedResponse> => {
    const { canonicalKey } = lookup;
    if (!responses.hasAlias(lookup)) return make();
    const requestedAt = clock.now();
    const takeOver = async (making: Making): Promise<T | CoalescedResponse> => {
      const release = deferAbort(making.signal);
      let made: unknown;
      try {
        made = await raceAbort(making.done, signal);
      } catch (error) {
        // What was given up on behalf of another is not ours.
        if (signal.aborted || !making.signal.aborted) throw error;
        return make();
      } finally {
        release();
      }
      const cached = responses.get(lookup);
      if (cached) return { ...cached, outcome: 'COALESCED' };
      if (!isReady(made) || !responses.isValidAt(made, requestedAt)) return make();
      return { ...made, outcome: made.outcome === 'STALE' ? 'STALE' : 'COALESCED' };
    };
    const making = makings.get(canonicalKey);
    if (making && requestedAt - making.begunAt < shortestLife) return takeOver(making);
    const made = make();
    if (!(made instanceof Promise)) return made;
    const own: Making = { begunAt: requestedAt, done: made, signal };
    const passing = makings.set(canonicalKey, own);
    const over = () => makings.settle(passing, own);
    made.then(over, over);
    return made;
  };
}

const isReady = (made: unknown): made is CoalescedResponse =>
  typeof made === 'object' && made !== null && 'rows' in made;
