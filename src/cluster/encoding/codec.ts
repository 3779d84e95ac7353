import type { Millis } from '../../lib/units.ts';
import { checkKeys, fromPlain, toPlain } from './plain-data.ts';
import type { Signer } from './signer.ts';

/**
 * Values as bytes: JSON, with tags for what JSON does not carry, behind a head and a signature over the
 * name, the head and the JSON. Reading it runs no code and makes nothing but plain data.
 */
export type Codec = {
  /**
   * Encodes a value in turns of the event loop, none of them long. Null when it is no plain data or too
   * large.
   *
   * @param time - Is told with the value, and signed with it.
   */
  readonly encode: (name: string, value: unknown, time?: Millis) => Promise<Buffer | null>;
  /** The value again; null for bytes that were not encoded under this name. In turns, like `encode`. */
  readonly decode: (name: string, bytes: unknown) => Promise<Decoded | null>;
  /** The same in one turn, for what is small, such as an event. */
  readonly encodeNow: (name: string, value: unknown) => Buffer | null;
  readonly decodeNow: (name: string, bytes: unknown) => Decoded | null;
};

export type Decoded = { readonly value: unknown; readonly time: Millis };

/** Larger values stay with the replica that has them, bytes. */
export const maxEncodedBytes = 8 * 1024 * 1024;
/** What is encoded or decoded in one piece, characters: it takes some tens of milliseconds. */
const maxLine = 2 * 1024 * 1024;
/** Elements of a list are told in lines of about so many characters. */
const lineAim = 64 * 1024;
/** After so long the event loop gets its turn. */
const turnLength: Millis = 8;

const version = 1;
const hasTags = 1;
const isListed = 2;
/** Version, flags and time, bytes. */
const headBytes = 10;
const newLine = 10;

/** What only a reader of keys would be harmed by; JSON may also spell it with escapes. */
const suspicious = /__proto__|\\u/;

/** Where a value is told in lines: its list, and the key under which the rest of it has it. */
type Listed = {
  readonly outer: unknown;
  readonly list: readonly unknown[];
  readonly key: string | null;
};

/** The longest list that a value is, or has as a property. */
function longestList(value: unknown): Listed {
  if (Array.isArray(value)) return { outer: null, list: value, key: null };
  let found: Listed = { outer: value, list: [], key: null };
  if (typeof value !== 'object' || value === null || value instanceof Map) return found;
  for (const [key, own] of Object.entries(value)) {
    if (Array.isArray(own) && own.length > found.list.length) {
      found = { outer: { ...value, [key]: [] }, list: own, key };
    }
  }
  return found;
}

/** Lists shorter than this are told with the rest. */
const shortList = 8;

/** The lines of a value, one after the other. @throws {NotPlainError} it is no plain data. */
function* linesOf(value: unknown, onTag: () => void): Generator<string> {
  const { outer, list, key } = longestList(value);
  if (list.length < shortList) {
    yield JSON.stringify(toPlain(value, onTag));
    return;
  }
  yield JSON.stringify([key, toPlain(outer, onTag)]);
  // One element tells how large they are.
  let count = 1;
  for (let at = 0; at < list.length; ) {
    const line = JSON.stringify(toPlain(list.slice(at, at + count), onTag));
    yield line;
    at += count;
    count = Math.max(1, Math.min(1000, Math.floor((count * lineAim) / line.length)));
  }
}

type Encoding = { readonly lines: string[]; length: number; flags: number };

/** Adds the lines of a value; after each one it may be left for a while. Ends with false when it is too large. */
function* encodeLines(value: unknown, into: Encoding): Generator<undefined, boolean> {
  const lines = linesOf(value, () => {
    into.flags |= hasTags;
  });
  for (const line of lines) {
    into.lines.push(line);
    into.length += line.length + 1;
    if (line.length > maxLine || into.length > maxEncodedBytes) return false;
    yield;
  }
  if (into.lines.length > 1) into.flags |= isListed;
  return true;
}

