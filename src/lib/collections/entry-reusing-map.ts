/** The holder of a key's value. It stays in the map when `value` is deleted. */
export type MapValueSlot<V> = { value: V | undefined };

/** Empty entries are kept while all keys together have at most this many UTF-16 code units. */
const minCharacterLimit = 100_000;

/**
 * Creates a map for large values whose keys are often set, deleted and set again: it reuses the
 * entry of a deleted value for the same key. A `Map` with changing keys keeps deleted values alive
 * in old hash tables until a full garbage collection.
 */
export function createEntryReusingMap<V extends object>() {
  let entries = new Map<string, MapValueSlot<V>>();
  let characters = 0;
  let characterLimit = minCharacterLimit;

  function dropEmptyEntries(): void {
    entries = new Map([...entries].filter(([, { value }]) => value !== undefined));
    characters = 0;
    for (const key of entries.keys()) characters += key.length;
    characterLimit = Math.max(minCharacterLimit, 2 * characters);
  }

  return {
    get: (key: string): V | undefined => entries.get(key)?.value,
    has: (key: string): boolean => entries.get(key)?.value !== undefined,
    /** Sets the value of a key and returns the entry that holds it. */
    set: (key: string, value: V): MapValueSlot<V> => {
      const existing = entries.get(key);
      if (existing) {
        existing.value = value;
        return existing;
      }
      if (characters > characterLimit) dropEmptyEntries();
      const entry: MapValueSlot<V> = { value };
      entries.set(key, entry);
      characters += key.length;
      return entry;
    },
    delete: (key: string): void => {
      const existing = entries.get(key);
      if (existing) existing.value = undefined;
    },
    /** Deletes the value if it is still the one in the entry, which `set` returned. */
    release: (entry: MapValueSlot<V>, value: V): void => {
      if (entry.value === value) entry.value = undefined;
    },
    *keys(): Generator<string> {
      for (const [key, { value }] of entries) if (value !== undefined) yield key;
    },
  };
}
