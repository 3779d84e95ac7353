/** A counting filter beside a set of keys: it finds most absent keys without searching the set. */
export type CountingFilter = {
  /** Returns false only if the key is not in the set; true may be wrong. */
  readonly mayHave: (text: string) => boolean;
  readonly add: (text: string) => void;
  readonly remove: (text: string) => void;
};

/** Number of counters; a power of two. */
const cells = 65_536;
/** Number of characters that are hashed, from the end of a key, where most keys differ. */
const telling = 20;

/**
 * Creates an empty filter that counts keys by a hash of their last characters, which costs less
 * than looking up a new string in a `Map`.
 */
export function createCountingFilter(): CountingFilter {
  const counts = new Uint32Array(cells);
  // A random seed keeps clients from choosing keys that collide.
  const seed = Math.floor(Math.random() * 2 ** 32);
  // A request looks up the same key several times in a row.
  let lastText: string | undefined;
  let lastCell = 0;

  function cellOf(text: string): number {
    if (text !== lastText) {
      lastText = text;
      lastCell = hashOf(text) & (cells - 1);
    }
    return lastCell;
  }

  function hashOf(text: string): number {
    let hash = seed ^ text.length;
    for (let at = Math.max(0, text.length - telling); at < text.length; at += 1) {
      hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
    }
    return hash ^ (hash >>> 16);
  }

  function change(text: string, by: 1 | -1): void {
    const cell = cellOf(text);
    counts[cell] = (counts[cell] as number) + by;
  }

  return {
    mayHave: (text) => (counts[cellOf(text)] as number) > 0,
    add: (text) => change(text, 1),
    remove: (text) => change(text, -1),
  };
}
