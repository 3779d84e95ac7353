/**
 * What a map holds for a name, or for the name in capitals: funds may hold `stETH` where prices,
 * made from the names of pairs, know `STETH`.
 */
export const getAnyCase = <T>(map: ReadonlyMap<string, T>, name: string): T | undefined =>
  map.get(name) ?? map.get(name.toUpperCase());
