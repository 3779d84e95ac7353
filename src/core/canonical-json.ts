/**
 * JSON with the keys of every object in ascending order: equal values have equal text, whatever
 * the order they were written in. `undefined` members are left out.
 *
 * @example canonicalJson({ b: 1, a: [2] }) // '{"a":[2],"b":1}'
 */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, member: unknown) => {
    if (typeof member !== 'object' || member === null || Array.isArray(member)) return member;
    return Object.fromEntries(
      Object.entries(member).sort(([left], [right]) => (left < right ? -1 : left > right ? 1 : 0)),
    );
  });
}
