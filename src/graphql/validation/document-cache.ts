import { LRUCache } from 'lru-cache';

const maxEntries = 1000;
/** Estimated memory of a parsed document for each character of its text, bytes. */
const bytesPerCharacter = 120;
const entryBytes = 500;
/** Fraction of `maxBytes` for texts that were seen once. */
const seenPart = 0.1;

/**
 * Creates Yoga's cache of parsed documents or of validation errors, by the text of the document. It
 * stores a value on the second `set`; the first one stores only the text. Documents that are sent
 * only once thus do not fill the heap.
 *
 * @param maxBytes - Maximum estimated size of the cache.
 */
export function createDocumentCache<V extends object>(maxBytes: number) {
  const bounded = (perCharacter: number, part: number) => ({
    max: maxEntries,
    maxSize: Math.max(1, Math.floor(maxBytes * part)),
    sizeCalculation: (_value: unknown, text: string) => entryBytes + text.length * perCharacter,
  });
  const seen = new LRUCache<string, true>(bounded(2, seenPart));
  const cached = new LRUCache<string, V>(bounded(bytesPerCharacter, 1 - seenPart));
  return {
    get: (text: string) => cached.get(text),
    set: (text: string, value: V) => {
      if (seen.has(text)) cached.set(text, value);
      else seen.set(text, true);
    },
  };
}
