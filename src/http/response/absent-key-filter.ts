/** A counting Bloom filter for a set of keys; it detects most absent keys without a look-up. */
export type AbsentKeyFilter = {
  /** False: the key is not in the set. True: the key is probably in the set. */
  readonly mayContain: (key: string) => boolean;
  readonly add: (key: string) => void;
  readonly remove: (key: string) => void;
};

/** Number of counters; a power of two. */
const counterCount = 65_536;
/** Number of characters that are hashed, from the end of a key, where most keys differ. */
const hashedCharacters = 20;

/**
 * Creates an empty filter that counts keys by a hash of their last characters, which costs less
 * than looking up a new string in a `Map`.
 */
export function createAbsentKeyFilter(): AbsentKeyFilter {
  const counts = new Uint32Array(counterCount);
  // A random seed keeps clients from choosing keys that collide.
  const seed = Math.floor(Math.random() * 2 ** 32);
  // A request looks up the same key several times in a row.
  let lastKey: string | undefined;
  let lastIndex = 0;

  function indexOf(key: string): number {
    if (key !== lastKey) {
      lastKey = key;
      lastIndex = hashKey(key) & (counterCount - 1);
    }
    return lastIndex;
  }

  function hashKey(key: string): number {
    let hash = seed ^ key.length;
    for (let at = Math.max(0, key.length - hashedCharacters); at < key.length; at += 1) {
      hash = Math.imul(hash ^ key.charCodeAt(at), 0x01000193);
    }
    return hash ^ (hash >>> 16);
  }

  function change(key: string, by: 1 | -1): void {
    const index = indexOf(key);
    counts[index] = (counts[index] as number) + by;
  }

  return {
    mayContain: (key) => (counts[indexOf(key)] as number) > 0,
    add: (key) => change(key, 1),
    remove: (key) => change(key, -1),
  };
}
