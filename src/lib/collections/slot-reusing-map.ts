/** The holder of a key's value. It stays in the map when `value` is deleted. */
export type ReusableSlot<V> = { value: V | undefined };

/** Empty slots are kept while all keys together have at most this many UTF-16 code units. */
const minCharacterLimit = 100_000;

/**
 * Creates a map for large values whose keys are often set, deleted and set again: it reuses the
 * slot of a deleted value for the same key. A `Map` with changing keys keeps deleted values alive
 * in old hash tables until a full garbage collection.
 */
export function createSlotReusingMap<V extends object>() {
  let slots = new Map<string, ReusableSlot<V>>();
  let characters = 0;
  let characterLimit = minCharacterLimit;

  function dropEmptySlots(): void {
    slots = new Map([...slots].filter(([, { value }]) => value !== undefined));
    characters = 0;
    for (const key of slots.keys()) characters += key.length;
    characterLimit = Math.max(minCharacterLimit, 2 * characters);
  }

  return {
    get: (key: string): V | undefined => slots.get(key)?.value,
    has: (key: string): boolean => slots.get(key)?.value !== undefined,
    /** Sets the value of a key and returns the slot that holds it. */
    set: (key: string, value: V): ReusableSlot<V> => {
      const existing = slots.get(key);
      if (existing) {
        existing.value = value;
        return existing;
      }
      if (characters > characterLimit) dropEmptySlots();
      const slot: ReusableSlot<V> = { value };
      slots.set(key, slot);
      characters += key.length;
      return slot;
    },
    delete: (key: string): void => {
      const existing = slots.get(key);
      if (existing) existing.value = undefined;
    },
    /** Deletes the value if the slot that `set` returned still holds it. */
    release: (slot: ReusableSlot<V>, value: V): void => {
      if (slot.value === value) slot.value = undefined;
    },
    *keys(): Generator<string> {
      for (const [key, { value }] of slots) if (value !== undefined) yield key;
    },
  };
}
