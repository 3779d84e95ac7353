import { LRUCache } from 'lru-cache';
import { type CachePolicyName, servableUntil } from '../../cache/cache-policies.ts';
import type { FreshnessSummary } from '../../cache/freshness-tracker.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Millis } from '../../lib/units.ts';
import type { ApiName, CacheSize, RouteLatency } from '../../telemetry.ts';
import { type EncodedBody, flattenBody } from './encoded-body.ts';
import { createKeyFilter } from './key-filter.ts';

/** What an answer is made of, by row. */
export type ResponsePolicies = FreshnessSummary['rows'];

/** An encoded answer with the time that its age counts from and the end of its life. */
export type CachedResponse = {
  readonly body: EncodedBody;
  readonly api: ApiName;
  readonly latency: RouteLatency;
  readonly oldest: Millis;
  readonly freshUntil: Millis;
  readonly rows: ResponsePolicies;
};

export type NewCachedResponse = {
  readonly body: EncodedBody;
  readonly api: ApiName;
  /** Takes the times of later sendings from memory. */
  readonly latency: RouteLatency;
  /** What its age counts from; null when it has none, and is not kept. */
  readonly oldest: Millis | null;
  readonly freshness: FreshnessSummary;
};

/** What a request asks. */
export type CacheLookup = {
  /** The same for everything that has the same answer. */
  readonly canonicalKey: string;
  /** The bytes that the answer can depend on, unparsed; null when the request is out of the ordinary. */
  readonly rawKey: string | null;
};

/**
 * Encoded answers of both doors, kept exactly as long as every value in them is fresh and none of
 * its rows is dropped, bounded in bytes. Only whole, error-free answers that are the same for every
 * client go in.
 *
 * Every spelling of a question leads to its one key. That is a pure function of the request's
 * bytes, so it stays right when the answer has gone.
 *
 * What is asked for the first time leaves nothing here, since most of what comes once never comes
 * again: a spelling is learnt, and its answer kept, when its values turn out to be at hand; a
 * spelling that is known has its answers kept at once.
 */
export type ResponseCache = {
  /** The answer to a request that is spelled like one before. */
  readonly getByRawKey: (rawKey: string) => CachedResponse | undefined;
  /** The answer to a question, however it is spelled. */
  readonly get: (lookup: CacheLookup) => CachedResponse | undefined;
  readonly put: (lookup: CacheLookup, made: NewCachedResponse) => void;
  /** True for spellings that were asked for more than once. */
  readonly hasAlias: (lookup: CacheLookup) => boolean;
  /**
   * True when nothing in an answer was too old to be shown to who asked at `askedAt`, or was dropped
   * since it was fetched.
   */
  readonly isValidAt: (
    response: { readonly rows: ResponsePolicies },
    requestedAt: Millis,
  ) => boolean;
  /** Answers made of values of this row that were fetched until now are not given again. */
  readonly invalidate: (policy: CachePolicyName) => void;
  readonly size: () => CacheSize;
};

type Entry = CachedResponse & {
  /** The drop that this answer was last seen to survive. */
  survived: number;
};

/** Compressed forms live beside the body: count it this many times. */
const formsFactor = 2;
/** Header lines and what holds an entry, bytes. */
const answerOverhead = 1500;
const spellingOverhead = 200;
/** Spellings get this part of the bound: they are small, and each spares a parse. */
const spellingsPart = 0.25;

/** An empty cache of encoded answers of at most `maxBytes`, forms, keys and spellings included. */
export function createResponseCache(clock: Clock, maxBytes: number): ResponseCache {
  const spellingBytes = Math.floor(maxBytes * spellingsPart);
  const cached = createStore<Entry>(maxBytes - spellingBytes);
  const spellings = createStore<string>(spellingBytes);
  const droppedAt = new Map<CachePolicyName, Millis>();
  let drops = 0;

  const isDropped = (rows: ResponsePolicies) => {
    for (const [policy, { oldest }] of rows) {
      if (oldest <= (droppedAt.get(policy) ?? Number.NEGATIVE_INFINITY)) return true;
    }
    return false;
  };

  function find(key: string): CachedResponse | undefined {
    const found = cached.get(key);
    if (!found) return undefined;
    const isCurrent = found.survived === drops || !isDropped(found.rows);
    if (isCurrent && clock.now() < found.freshUntil) {
      found.survived = drops;
      flattenBody(found.body);
      return found;
    }
    cached.delete(key);
    return undefined;
  }

  const isKnown = ({ rawKey }: CacheLookup) => rawKey !== null && spellings.has(rawKey);

  function learn({ canonicalKey, rawKey }: CacheLookup): void {
    if (rawKey === null) return;
    spellings.set(rawKey, canonicalKey, {
      size: rawKey.length + canonicalKey.length + spellingOverhead,
    });
  }

  return {
    getByRawKey: (rawKey) => {
      const key = spellings.get(rawKey);
      return key === undefined ? undefined : find(key);
    },
    get: (lookup) => {
      const found = find(lookup.canonicalKey);
      if (found) learn(lookup);
      return found;
    },
    put: (lookup, made) => {
      const { canonicalKey, rawKey } = lookup;
      const { body: response, api, latency, oldest } = made;
      const { freshUntil, outcome, rows } = made.freshness;
      const isFirst = outcome === 'MISS' && rawKey !== null && !isKnown(lookup);
      if (isFirst || oldest === null || freshUntil === null) return;
      if (clock.now() >= freshUntil || isDropped(rows)) return;
      const entry = { body: response, api, latency, oldest, freshUntil, rows, survived: drops };
      const size = response.length * formsFactor + canonicalKey.length + answerOverhead;
      cached.set(canonicalKey, entry, { size });
      learn(lookup);
    },
    hasAlias: isKnown,
    isValidAt: ({ rows }, requestedAt) => {
      for (const [policy, { freshUntil }] of rows) {
        if (requestedAt >= servableUntil(policy, freshUntil)) return false;
      }
      return !isDropped(rows);
    },
    invalidate: (policy) => {
      droppedAt.set(policy, clock.now());
      drops += 1;
    },
    size: () => ({
      entries: cached.size(),
      bytes: cached.bytes() + spellings.bytes(),
      maxBytes,
    }),
  };
}

/** Least recently used out first; nothing fits into no bytes. Most of what is looked for is not there. */
function createStore<V extends object | string>(maxBytes: number) {
  const traces = createKeyFilter();
  const entries = new LRUCache<string, V>({
    maxSize: Math.max(1, maxBytes),
    // A value that takes another's place is told of by both, the same value again by neither.
    onInsert: (_value, key, reason) => reason !== 'update' && traces.add(key),
    dispose: (_value, key) => traces.remove(key),
  });
  return {
    get: (key: string) => (traces.mayHave(key) ? entries.get(key) : undefined),
    has: (key: string) => traces.mayHave(key) && entries.has(key),
    set: (key: string, value: V, { size }: { readonly size: number }) => {
      entries.set(key, value, { size });
    },
    delete: (key: string) => entries.delete(key),
    size: () => entries.size,
    bytes: () => entries.calculatedSize,
  };
}
