/** Nothing that means something has more levels. */
const maxDepth = 100;

/**
 * JSON with the keys of every object in ascending order: equal values have equal text, whatever
 * the order they were written in. `undefined` members are left out. What is too large a number for
 * JSON, as `1e400` is, has a text of its own: it is not `null`.
 *
 * @throws {RangeError} a value of more than 100 levels.
 * @example canonicalJson({ b: 1, a: [2] }) // '{"a":[2],"b":1}'
 */
export function canonicalJson(value: unknown): string {
  return (isRecord(value) && flatJson(value)) || (nestedJson(value, 0) ?? 'null');
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
    const json = leafJson(member);
    if (json !== undefined) text += `${text && ','}${JSON.stringify(name)}:${json}`;
  }
  return `{${text}}`;
}

function leafJson(value: unknown): string | undefined {
  if (typeof value === 'number' && !Number.isFinite(value)) return String(value);
  return JSON.stringify(value) as string | undefined;
}

function nestedJson(value: unknown, depth: number): string | undefined {
  if (!isRecord(value)) return leafJson(value);
  if (depth === maxDepth) throw new RangeError('the value nests too deeply');
  if (typeof value.toJSON === 'function') return nestedJson(value.toJSON(), depth);
  if (Array.isArray(value)) {
    return `[${value.map((member) => nestedJson(member, depth + 1) ?? 'null').join(',')}]`;
  }
  let text = '';
  for (const name of Object.keys(value).sort()) {
    const json = nestedJson(value[name], depth + 1);
    if (json !== undefined) text += `${text && ','}${JSON.stringify(name)}:${json}`;
  }
  return `{${text}}`;
}
