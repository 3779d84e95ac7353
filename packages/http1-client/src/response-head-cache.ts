import type { ParsedResponseHead } from './response-head.ts';

/** A cache of parsed response heads by their bytes. */
export type ParsedHeadCache = {
  /** Returns the head that was parsed from the same `size` bytes; undefined if not cached. */
  readonly get: (bytes: Buffer, size: number) => ParsedResponseHead | undefined;
  readonly set: (bytes: Buffer, size: number, head: ParsedResponseHead) => void;
};

type CachedHead = {
  readonly size: number;
  /** The head as four-byte words; up to three last bytes are omitted, as all heads end alike. */
  readonly words: readonly number[];
  readonly head: ParsedResponseHead;
};

const maxHeads = 64;
/** Longer heads are not cached. */
const maxSize = 1024;

/**
 * Creates a cache of at most 64 heads, which compares them word by word with the start of `buffer`.
 * That is cheaper than creating strings as keys of a `Map`.
 *
 * @param buffer - The whole buffer that sockets read into. Bytes in other buffers are never cached.
 */
export function createParsedHeadCache(buffer: Buffer): ParsedHeadCache {
  const read = new Int32Array(buffer.buffer, buffer.byteOffset, buffer.length >> 2);
  const known = new Map<number, CachedHead>();

  /** Hash for the lookup; equality is checked separately. */
  function sumOf(size: number): number {
    let sum = size;
    for (let index = 0; index < size >> 2; index += 1) {
      sum = Math.imul(sum ^ (read[index] as number), 0x01000193);
      sum ^= sum >>> 15;
    }
    return sum;
  }

  /** Returns a plain array, because a typed array would need a second allocation. */
  function wordsOf(size: number): number[] {
    const words: number[] = [];
    for (let index = 0; index < size >> 2; index += 1) words.push(read[index] as number);
    return words;
  }

  function isRead({ words }: CachedHead): boolean {
    for (let index = 0; index < words.length; index += 1) {
      if (words[index] !== read[index]) return false;
    }
    return true;
  }

  return {
    get: (bytes, size) => {
      if (bytes !== buffer || size > maxSize) return undefined;
      const one = known.get(sumOf(size));
      return one !== undefined && one.size === size && isRead(one) ? one.head : undefined;
    },
    set: (bytes, size, head) => {
      if (bytes !== buffer || size > maxSize) return;
      if (known.size >= maxHeads) known.clear();
      known.set(sumOf(size), { size, words: wordsOf(size), head });
    },
  };
}
