/** A map for large values whose keys are often set, deleted and set again (`createSlotMap`). */
export type SlotMap<V> = {
  readonly get: (key: string) => V | undefined;
  readonly has: (key: string) => boolean;
  /** Sets the value of a key and returns the slot that holds it. */
  readonly set: (key: string, value: V) => Slot<V>;
  readonly delete: (key: string) => void;
  /** Deletes the value if it is still the one in the slot, which `set` returned. */
  readonly settle: (passing: Slot<V>, value: V) => void;
  readonly keys: () => Iterable<string>;
};

/** The holder of a key's value. It stays in the map when `value` is deleted. */
export type Slot<V> = { value: V | undefined };

/** Slots are dropped when their keys exceed this many UTF-16 code units, and have doubled. */
const fewest = 100_000;

/**
 * Creates a map that reuses the slot of a deleted value for the same key. A `Map` with changing
 * keys keeps deleted values alive in old hash tables until a full garbage collection.
 */
export function createSlotMap<V extends object>(): SlotMap<V> {
  let places = new Map<string, Slot<V>>();
  let characters = 0;
  let most = fewest;

  function throwEmptyAway(): void {
    places = new Map([...places].filter(([, { value }]) => value !== undefined));
    characters = 0;
    for (const key of places.keys()) characters += key.length;
    most = Math.max(fewest, 2 * characters);
  }

  return {
    get: (key) => places.get(key)?.value,
    has: (key) => places.get(key)?.value !== undefined,
    set: (key, value) => {
      const place = places.get(key);
      if (place) {
        place.value = value;
        return place;
      }
      if (characters > most) throwEmptyAway();
      const passing: Slot<V> = { value };
      places.set(key, passing);
      characters += key.length;
      return passing;
    },
    delete: (key) => {
      const place = places.get(key);
      if (place) place.value = undefined;
    },
    settle: (passing, value) => {
      if (passing.value === value) passing.value = undefined;
    },
    keys: function* () {
      for (const [key, { value }] of places) if (value !== undefined) yield key;
    },
  };
}
