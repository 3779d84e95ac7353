/** A map of large things that come and go. */
export type SlotMap<V> = {
  readonly get: (key: string) => V | undefined;
  readonly has: (key: string) => boolean;
  /** Puts it in the place of what is there. */
  readonly set: (key: string, value: V) => Slot<V>;
  readonly delete: (key: string) => void;
  /** Deletes this value if it is still in the place that `set` gave it. */
  readonly settle: (passing: Slot<V>, value: V) => void;
  /** Of what is there now. */
  readonly keys: () => Iterable<string>;
};

/** The place of a key; empty when what was there has gone. */
export type Slot<V> = { value: V | undefined };

/** Empty places are thrown away when the keys of all have more characters than this. */
const fewest = 100_000;

/**
 * A map whose places stay when their values go: what comes and goes does so under the same keys.
 *
 * A `Map` makes a new table when it is full, deleted entries included, and when it has become empty
 * enough. One that lives long makes them in the old generation, where they remain until the next full
 * collection, and each names what was in it and the table that came after it, so that every scavenge
 * copies all that ever passed through. With 43 values that came and went at each request, the tables
 * took 0.5 to 3 % of its CPU, by how much of the old generation was in use. 40,000 reads of different
 * keys, each a flight of its own, took 1,800 ms of collection, 360 with values in places that are
 * emptied, and the heap after them 80 MB and 50 (16 MB young generation).
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
