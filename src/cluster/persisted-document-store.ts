import { hash } from 'node:crypto';
import type { Clock } from '../lib/clock.ts';
import type { Millis } from '../lib/units.ts';
import type { ClusterDeps } from './cluster-deps.ts';
import { partitionOf } from './partitions.ts';

/**
 * Automatic persisted queries that replicas share in Redis; their keys are SHA-256 hashes in hex.
 */
export type PersistedDocumentStore = {
  /** Returns the text; null if it is unknown or Redis is down. Never rejects. */
  readonly get: (sha256: string) => Promise<string | null>;
  /** Stores a text for an hour, unless it is too long or too many were stored this minute. */
  readonly put: (sha256: string, text: string) => void;
};

const life: Millis = 3_600_000;
/** Longest stored text, UTF-16 units. */
const maxLength = 16_384;
const minute: Millis = 60_000;
/** Documents that one replica stores in a minute. With `life` it bounds the memory in Redis. */
const maxPerMinute = 120;

/** Creates the store in Redis. A stored text with another SHA-256 than its key is not returned. */
export function createPersistedDocumentStore({
  redis,
  names,
  clock,
}: ClusterDeps & { readonly clock: Clock }): PersistedDocumentStore {
  const keyOf = (sha256: string) => names.shared(partitionOf(sha256), 'document', sha256);
  let window = { startedAt: Number.NEGATIVE_INFINITY, stored: 0 };

  return {
    get: async (sha256) => {
      if (!/^[0-9a-f]{64}$/.test(sha256)) return null;
      const text = await redis.run('document', (client) => client.get(keyOf(sha256)));
      if (text === undefined || text === null) return null;
      return hash('sha256', text) === sha256 ? text : null;
    },
    put: (sha256, text) => {
      if (text.length > maxLength) return;
      const now = clock.now();
      if (now - window.startedAt >= minute) window = { startedAt: now, stored: 0 };
      if (window.stored >= maxPerMinute) return;
      window.stored += 1;
      void redis.run('document', (client) => client.set(keyOf(sha256), text, 'PX', life));
    },
  };
}
