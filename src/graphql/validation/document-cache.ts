import { LRUCache } from 'lru-cache';

/** Yoga's cache of parsed documents or of validation errors, by the text of the document. */
export type DocumentCache<V> = {
  readonly get: (text: string) => V | undefined;
  readonly set: (text: string, value: V) => void;
};

const maxEntries = 1000;
/** Estimated memory of a parsed document for each character of its text, bytes. */
const bytesPerCharacter = 120;
const entryBytes = 500;
/** Fraction of `maxBytes` for texts that were seen once. */
const seenPart = 0.1;

/**
 * Creates a cache that stores a value on its second `set`; the first one stores only the text.
 * Documents that are sent only once thus do not fill the heap.
 *
 * @param maxBytes - Maximum estimated size of the cache.
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
