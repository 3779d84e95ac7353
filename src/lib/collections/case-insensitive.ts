import { memoizeOnObject } from '../memoize-on-object.ts';

type Names = ReadonlyMap<string, unknown>;

/** The names of a map by their capitals; of several that differ in case alone the one in capitals, else the first. */
const namesByCapitals = memoizeOnObject((map: Names): ReadonlyMap<string, string> => {
  const names = new Map<string, string>();
  for (const name of map.keys()) {
    const capitals = name.toUpperCase();
    if (name === capitals || !names.has(capitals)) names.set(capitals, name);
  }
  return names;
});

/**
 * The name that a map knows something by: as it is given, or in other case. Funds may hold `stETH` where
 * prices, made from the names of pairs, know `STETH`.
 */
export const findKeyCaseInsensitive = (map: Names, name: string): string | undefined =>
  map.has(name) ? name : namesByCapitals(map).get(name.toUpperCase());

/** What a map holds for a name, or for the name in other case. */
export function getCaseInsensitive<T>(map: ReadonlyMap<string, T>, name: string): T | undefined {
  const exact = map.get(name);
  if (exact !== undefined) return exact;
  const known = findKeyCaseInsensitive(map, name);
  return known === undefined ? undefined : map.get(known);
}
