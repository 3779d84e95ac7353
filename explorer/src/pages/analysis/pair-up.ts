/** What something is before and after the changes. */
export type Pair<Value> = { readonly now: Value | undefined; readonly after: Value };

/** Puts each element beside the one of the same identity before the changes. */
export const pairUp = <Value>(
  now: readonly Value[],
  after: readonly Value[],
  identify: (value: Value) => string,
): readonly Pair<Value>[] => {
  const byId = new Map(now.map((value) => [identify(value), value]));
  return after.map((value) => ({ now: byId.get(identify(value)), after: value }));
};
