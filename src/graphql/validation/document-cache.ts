import { LRUCache } from 'lru-cache';

/** What the engine keeps for documents by their text. */
export type DocumentCache<V> = {
  readonly get: (text: string) => V | undefined;
  readonly set: (text: string, value: V) => void;
};

/** Documents that are kept, and texts that are remembered. */
const maxEntries = 1000;
/**
 * What a parsed document takes, bytes for each character of its text: with its tokens, its verdict
 * and all, 90 to 110 were measured for documents of 2 to 5 kB (`heapUsed` after a full collection).
 */
const bytesPerCharacter = 120;
/** What an entry takes beside. */
const entryBytes = 500;
/** Texts that came once get this part of the bytes. */
const seenPart = 0.1;

/**
 * Keeps what comes for the second time, at most `maxBytes` of it; of what comes for the first time only
 * the text is remembered.
 *
 * Clients that write values into their documents send ever new ones. When each is kept until a
 * thousand others have come, it lives just long enough to be moved to the old generation: 100,000 of
 * them left 300 MB of garbage there.
 */
export function createDocumentCache<V extends object>(maxBytes: number): DocumentCache<V> {
  const bounded = (perCharacter: number, part: number) => ({
    max: maxEntries,
    maxSize: Math.max(1, Math.floor(maxBytes * part)),
    sizeCalculation: (_value: unknown, text: string) => entryBytes + text.length * perCharacter,
  });
  const seen = new LRUCache<string, true>(bounded(2, seenPart));
  const cached = new LRUCache<string, V>(bounded(bytesPerCharacter, 1 - seenPart));
  return {
    get: (text) => cached.get(text),
    set: (text, value) => {
      if (seen.has(text)) cached.set(text, value);
      else seen.set(text, true);
    },
  };
}
