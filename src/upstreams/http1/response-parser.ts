import { type ChunkedDecoder, createChunkedDecoder } from './chunked-decoder.ts';
import type { HeadCache } from './head-cache.ts';
import { findHeadEnd, type ParsedHead, parseResponseHead } from './response-head.ts';
import { type Http1Request, MalformedResponseError, type ResponseHandler } from './types.ts';

/** Reads the answers of one connection, one after the other. */
export type ResponseParser = {
  /** Waits for the answer to a request that is sent now. */
  readonly expect: (method: Http1Request['method'], handler: ResponseHandler) => void;
  /** Nobody listens any more; may be called from within the handler. */
  readonly stop: () => void;
  /**
   * Takes what was read; `onHead` and `onData` of the handler are called from within.
   *
   * @returns The head of the answer when this was the end of it.
   * @throws {MalformedAnswerError} it is not an answer by the letter of HTTP/1.1.
   */
  readonly push: (bytes: Buffer, length: number) => ParsedResponse | undefined;
  /** Whether the answer is complete when the server closes. */
  readonly mayClose: () => boolean;
};

/** A whole answer was read. */
export type ParsedResponse = {
  readonly head: ParsedHead;
  /** Whether bytes follow that nobody asked for. */
  readonly hasMore: boolean;
};

/** What cannot be in a head; the first character was judged before, the last may go on. */
const impureBeginning = /[^\t\r\n\x20-\x7e\x80-\xff]|\r(?=[^\n])|(?<!\r|^)\n/;

/**
 * @param maxHeadBytes - For the head with the informational ones before it.
 * @param knownHeads - Those that need not be parsed again.
 */
export function createResponseParser(maxHeadBytes: number, knownHeads?: HeadCache): ResponseParser {
  let method: Http1Request['method'] = 'GET';
  let handler: ResponseHandler | undefined;
  let head: ParsedHead | undefined;
  /** A head as far as it has come. */
  let begun = '';
  /** Bytes of informational heads. */
  let spent = 0;
  /** Of a measured body. */
  let left = 0;
  let chunks: ChunkedDecoder | undefined;

  /** What a head may still grow by. */
  const room = (): number => maxHeadBytes - spent - begun.length;

  /** Keeps the beginning of a head, and refuses what cannot become one. */
  function keep(text: string): void {
    const fresh = text.slice(Math.max(0, begun.length - 1));
    const isHttp = 'HTTP/1.'.startsWith(text.slice(0, 7));
    if (!isHttp || text.length + spent > maxHeadBytes || impureBeginning.test(fresh)) {
      throw new MalformedResponseError('a head is none, or too large');
    }
    begun = text;
  }

  /** Reads one head; the position behind it, or -1 when it goes on. */
  function readHead(bytes: Buffer, from: number, to: number): number {
    const longest = Math.min(to, from + room() + 1);
    if (begun !== '') return readRestOfHead(bytes, from, longest);
    const end = findHeadEnd(bytes, from, longest);
    if (end < 0) {
      keep(bytes.toString('latin1', from, longest));
      return -1;
    }
    checkSize(end - from);
    startAnswer(parseHead(bytes, from, end), end - from);
    return end;
  }

  /** Goes on with a head that came in pieces. */
  function readRestOfHead(bytes: Buffer, from: number, to: number): number {
    const text = begun + bytes.toString('latin1', from, to);
    const end = text.indexOf('\r\n\r\n', Math.max(0, begun.length - 3));
    if (end < 0) {
      keep(text);
      return -1;
    }
    const size = end + 4;
    checkSize(size);
    const after = from + size - begun.length;
    begun = '';
    startAnswer(parseResponseHead(text.slice(0, end + 2), method), size);
    return after;
  }

  function checkSize(size: number): void {
    if (size + spent > maxHeadBytes) throw new MalformedResponseError('a head is too large');
  }

  /** Parses a head that is there as a whole, unless it is known. */
  function parseHead(bytes: Buffer, from: number, end: number): ParsedHead {
    // What measures the body of a HEAD is another thing.
    const known = from === 0 && method !== 'HEAD' ? knownHeads : undefined;
    const before = known?.get(bytes, end);
    if (before !== undefined) return before;
    const parsed = parseResponseHead(bytes.toString('latin1', from, end - 2), method);
    known?.set(bytes, end, parsed);
    return parsed;
  }

  function startAnswer(parsed: ParsedHead, size: number): void {
    if (parsed.status < 200) {
      // Nobody asked to continue or to switch: whoever says so answers another request.
      if (parsed.status < 102 || !parsed.persists) {
        throw new MalformedResponseError('an answer to what was not asked');
      }
      spent += size;
      return;
    }
    head = parsed;
    const { framing } = parsed;
    left = framing.kind === 'measured' ? framing.length : 0;
    chunks =
      framing.kind === 'chunked'
        ? createChunkedDecoder({ maxExtraBytes: maxHeadBytes, emit: (chunk) => tell(chunk, false) })
        : undefined;
    handler?.onHead(parsed);
  }

  function tell(chunk: Buffer, isLast: boolean): boolean {
    handler?.onData(chunk, isLast);
    return handler !== undefined;
  }

  /** Reads of the body what is there; the position behind it. */
  function readBody(kind: ParsedHead['framing']['kind'], bytes: Buffer, span: Span): number {
    const { from, to } = span;
    if (kind === 'chunked') return chunks?.push(bytes, from, to) ?? to;
    const end = kind === 'measured' ? Math.min(to, from + left) : kind === 'none' ? from : to;
    if (kind === 'measured') left -= end - from;
    if (end > from) tell(bytes.subarray(from, end), kind === 'measured' && left === 0);
    return end;
  }

  const isComplete = (kind: ParsedHead['framing']['kind']): boolean =>
    kind === 'none' || (kind === 'measured' && left === 0) || chunks?.isOver() === true;

  return {
    expect: (asked, listening) => {
      method = asked;
      handler = listening;
      head = undefined;
      begun = '';
      spent = 0;
    },
    stop: () => {
      handler = undefined;
    },
    push: (bytes, length) => {
      let at = 0;
      while (head === undefined) {
        if (at === length) return undefined;
        at = readHead(bytes, at, length);
        if (at < 0 || handler === undefined) return undefined;
      }
      const { kind } = head.framing;
      at = readBody(kind, bytes, { from: at, to: length });
      if (handler === undefined || !isComplete(kind)) return undefined;
      return { head, hasMore: at < length };
    },
    mayClose: () => head?.framing.kind === 'until-close',
  };
}

type Span = { readonly from: number; readonly to: number };
