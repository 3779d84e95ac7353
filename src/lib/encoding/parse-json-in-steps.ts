import { isAscii } from 'node:buffer';

/** Maximum bytes that one `JSON.parse` call gets; no string may be longer. */
const longestPiece = 4 * 1024 * 1024;
const maxDepth = 1000;
/** Bytes scanned per step. */
const scanBytes = 128 * 1024;

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const openList = 0x5b;
const closeList = 0x5d;
const openObject = 0x7b;
const closeObject = 0x7d;

/** Creates the error for invalid JSON; `why` is a clause, e.g. `a comma is missing`. */
export const jsonSyntaxError = (why: string) => new SyntaxError(`not JSON: ${why}`);

/** Whether all bytes from `from` to `to` (exclusive) are JSON whitespace. */
function isAllJsonWhitespace(bytes: Buffer, from: number, to: number): boolean {
  for (let at = from; at < to; at += 1) {
    const byte = bytes[at];
    if (byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09) return false;
  }
  return true;
}

/** Sets an own property as `JSON.parse` does: `__proto__` too, which an assignment would not. */
function setOwnProperty(object: Record<string, unknown>, key: string, value: unknown): void {
  if (key !== '__proto__') {
    object[key] = value;
    return;
  }
  Object.defineProperty(object, key, {
    value,
    enumerable: true,
    writable: true,
    configurable: true,
  });
}

type Container = unknown[] | Record<string, unknown>;

/**
 * What precedes the current position in a container: its bracket, a comma, or a nested container.
 */
type Last = 'start' | 'comma' | 'child';

type Frame = {
  readonly isList: boolean;
  readonly start: number;
  /** Offset of the first element that has not been parsed. */
  from: number;
  /** Offset of the current element. */
  element: number;
  /** Undefined unless the container is so large that it is built piece by piece. */
  value: Container | undefined;
  last: Last;
  /** Key of the child that is being built. */
  key: string;
};

/**
 * Parses a large JSON text in steps of about `batch` bytes. A scan finds brackets, commas and
 * strings; `JSON.parse` parses the elements between two commas.
 *
 * @param begin - Offset of the text in `bytes`.
 * @throws {SyntaxError} the text is not JSON, has a string of more than 4 MiB, or nests more than
 * 1,000 levels deep.
 */
