import { expect } from 'vitest';

/**
 * Fails unless a test's table has each entry that it must have once, and no others. The failure
 * states which to add or remove, and `how`.
 */
export function expectWholeTable(
  listed: readonly string[],
  wanted: readonly string[],
  how: string,
): void {
  const only = (list: readonly string[], other: readonly string[]) =>
    list.filter((one) => !other.includes(one));
  expect(
    {
      toAdd: only(wanted, listed),
      toRemove: only(listed, wanted),
      listedTwice: listed.filter((one, at) => listed.indexOf(one) !== at),
    },
    `${how} (see docs/adding-a-route.md)`,
  ).toEqual({ toAdd: [], toRemove: [], listedTwice: [] });
}
