import { totalLength } from '../collections/total-length.ts';
import { runYielding } from '../event-loop-turns.ts';
import { encodePieces } from './encode-pieces.ts';
import { jsonSizeUpperBound } from './json-size.ts';

/** JSON: text, or UTF-8 in pieces. */
export type EncodedJson = string | readonly Buffer[];

/** Values of more bytes, by `jsonSizeUpperBound`, are encoded in pieces. */
const longBytes = 256 * 1024;
/** Bytes of one `JSON.stringify` call, by the same bound. */
const textBytes = 64 * 1024;

/**
 * Encodes a value as JSON; a long one in pieces and without blocking the event loop.
 *
 * @param options.signal - Stops the encoding of a long value; the promise rejects with its reason.
 * @param options.bytes - An upper bound of the bytes, where it is known.
 * @throws {RangeError} the value nests too deeply, synchronously or as a rejection.
 */
export function encodeJson(
  value: unknown,
  options: { readonly signal?: AbortSignal; readonly bytes?: number } = {},
): EncodedJson | Promise<EncodedJson> {
  const { signal, bytes = jsonSizeUpperBound(value, longBytes) } = options;
  return bytes > longBytes
    ? runYielding(encodePieces(jsonTexts(value)), signal)
    : JSON.stringify(value);
}

/** Returns JSON between two texts, in pieces if it is in pieces. */
export const encodeBetween = (
  before: string,
  json: EncodedJson,
  behind: string,
): Buffer | readonly Buffer[] =>
  typeof json === 'string'
    ? Buffer.from(before + json + behind)
    : [Buffer.from(before), ...json, Buffer.from(behind)];

/** Returns the number of bytes. */
export const jsonLength = (json: EncodedJson): number =>
  typeof json === 'string' ? Buffer.byteLength(json) : totalLength(json);

/** Yields the JSON of a value in texts that are joined without a separator. */
function* jsonTexts(value: unknown): Generator<string, undefined> {
  const isContainer = typeof value === 'object' && value !== null && !('toJSON' in value);
  if (!isContainer || jsonSizeUpperBound(value, textBytes) <= textBytes)
    yield JSON.stringify(value ?? null);
  else if (Array.isArray(value)) yield* listTexts(value);
  else yield* objectTexts(value as Readonly<Record<string, unknown>>);
}

function* listTexts(list: readonly unknown[]): Generator<string, undefined> {
  let separator = '[';
  for (let at = 0; at < list.length; ) {
    // The items of a list are alike, so the first one tells how many make a text.
    const bytes = jsonSizeUpperBound(list[at], textBytes);
    if (bytes > textBytes) {
      yield separator;
      yield* jsonTexts(list[at]);
      at += 1;
    } else {
      const end = at + Math.ceil(textBytes / bytes);
      yield separator + JSON.stringify(list.slice(at, end)).slice(1, -1);
      at = end;
    }
    separator = ',';
  }
  yield ']';
}

function* objectTexts(members: Readonly<Record<string, unknown>>): Generator<string, undefined> {
  let separator = '{';
  for (const [name, member] of Object.entries(members)) {
    if (member === undefined) continue;
    yield `${separator}${JSON.stringify(name)}:`;
    yield* jsonTexts(member);
    separator = ',';
  }
  yield separator === '{' ? '{}' : '}';
}
