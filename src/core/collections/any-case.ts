/**
 * The name that a map knows something by: as it is given, or in capitals. Funds may hold `stETH` where
 * prices, made from the names of pairs, know `STETH`.
 */
export const nameAnyCase = (map: ReadonlyMap<string, unknown>, name: string): string | undefined =>
  [name, name.toUpperCase()].find((known) => map.has(known));

/** What a map holds for a name, or for the name in capitals. */
export const getAnyCase = <T>(map: ReadonlyMap<string, T>, name: string): T | undefined =>
  map.get(name) ?? map.get(name.toUpperCase());
