/** A map for large values that are added and deleted all the time. */
export type SlotMap<V> = {
  readonly get: (key: string) => V | undefined;
  readonly has: (key: string) => boolean;
  /** Replaces the present value. */
  readonly set: (key: string, value: V) => Slot<V>;
  readonly delete: (key: string) => void;
  /** Deletes the value if it is still in the slot that `set` returned. */
  readonly settle: (passing: Slot<V>, value: V) => void;
  /** The keys that have a value. */
  readonly keys: () => Iterable<string>;
};

/** The slot of a key; empty after its value was deleted. */
export type Slot<V> = { value: V | undefined };

/** Empty slots are dropped when the keys together have more characters than this. */
const fewest = 100_000;

/**
 * Creates a map that keeps the slot of a deleted value, for keys that recur. A long-lived `Map`
 * with changing keys leaves old tables that keep deleted values alive until a full collection.
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
