import { createHash } from 'node:crypto';
import { runYielding, waitForLaterTurn } from '../event-loop-turns.ts';
import { jsonSizeUpperBound } from './json-size.ts';

/** JSON that `encodeInChunks` has encoded. */
export type ChunkedJson = {
  readonly pieces: readonly Buffer[];
  readonly length: number;
  /** SHA-256 of all bytes in base64url. */
  readonly digest: string;
};

/** JSON of at most this many bytes may be encoded in one turn of the event loop. */
export const maxSynchronousJsonBytes = 3 * 1024 * 1024;

/** Maximum bytes that one `JSON.stringify` encodes, unless it is a single string. */
const sliceBytes = 128 * 1024;
/** Minimum characters of a piece, except the last. */
const pieceLength = 256 * 1024;

/** Whether the JSON of a value has at most 3 MiB, by a cheap upper bound. */
export const isSmallJson = (value: unknown): boolean =>
  jsonSizeUpperBound(value, maxSynchronousJsonBytes) <= maxSynchronousJsonBytes;

/**
 * Encodes `JSON.stringify(value)` as UTF-8, a few milliseconds in each turn of the event loop.
 *
 * @param value - Not undefined, a function or a symbol; must not change meanwhile.
 * @param options.maxBytes - The result is null if the JSON has more bytes.
 * @param options.signal - Stops the encoding; the promise rejects with its reason.
 * @throws {RangeError} the value nests too deeply.
 */
export async function encodeInChunks<M extends number = never>(
  value: unknown,
  options: { readonly maxBytes?: M; readonly signal?: AbortSignal },
): Promise<ChunkedJson | ([M] extends [never] ? never : null)> {
  const { maxBytes = Number.POSITIVE_INFINITY, signal } = options;
  await waitForLaterTurn();
  const encoded = await runYielding(encodePieces(value, maxBytes), signal);
  return encoded as ChunkedJson | ([M] extends [never] ? never : null);
}

function* encodePieces(value: unknown, maxBytes: number): Generator<undefined, ChunkedJson | null> {
  const hash = createHash('sha256');
  const pieces: Buffer[] = [];
  let length = 0;
  let text = '';
  const flush = () => {
    const piece = Buffer.from(text);
    text = '';
    hash.update(piece);
    pieces.push(piece);
    length += piece.length;
  };
  for (const slice of slicesOf(value)) {
    text += slice;
    if (text.length >= pieceLength) flush();
    if (length > maxBytes) return null;
    yield;
  }
  if (text !== '') flush();
  return length > maxBytes ? null : { pieces, length, digest: hash.digest('base64url') };
}

function* slicesOf(value: unknown): Generator<string, void> {
  if (!hasMembers(value) || jsonSizeUpperBound(value, sliceBytes) <= sliceBytes) {
    yield JSON.stringify(value);
  } else if (Array.isArray(value)) {
    yield* slicesOfList(value);
  } else {
    yield* slicesOfObject(value as Readonly<Record<string, unknown>>);
  }
}

/** Encodes short elements in groups, which is several times faster than a call for each. */
function* slicesOfList(list: readonly unknown[]): Generator<string, void> {
  yield '[';
  let first = 0;
  let bytes = 0;
  for (let at = 0; at < list.length; at += 1) {
    const own = jsonSizeUpperBound(list[at], sliceBytes);
    if (bytes > 0 && bytes + own > sliceBytes) {
      yield elements(list, first, at);
      first = at;
      bytes = 0;
    }
    bytes += own;
    if (own <= sliceBytes || !hasMembers(list[at])) continue;
    if (at > 0) yield ',';
    yield* slicesOf(list[at]);
    first = at + 1;
    bytes = 0;
  }
  if (first < list.length) yield elements(list, first, list.length);
  yield ']';
}

const elements = (list: readonly unknown[], from: number, to: number): string =>
  `${from > 0 ? ',' : ''}${JSON.stringify(list.slice(from, to)).slice(1, -1)}`;

function* slicesOfObject(value: Readonly<Record<string, unknown>>): Generator<string, void> {
  let before = '{';
  for (const key of Object.keys(value)) {
    const member = value[key];
    const start = `${before}${JSON.stringify(key)}:`;
    if (hasMembers(member)) {
      yield start;
      yield* slicesOf(member);
    } else {
      const json = JSON.stringify(member) as string | undefined;
      // JSON omits undefined members, functions and symbols.
      if (json === undefined) continue;
      yield start + json;
    }
    before = ',';
  }
  yield before === '{' ? '{}' : '}';
}

/** Whether a value is encoded member by member. */
function hasMembers(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  if (typeof (value as { toJSON?: unknown }).toJSON === 'function') return false;
  return !(value instanceof Number || value instanceof String || value instanceof Boolean);
}
