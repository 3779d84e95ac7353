const maxDepth = 100;

/**
 * Encodes a value as JSON with sorted object keys. `undefined` members are left out; numbers that
 * are not finite become `Infinity` or `NaN`.
 *
 * @throws {RangeError} the value nests more than 100 levels deep.
 * @example canonicalJson({ b: 1, a: [2] }) // '{"a":[2],"b":1}'
 */
export function canonicalJson(value: unknown): string {
  return nestedJson(value, 0) ?? 'null';
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

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
