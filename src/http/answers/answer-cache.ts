import { LRUCache } from 'lru-cache';
import type { FreshnessSummary } from '../../core/cache/freshness.ts';
import type { Clock } from '../../core/clock.ts';
import { type PolicyName, shownUntil } from '../../core/policies.ts';
import type { CacheSize, Door, RouteTimes } from '../../core/telemetry.ts';
import type { Millis } from '../../core/units.ts';
import { type EncodedAnswer, joinPieces } from './encoded-answer.ts';
import { createTraces } from './traces.ts';

/** What an answer is made of, by row. */
export type AnswerRows = FreshnessSummary['rows'];

/** An encoded answer with the time that its age counts from and the end of its life. */
export type KeptAnswer = {
  readonly answer: EncodedAnswer;
  readonly door: Door;
  readonly times: RouteTimes;
  readonly oldest: Millis;
  readonly freshUntil: Millis;
  readonly rows: AnswerRows;
};

export type NewAnswer = {
  readonly answer: EncodedAnswer;
  readonly door: Door;
  /** Takes the times of later sendings from memory. */
  readonly times: RouteTimes;
  /** What its age counts from; null when it has none, and is not kept. */
  readonly oldest: Millis | null;
  readonly freshness: FreshnessSummary;
};

/** What a request asks. */
export type Question = {
  /** The same for everything that has the same answer. */
  readonly key: string;
  /** The bytes that the answer can depend on, unparsed; null when the request is out of the ordinary. */
  readonly spelling: string | null;
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
export type AnswerCache = {
  /** The answer to a request that is spelled like one before. */
  readonly find: (spelling: string) => KeptAnswer | undefined;
  /** The answer to a question, however it is spelled. */
  readonly get: (question: Question) => KeptAnswer | undefined;
  readonly keep: (question: Question, made: NewAnswer) => void;
  /** True for spellings that were asked for more than once. */
  readonly isKnown: (question: Question) => boolean;
  /**
   * True when nothing in an answer was too old to be shown to who asked at `askedAt`, or was dropped
   * since it was fetched.
   */
  readonly isFor: (answer: { readonly rows: AnswerRows }, askedAt: Millis) => boolean;
  /** Answers made of values of this row that were fetched until now are not given again. */
  readonly drop: (policy: PolicyName) => void;
  readonly size: () => CacheSize;
};

type Entry = KeptAnswer & {
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
export function createAnswerCache(clock: Clock, maxBytes: number): AnswerCache {
  const spellingBytes = Math.floor(maxBytes * spellingsPart);
  const kept = createStore<Entry>(maxBytes - spellingBytes);
  const spellings = createStore<string>(spellingBytes);
  const droppedAt = new Map<PolicyName, Millis>();
  let drops = 0;

  const isDropped = (rows: AnswerRows) => {
    for (const [policy, { oldest }] of rows) {
      if (oldest <= (droppedAt.get(policy) ?? Number.NEGATIVE_INFINITY)) return true;
    }
    return false;
  };

  function find(key: string): KeptAnswer | undefined {
    const found = kept.get(key);
    if (!found) return undefined;
    const isCurrent = found.survived === drops || !isDropped(found.rows);
    if (isCurrent && clock.now() < found.freshUntil) {
      found.survived = drops;
      joinPieces(found.answer);
      return found;
    }
    kept.delete(key);
    return undefined;
  }

  const isKnown = ({ spelling }: Question) => spelling !== null && spellings.has(spelling);

  function learn({ key, spelling }: Question): void {
    if (spelling === null) return;
    spellings.set(spelling, key, { size: spelling.length + key.length + spellingOverhead });
  }

  return {
    find: (spelling) => {
      const key = spellings.get(spelling);
      return key === undefined ? undefined : find(key);
    },
    get: (question) => {
      const found = find(question.key);
      if (found) learn(question);
      return found;
    },
    keep: (question, made) => {
      const { key, spelling } = question;
      const { answer, door, times, oldest } = made;
      const { freshUntil, outcome, rows } = made.freshness;
      const isFirst = outcome === 'MISS' && spelling !== null && !isKnown(question);
      if (isFirst || oldest === null || freshUntil === null) return;
      if (clock.now() >= freshUntil || isDropped(rows)) return;
      const entry = { answer, door, times, oldest, freshUntil, rows, survived: drops };
      const size = answer.length * formsFactor + key.length + answerOverhead;
      kept.set(key, entry, { size });
      learn(question);
    },
    isKnown,
    isFor: ({ rows }, askedAt) => {
      for (const [policy, { freshUntil }] of rows) {
        if (askedAt >= shownUntil(policy, freshUntil)) return false;
      }
      return !isDropped(rows);
    },
    drop: (policy) => {
      droppedAt.set(policy, clock.now());
      drops += 1;
    },
    size: () => ({
      entries: kept.size(),
      bytes: kept.bytes() + spellings.bytes(),
      maxBytes,
    }),
  };
}

/** Least recently used out first; nothing fits into no bytes. Most of what is looked for is not there. */
function createStore<V extends object | string>(maxBytes: number) {
  const traces = createTraces();
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
