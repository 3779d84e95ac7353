import { runYielding } from '../../lib/event-loop-turns.ts';
import type { Millis } from '../../lib/units.ts';
import type { ReplicaDataSigner } from './signer.ts';
import { fromTaggedJson, rejectUnsafeKeys, toTypeTaggedJson } from './tagged-json.ts';

/**
 * Encodes values as bytes for Redis: header, signature and a JSON body (`toTypeTaggedJson`).
 * Decoding runs no code and creates no instances of the gateway's classes.
 */
export type Codec = {
  /**
   * Encodes a value, yielding to the event loop. Returns null for functions, class instances and
   * values above `maxSharedValueBytes`.
   *
   * @param name - Purpose of the value, e.g. its cache key; decoding requires the same name.
   * @param time - Stored in the header and signed with the value; default 0.
   */
  readonly encode: (name: string, value: unknown, time?: Millis) => Promise<Buffer | null>;
  /** Decodes bytes; null unless they were encoded and signed under this name. */
  readonly decode: (name: string, bytes: unknown) => Promise<DecodedTimedValue | null>;
  /** Like `encode`, but synchronous and with time 0; for small values such as events. */
  readonly encodeNow: (name: string, value: unknown) => Buffer | null;
  readonly decodeNow: (name: string, bytes: unknown) => DecodedTimedValue | null;
};

export type DecodedTimedValue = { readonly value: unknown; readonly time: Millis };

/** Limit of the body of an encoded value, bytes. Larger values are not shared. */
export const maxSharedValueBytes = 8 * 1024 * 1024;
/** Limit of a line, characters: a line is encoded or decoded without yielding to the event loop. */
const maxLine = 2 * 1024 * 1024;
/** A long list is encoded in lines of about this many characters. */
const lineAim = 64 * 1024;

const version = 1;
const hasTags = 1;
const isListed = 2;
const headBytes = 10;
const newLine = 10;

/** Text that may contain the key `__proto__`, plain or with JSON escapes. */
const suspicious = /__proto__|\\u/;

/** A value split for encoding: its longest list, the rest, and the list's key in the rest. */
type Listed = {
  readonly outer: unknown;
  readonly list: readonly unknown[];
  readonly key: string | null;
};

/** Splits off the longest list that the value is or has as a property. */
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

const shortList = 8;

/** Yields the lines of a value's JSON. @throws {NotSerializableError} it cannot be encoded. */
function* linesOf(value: unknown, onTag: () => void): Generator<string> {
  const { outer, list, key } = longestList(value);
  if (list.length < shortList) {
    yield JSON.stringify(toTypeTaggedJson(value, onTag));
    return;
  }
  yield JSON.stringify([key, toTypeTaggedJson(outer, onTag)]);
  // The length of the first element sets how many elements go into a line.
  let count = 1;
  for (let at = 0; at < list.length; ) {
    const line = JSON.stringify(toTypeTaggedJson(list.slice(at, at + count), onTag));
    yield line;
    at += count;
    count = Math.max(1, Math.min(1000, Math.floor((count * lineAim) / line.length)));
  }
}

type EncodedLines = { readonly lines: readonly string[]; readonly flags: number };

/** Encodes the lines of a value, yielding after each. Returns null when the value is too large. */
function* encodeLines(value: unknown): Generator<undefined, EncodedLines | null> {
  let flags = 0;
  let length = 0;
  const lines: string[] = [];
  const onTag = () => {
    flags |= hasTags;
  };
  for (const line of linesOf(value, onTag)) {
    lines.push(line);
    length += line.length + 1;
    if (line.length > maxLine || length > maxSharedValueBytes) return null;
    yield;
  }
  return { lines, flags: lines.length > 1 ? flags | isListed : flags };
}

type OpenedBody = { readonly body: Buffer; readonly flags: number; readonly time: Millis };

function* decodeBody({ body, flags, time }: OpenedBody): Generator<undefined, DecodedTimedValue> {
  return { value: yield* decodeLines(body, flags), time };
}

function* decodeLines(body: Buffer, flags: number): Generator<undefined, unknown> {
  const read = (from: number, to: number): unknown => {
    if (to - from > 3 * maxLine) throw new RangeError('a line is too long');
    const text = body.toString('utf8', from, to);
    const parsed: unknown = JSON.parse(text);
    if ((flags & hasTags) !== 0) return fromTaggedJson(parsed);
    if (suspicious.test(text)) rejectUnsafeKeys(parsed);
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

function runNow<T>(steps: Generator<undefined, T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** Creates a codec; replicas that read each other's values need a signer with the same key. */
export function createCodec(signer: ReplicaDataSigner): Codec {
  function finish(name: string, encoded: EncodedLines | null, time: Millis): Buffer | null {
    if (encoded === null) return null;
    const { lines, flags } = encoded;
    const head = Buffer.alloc(headBytes);
    head.writeUInt8(version, 0);
    head.writeUInt8(flags, 1);
    head.writeDoubleBE(time, 2);
    const body = Buffer.from(lines.join('\n'));
    if (body.length > maxSharedValueBytes) return null;
    return Buffer.concat([head, signer.sign(name, head, body), body]);
  }

  /** Checks the signature of bytes and returns body, flags and time; null when it is invalid. */
  function open(name: string, bytes: unknown): OpenedBody | null {
    const start = headBytes + signer.length;
    const isOurs =
      Buffer.isBuffer(bytes) &&
      bytes.length > start &&
      bytes.length <= start + maxSharedValueBytes &&
      bytes[0] === version;
    if (!isOurs) return null;
    const [head, body] = [bytes.subarray(0, headBytes), bytes.subarray(start)];
    if (!signer.isValid(bytes.subarray(headBytes, start), name, head, body)) return null;
    return { body, flags: head.readUInt8(1), time: head.readDoubleBE(2) };
  }

  return {
    encode: (name, value, time = 0) =>
      runYielding(encodeLines(value)).then(
        (encoded) => finish(name, encoded, time),
        () => null,
      ),
    encodeNow: (name, value) => {
      try {
        return finish(name, runNow(encodeLines(value)), 0);
      } catch {
        return null;
      }
    },
    decode: async (name, bytes) => {
      const opened = open(name, bytes);
      return opened && runYielding(decodeBody(opened)).catch(() => null);
    },
    decodeNow: (name, bytes) => {
      const opened = open(name, bytes);
      try {
        return opened && runNow(decodeBody(opened));
      } catch {
        return null;
      }
    },
  };
}
