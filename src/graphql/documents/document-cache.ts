import { LRUCache } from 'lru-cache';

/** What the engine keeps for documents by their text. */
export type DocumentCache<V> = {
  readonly get: (text: string) => V | undefined;
  readonly set: (text: string, value: V) => void;
};

/** Documents that are kept, and texts that are remembered. */
const maxEntries = 1000;
/** Characters of all those texts together; a parsed document takes some fifty times its text. */
const maxCharacters = 2_000_000;

/**
 * Keeps what comes for the second time; of what comes for the first time only the text is remembered.
 *
 * Clients that write values into their documents send ever new ones. When each is kept until a
 * thousand others have come, it lives just long enough to be moved to the old generation: 100,000 of
 * them left 300 MB of garbage there.
 */
export function createDocumentCache<V extends object>(): DocumentCache<V> {
  const bounds = {
    max: maxEntries,
    maxSize: maxCharacters,
    sizeCalculation: (_value: unknown, text: string) => text.length + 1,
  };
  const seen = new LRUCache<string, true>(bounds);
  const kept = new LRUCache<string, V>(bounds);
  return {
    get: (text) => kept.get(text),
    set: (text, value) => {
      if (seen.has(text)) kept.set(text, value);
      else seen.set(text, true);
    },
  };
}
