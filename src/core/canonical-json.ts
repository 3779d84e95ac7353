/**
 * JSON with the keys of every object in ascending order: equal values have equal text, whatever
 * the order they were written in. `undefined` members are left out.
 *
 * @example canonicalJson({ b: 1, a: [2] }) // '{"a":[2],"b":1}'
 */
export function canonicalJson(value: unknown): string {
  return (isRecord(value) && flatJson(value)) || nestedJson(value);
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/**
 * The same for an object without objects in it, as the parameters of most requests are; null for
 * anything else. It does without a call for each member and a sorted copy.
 */
function flatJson(record: Readonly<Record<string, unknown>>): string | null {
  if (Array.isArray(record) || 'toJSON' in record) return null;
  let text = '';
  for (const name of Object.keys(record).sort()) {
    const member = record[name];
    if (typeof member === 'object' && member !== null) return null;
    const json = JSON.stringify(member) as string | undefined;
    if (json !== undefined) text += `${text && ','}${JSON.stringify(name)}:${json}`;
  }
  return `{${text}}`;
}

function nestedJson(value: unknown): string {
  return JSON.stringify(value, (_key, member: unknown) => {
    if (typeof member !== 'object' || member === null || Array.isArray(member)) return member;
    return Object.fromEntries(
      Object.entries(member).sort(([left], [right]) => (left < right ? -1 : left > right ? 1 : 0)),
    );
  });
}
