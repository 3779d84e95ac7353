import { checkTrailers } from './response-head.ts';
import { MalformedHttpResponseError } from './types.ts';

/** Decodes a chunked body incrementally (RFC 9112 §7.1). */
export type ChunkedDecoder = {
  /**
   * Decodes from `from` to `to`; stops earlier at the end of the body, or when `emit` returns
   * false.
   *
   * @returns the position after the last byte used.
   * @throws {MalformedHttpResponseError} the bytes are not a valid chunked body.
   */
  readonly push: (bytes: Buffer, from: number, to: number) => number;
  readonly isOver: () => boolean;
};

/** Maximum length of a chunk size line with its extensions, bytes. */
const maxSizeLine = 256;
/** The start of a chunk size line; sizes have at most 13 hex digits, below 2^52. */
const sizeLineStart = /^[\da-f]{1,13}(?:[;\r]|$)/i;
/** A complete chunk size line; its extensions, tokens or quoted strings, are ignored. */
const sizeLine =
  /^([\da-f]{1,13})((?:;[\w!#$%&'*+.^`|~-]+(?:=(?:[\w!#$%&'*+.^`|~-]+|"(?:[\t\x20\x21\x23-\x5b\x5d-\x7e\x80-\xff]|\\[\t\x20-\x7e\x80-\xff])*"))?)*)\r\n$/i;

/**
 * Creates a decoder for one body.
 *
 * @param options.maxExtraBytes - Limit for all chunk extensions, and for the trailer section.
 * @param options.emit - Receives the data as views of the input; returns false to stop decoding.
 */
export function createChunkedDecoder(options: {
  readonly maxExtraBytes: number;
  readonly emit: (chunk: Buffer) => boolean;
}): ChunkedDecoder {
  const { maxExtraBytes, emit } = options;
  let part: 'size' | 'data' | 'end of data' | 'trailers' | 'over' = 'size';
  /** The received bytes of an incomplete line. */
  let line = '';
  let left = 0;
  let extensions = 0;
  let trailers = '';

  const maxLine = (): number =>
    part === 'trailers' ? maxExtraBytes - trailers.length : part === 'size' ? maxSizeLine : 2;

  function checkPartialLine(): void {
    const isPossible =
      part === 'size'
        ? sizeLineStart.test(line)
        : part === 'end of data'
          ? '\r\n'.startsWith(line)
          : true;
    if (!isPossible || line.length >= maxLine()) {
      throw new MalformedHttpResponseError('a chunk is malformed');
    }
  }

  function takeLine(): void {
    if (part === 'size') {
      const size = sizeLine.exec(line);
      if (size === null) throw new MalformedHttpResponseError('a chunk size is malformed');
      extensions += size[2]?.length ?? 0;
      if (extensions > maxExtraBytes)
        throw new MalformedHttpResponseError('too many chunk extensions');
      left = Number.parseInt(size[1] ?? '', 16);
      part = left === 0 ? 'trailers' : 'data';
    } else if (part === 'end of data') {
      if (line !== '\r\n') throw new MalformedHttpResponseError('a chunk is longer than its size');
      part = 'size';
    } else if (line === '\r\n') {
      checkTrailers(trailers);
      part = 'over';
    } else {
      trailers += line;
      if (trailers.length >= maxExtraBytes)
        throw new MalformedHttpResponseError('too many trailers');
    }
    line = '';
  }

  /** Reads one line or the available part of it. Returns the position after it. */
  function readLine(bytes: Buffer, from: number, to: number): number {
    const limit = Math.min(to, from + Math.max(1, maxLine() - line.length));
    const feed = bytes.subarray(from, limit).indexOf(0x0a);
    const end = feed < 0 ? limit : from + feed + 1;
    line += bytes.toString('latin1', from, end);
    if (feed < 0) checkPartialLine();
    else takeLine();
    return end;
  }

  return {
    isOver: () => part === 'over',
    push: (bytes, from, to) => {
      let at = from;
      while (at < to && part !== 'over') {
        if (part !== 'data') {
          at = readLine(bytes, at, to);
          continue;
        }
        const end = Math.min(to, at + left);
        left -= end - at;
        if (left === 0) part = 'end of data';
        const chunk = bytes.subarray(at, end);
        at = end;
        if (!emit(chunk)) break;
      }
      return at;
    },
  };
}