export function* parseJsonInSteps(
  bytes: Buffer,
  begin: number,
  batch: number,
): Generator<undefined, unknown> {
  const decode = isAscii(bytes)
    ? (from: number, to: number) => bytes.toString('latin1', from, to)
    : (from: number, to: number) => bytes.toString('utf8', from, to);
  const parse = (from: number, to: number, opening: string, closing: string): unknown => {
    if (to - from > longestPiece) throw jsonSyntaxError('a string is too long');
    return JSON.parse(opening + decode(from, to) + closing);
  };

  const frames: Frame[] = [];
  /** Number of open containers, from the outermost, that are built piece by piece. */
  let built = 0;
  let result: unknown;
  let isOver = false;

  /** Parses the unparsed elements, up to `to`, of a container that is built piece by piece. */
  function flush(frame: Frame, to: number, isClosed: boolean): void {
    const { value, last, from, isList } = frame;
    if (last === 'child') {
      if (!isAllJsonWhitespace(bytes, from, to)) throw jsonSyntaxError('a comma is missing');
      return;
    }
    let isEmpty = true;
    if (isList) {
      const list = parse(from, to, '[', ']') as unknown[];
      for (const one of list) (value as unknown[]).push(one);
      isEmpty = list.length === 0;
    } else {
      const members = parse(from, to, '{', '}') as Record<string, unknown>;
      for (const key of Object.keys(members)) {
        setOwnProperty(value as Record<string, unknown>, key, members[key]);
        isEmpty = false;
      }
    }
    if (isEmpty && !(isClosed && last === 'start')) throw jsonSyntaxError('an element is missing');
  }

  /**
   * Switches all open containers to being built piece by piece, and adds the elements that they
   * have before offset `at`.
   */
  function buildAll(at: number): void {
    for (; built < frames.length; built += 1) {
      const frame = frames[built] as Frame;
      const parent = frames[built - 1];
      if (parent !== undefined) {
        if (parent.element > parent.from) {
          flush(parent, parent.element - 1, false);
          parent.last = 'comma';
        }
        if (!parent.isList) {
          const named = parse(parent.element, frame.start, '{', '[]}');
          const [key, ...others] = Object.keys(named as object);
          if (key === undefined || others.length > 0) throw jsonSyntaxError('a name is missing');
          parent.key = key;
        } else if (!isAllJsonWhitespace(bytes, parent.element, frame.start)) {
          throw jsonSyntaxError('a comma is missing');
        }
      }
      frame.value = frame.isList ? [] : {};
    }
    const top = frames[frames.length - 1] as Frame;
    flush(top, at, false);
    top.last = 'comma';
    top.from = at + 1;
  }

  function finish(frame: Frame, at: number): void {
    flush(frame, at, true);
    built -= 1;
    const parent = frames[frames.length - 1];
    if (parent === undefined) {
      result = frame.value;
      isOver = true;
      return;
    }
    if (parent.isList) (parent.value as unknown[]).push(frame.value);
    else setOwnProperty(parent.value as Record<string, unknown>, parent.key, frame.value);
    parent.last = 'child';
    parent.from = at + 1;
    parent.element = at + 1;
  }

  let at = begin;
  let pause = at + scanBytes;
  const { length } = bytes;
  for (; at < length; at += 1) {
    const byte = bytes[at];
    if (byte === quote) {
      at += 1;
      const end = Math.min(length, at + longestPiece);
      while (at < end && bytes[at] !== quote) at += bytes[at] === backslash ? 2 : 1;
      if (at >= end && end < length) throw jsonSyntaxError('a string is too long');
    } else if (byte === comma) {
      const top = frames[frames.length - 1];
      if (top === undefined) throw jsonSyntaxError('it has a comma outside');
      // A container is built piece by piece once its unparsed bytes exceed a batch.
      const from = (frames[built - 1] ?? top).from;
      const isBuilt = built === frames.length;
      if (isBuilt && top.last === 'child') {
        flush(top, at, false);
        top.last = 'comma';
        top.from = at + 1;
      } else if (at - from >= (isBuilt ? batch : 2 * batch)) {
        buildAll(at);
        yield;
      }
      top.element = at + 1;
    } else if (byte === openList || byte === openObject) {
      if (isOver) throw jsonSyntaxError('something follows the value');
      if (frames.length >= maxDepth) throw jsonSyntaxError('it nests too deeply');
      const top = frames[frames.length - 1];
      if (top?.last === 'child') throw jsonSyntaxError('a comma is missing');
      if (top === undefined && !isAllJsonWhitespace(bytes, begin, at))
        throw jsonSyntaxError('it has several values');
      const isList = byte === openList;
      const [from, element] = [at + 1, at + 1];
      const isRoot = top === undefined;
      const value = isRoot ? (isList ? [] : {}) : undefined;
      frames.push({ isList, start: at, from, element, value, last: 'start', key: '' });
      if (isRoot) built = 1;
    } else if (byte === closeList || byte === closeObject) {
      const top = frames.pop();
      if (top?.isList !== (byte === closeList)) throw jsonSyntaxError('its brackets do not match');
      if (top.value !== undefined) {
        finish(top, at);
        yield;
        if (isOver) break;
      }
    }
    if (at >= pause) {
      pause = at + scanBytes;
      yield;
    }
  }
  if (!isOver) {
    if (frames.length > 0) throw jsonSyntaxError('it ends too early');
    return parse(begin, length, '', '');
  }
  if (!isAllJsonWhitespace(bytes, at + 1, length))
    throw jsonSyntaxError('something follows the value');
  return result;
}
