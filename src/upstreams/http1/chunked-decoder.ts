import { checkTrailers } from './response-head.ts';
import { MalformedResponseError } from './types.ts';

/** Reads a chunked body piece by piece (RFC 9112 7.1). */
export type ChunkedDecoder = {
  /**
   * Takes bytes up to `to`, or less when the body ends before or `emit` says that nobody listens.
   *
   * @returns The position behind what was taken.
   * @throws {MalformedAnswerError} the bytes are no chunked body.
   */
  readonly push: (bytes: Buffer, from: number, to: number) => number;
  readonly isOver: () => boolean;
};

/** The longest line of a size with its extensions, bytes. */
const maxSizeLine = 256;
/** The beginning of a size line, as far as it has come: up to 2^52. */
const sizeBegins = /^[\da-f]{1,13}(?:[;\r]|$)/i;
/** A whole one; extensions are names and values without blanks, and mean nothing to us. */
const sizeLine = /^([\da-f]{1,13})((?:;[\w!#$%&'*+.^`|~-]+(?:=[\w!#$%&'*+.^`|~-]+)?)*)\r\n$/i;

/**
 * @param options.maxExtraBytes - For all extensions and the trailer section each.
 * @param options.emit - Gets the data as views of the bytes; false ends the reading.
 */
export function createChunkedDecoder(options: {
  readonly maxExtraBytes: number;
  readonly emit: (chunk: Buffer) => boolean;
}): ChunkedDecoder {
  const { maxExtraBytes, emit } = options;
  let part: 'size' | 'data' | 'end of data' | 'trailers' | 'over' = 'size';
  /** A line as far as it has come. */
  let line = '';
  let left = 0;
  let extensions = 0;
  let trailers = '';

  const maxLine = (): number =>
    part === 'trailers' ? maxExtraBytes - trailers.length : part === 'size' ? maxSizeLine : 2;

  /** What can be wrong before a line has come in full. */
  function checkBeginning(): void {
    const isPossible =
      part === 'size'
        ? sizeBegins.test(line)
        : part === 'end of data'
          ? '\r\n'.startsWith(line)
          : true;
    if (!isPossible || line.length >= maxLine()) {
      throw new MalformedResponseError('a chunk is malformed');
    }
  }

  function takeLine(): void {
    if (part === 'size') {
      const size = sizeLine.exec(line);
      if (size === null) throw new MalformedResponseError('the size of a chunk is none');
      extensions += size[2]?.length ?? 0;
      if (extensions > maxExtraBytes) throw new MalformedResponseError('too many chunk extensions');
      left = Number.parseInt(size[1] ?? '', 16);
      part = left === 0 ? 'trailers' : 'data';
    } else if (part === 'end of data') {
      if (line !== '\r\n') throw new MalformedResponseError('a chunk is longer than its size');
      part = 'size';
    } else if (line === '\r\n') {
      checkTrailers(trailers);
      part = 'over';
    } else {
      trailers += line;
      if (trailers.length >= maxExtraBytes) throw new MalformedResponseError('too many trailers');
    }
    line = '';
  }

  /** Takes one line, or what there is of it. */
  function readLine(bytes: Buffer, from: number, to: number): number {
    const limit = Math.min(to, from + Math.max(1, maxLine() - line.length));
    const feed = bytes.subarray(from, limit).indexOf(0x0a);
    const end = feed < 0 ? limit : from + feed + 1;
    line += bytes.toString('latin1', from, end);
    if (feed < 0) checkBeginning();
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
