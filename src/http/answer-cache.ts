import { LRUCache } from 'lru-cache';
import type { FreshnessSummary } from '../core/cache/freshness.ts';
import type { Clock } from '../core/clock.ts';
import type { Millis } from '../core/units.ts';
import type { EncodedAnswer } from './encoded-answer.ts';

/** An encoded answer with the age of its oldest part and the end of its life. */
export type KeptAnswer = {
  readonly answer: EncodedAnswer;
  readonly cacheControl: string;
  readonly oldest: Millis;
  readonly freshUntil: Millis;
};

/**
 * Encoded answers of one door, kept exactly as long as every value in them is fresh, bounded in
 * bytes. Only whole, error-free answers that are the same for every client go in.
 */
export type AnswerCache = {
  readonly get: (key: string) => KeptAnswer | undefined;
  readonly keep: (
    key: string,
    made: { answer: EncodedAnswer; cacheControl: string; freshness: FreshnessSummary },
  ) => void;
};

/** Compressed forms live beside the body: count it this many times. */
const formsFactor = 2;

/** An empty cache of encoded answers, bounded in bytes, forms and keys included. */
export function createAnswerCache(clock: Clock, maxBytes: number): AnswerCache {
  const kept = new LRUCache<string, KeptAnswer>({ maxSize: maxBytes });
  return {
    get: (key) => {
      const found = kept.get(key);
      if (!found) return undefined;
      if (clock.now() < found.freshUntil) return found;
      kept.delete(key);
      return undefined;
    },
    keep: (key, { answer, cacheControl, freshness }) => {
      const { oldest, freshUntil } = freshness;
      if (oldest === null || freshUntil === null || clock.now() >= freshUntil) return;
      const size = answer.body.length * formsFactor + key.length + 500;
      kept.set(key, { answer, cacheControl, oldest, freshUntil }, { size });
    },
  };
}
