/** A value contains something that `toTypeTaggedJson` cannot encode, such as a function. */
export class NotSerializableError extends Error {
  override readonly name = 'NotSerializableError';
}

/** Key of the type tag. Objects that have a key of this name themselves are encoded as pairs. */
const tagKey = '$';

type Tagged = { readonly $: string; readonly v?: unknown };

const revivers: Readonly<Record<string, (v: unknown) => unknown>> = {
  undefined: () => undefined,
  number: (v) => (v === 'NaN' ? Number.NaN : v === '-0' ? -0 : Number(v)),
  bigint: (v) => BigInt(v as string),
  date: (v) => new Date(v === null ? Number.NaN : (v as number)),
  bytes: (v) => new Uint8Array(Buffer.from(v as string, 'base64')),
  map: (v) =>
    new Map(
      (v as [unknown, unknown][]).map(([key, of]) => [fromTaggedJson(key), fromTaggedJson(of)]),
    ),
  set: (v) => new Set((v as unknown[]).map(fromTaggedJson)),
  object: (v) => {
    const object: Record<string, unknown> = {};
    for (const [key, of] of v as [string, unknown][]) {
      checkKey(key);
      object[key] = fromTaggedJson(of);
    }
    return object;
  },
};

/** @throws {NotSerializableError} the key is `__proto__`, which would change the object's prototype. */
function checkKey(key: string): void {
  if (key === '__proto__') throw new NotSerializableError('a key is __proto__');
}

function tag($: string, v?: unknown): Tagged {
  return v === undefined ? { $ } : { $, v };
}

/**
 * Returns a value that `JSON.stringify` represents without loss: `undefined`, `NaN`, `-0`, bigints,
 * dates, maps, sets and bytes become objects with a type tag. Calls `onTag` for each; a result
 * without tags need not go through `fromTaggedJson`.
 *
 * @throws {NotSerializableError} the value contains a function, a symbol, an instance of another
 * class, or a key `__proto__`.
 * @throws {RangeError} the value is nested too deeply.
 */
export function toTypeTaggedJson(value: unknown, onTag: () => void): unknown {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return value;
    case 'number':
      if (Number.isFinite(value) && !Object.is(value, -0)) return value;
      onTag();
      return tag('number', Object.is(value, -0) ? '-0' : String(value));
    case 'object':
      return value === null ? null : objectToTaggedJson(value, onTag);
    case 'undefined':
      onTag();
      return tag('undefined');
    case 'bigint':
      onTag();
      return tag('bigint', String(value));
    default:
      throw new NotSerializableError(`a ${typeof value} is no data`);
  }
}

function objectToTaggedJson(value: object, onTag: () => void): unknown {
  if (Array.isArray(value)) return arrayToTaggedJson(value, onTag);
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype === Object.prototype || prototype === null) {
    return recordToTaggedJson(value as Record<string, unknown>, onTag);
  }
  onTag();
  if (value instanceof Map) {
    return tag(
      'map',
      [...value].map(([key, of]) => [toTypeTaggedJson(key, onTag), toTypeTaggedJson(of, onTag)]),
    );
  }
  if (value instanceof Set)
    return tag(
      'set',
      [...value].map((one) => toTypeTaggedJson(one, onTag)),
    );
  if (value instanceof Uint8Array) return tag('bytes', Buffer.from(value).toString('base64'));
  if (value instanceof Date)
    return tag('date', Number.isNaN(value.getTime()) ? null : value.getTime());
  throw new NotSerializableError('an instance of a class is no plain data');
}

function arrayToTaggedJson(list: readonly unknown[], onTag: () => void): readonly unknown[] {
  let copy: unknown[] | undefined;
  for (let n = 0; n < list.length; n += 1) {
    const plain = toTypeTaggedJson(list[n], onTag);
    if (plain !== list[n] || plain === undefined) copy ??= list.slice();
    if (copy) copy[n] = plain;
  }
  return copy ?? list;
}

function recordToTaggedJson(record: Readonly<Record<string, unknown>>, onTag: () => void): unknown {
  let copy: Record<string, unknown> | undefined;
  for (const key of Object.keys(record)) {
    checkKey(key);
    const value = record[key];
    const plain = toTypeTaggedJson(value, onTag);
    if (plain !== value) copy ??= { ...record };
    if (copy) copy[key] = plain;
  }
  const plain = copy ?? record;
  if (!Object.hasOwn(record, tagKey)) return plain;
  onTag();
  return tag('object', Object.entries(plain));
}

/**
 * Reverses `toTypeTaggedJson`, changing its argument. Throws for JSON that it did not make.
 */
export function fromTaggedJson(plain: unknown): unknown {
  if (typeof plain !== 'object' || plain === null) return plain;
  if (Array.isArray(plain)) {
    for (let n = 0; n < plain.length; n += 1) {
      const one: unknown = plain[n];
      if (typeof one === 'object' && one !== null) plain[n] = fromTaggedJson(one);
    }
    return plain;
  }
  const record = plain as Record<string, unknown>;
  if (Object.hasOwn(record, tagKey)) {
    const name = String(record[tagKey]);
    const make = Object.hasOwn(revivers, name) ? revivers[name] : undefined;
    if (make === undefined) throw new NotSerializableError('an unknown tag');
    return make(record.v);
  }
  for (const key of Object.keys(record)) {
    checkKey(key);
    const one = record[key];
    if (typeof one === 'object' && one !== null) record[key] = fromTaggedJson(one);
  }
  return record;
}

/**
 * Checks all objects of parsed JSON; `fromTaggedJson` does so itself.
 *
 * @throws {NotSerializableError} an object has the key `__proto__`.
 */
export function rejectUnsafeKeys(plain: unknown): void {
  if (typeof plain !== 'object' || plain === null) return;
  for (const key of Object.keys(plain)) {
    checkKey(key);
    rejectUnsafeKeys((plain as Record<string, unknown>)[key]);
  }
}
