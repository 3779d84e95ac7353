import { memoizeOnObject } from '../memoize-on-object.ts';

type Names = ReadonlyMap<string, unknown>;

/** A map's keys by their upper-case form. If keys differ only in case, the upper-case one wins. */
const namesByCapitals = memoizeOnObject((map: Names): ReadonlyMap<string, string> => {
  const names = new Map<string, string>();
  for (const name of map.keys()) {
    const capitals = name.toUpperCase();
    if (name === capitals || !names.has(capitals)) names.set(capitals, name);
  }
  return names;
});

/** Returns the key that equals a name in any case; prefers the exact, then the upper-case key. */
export const findKeyCaseInsensitive = (map: Names, name: string): string | undefined =>
  map.has(name) ? name : namesByCapitals(map).get(name.toUpperCase());

/** Returns the map's value for a name in any case; undefined if there is none. */
export function getCaseInsensitive<T>(map: ReadonlyMap<string, T>, name: string): T | undefined {
  const exact = map.get(name);
  if (exact !== undefined) return exact;
  const known = findKeyCaseInsensitive(map, name);
  return known === undefined ? undefined : map.get(known);
}