/** Parses the lines one by one; after each one it may be left for a while. @throws (any error) they are not ours. */
function* decodeLines(body: Buffer, flags: number): Generator<undefined, unknown> {
  const read = (from: number, to: number): unknown => {
    if (to - from > 3 * maxLine) throw new RangeError('a line is too long');
    const text = body.toString('utf8', from, to);
    const parsed: unknown = JSON.parse(text);
    if ((flags & hasTags) !== 0) return fromPlain(parsed);
    if (suspicious.test(text)) checkKeys(parsed);
    return parsed;
  };
  if ((flags & isListed) === 0) return read(0, body.length);
  let end = body.indexOf(newLine);
  const [key, outer] = read(0, end) as [string | null, Record<string, unknown>];
  const list: unknown[] = [];
  while (end !== -1) {
    yield;
    const from = end + 1;
    end = body.indexOf(newLine, from);
    for (const one of read(from, end === -1 ? body.length : end) as unknown[]) list.push(one);
  }
  if (key === null) return list;
  if (!Array.isArray(outer[key])) throw new TypeError('the list has no place');
  outer[key] = list;
  return outer;
}

/** Runs to the end at once. */
function runNow<T>(steps: Generator<undefined, T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** Runs to the end, and lets the event loop go on in between. */
async function runInTurns<T>(steps: Generator<undefined, T>): Promise<T> {
  let began = performance.now();
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    if (performance.now() - began < turnLength) continue;
    await new Promise<void>((resolve) => setImmediate(resolve));
    began = performance.now();
  }
}

/** @param signer - Of all replicas that are to read each other's values. */
export function createCodec(signer: Signer): Codec {
  function finish(name: string, { lines, flags }: Encoding, time: Millis): Buffer | null {
    const head = Buffer.alloc(headBytes);
    head.writeUInt8(version, 0);
    head.writeUInt8(flags, 1);
    head.writeDoubleBE(time, 2);
    const body = Buffer.from(lines.join('\n'));
    if (body.length > maxEncodedBytes) return null;
    return Buffer.concat([head, signer.sign(name, head, body), body]);
  }

  /** Head and body of bytes that were signed under this name. */
  function open(name: string, bytes: unknown) {
    const start = headBytes + signer.length;
    const isOurs =
      Buffer.isBuffer(bytes) &&
      bytes.length > start &&
      bytes.length <= start + maxEncodedBytes &&
      bytes[0] === version;
    if (!isOurs) return null;
    const [head, body] = [bytes.subarray(0, headBytes), bytes.subarray(start)];
    if (!signer.isValid(bytes.subarray(headBytes, start), name, head, body)) return null;
    return { body, flags: head.readUInt8(1), time: head.readDoubleBE(2) };
  }

  return {
    encode: async (name, value, time = 0) => {
      const encoding: Encoding = { lines: [], length: 0, flags: 0 };
      try {
        const isWhole = await runInTurns(encodeLines(value, encoding));
        return isWhole ? finish(name, encoding, time) : null;
      } catch {
        return null;
      }
    },
    encodeNow: (name, value) => {
      const encoding: Encoding = { lines: [], length: 0, flags: 0 };
      try {
        return runNow(encodeLines(value, encoding)) ? finish(name, encoding, 0) : null;
      } catch {
        return null;
      }
    },
    decode: async (name, bytes) => {
      const opened = open(name, bytes);
      if (opened === null) return null;
      const { body, flags, time } = opened;
      try {
        return { value: await runInTurns(decodeLines(body, flags)), time };
      } catch {
        return null;
      }
    },
    decodeNow: (name, bytes) => {
      const opened = open(name, bytes);
      if (opened === null) return null;
      const { body, flags, time } = opened;
      try {
        return { value: runNow(decodeLines(body, flags)), time };
      } catch {
        return null;
      }
    },
  };
}
