import { type ChunkedDecoder, createChunkedDecoder } from './chunked-decoder.ts';
import { type ParsedResponseHead, parseResponseHead } from './response-head.ts';
import { type Http1Request, MalformedHttpResponseError, type ResponseHandler } from './types.ts';

/** A complete response. */
export type CompletedResponse = {
  readonly head: ParsedResponseHead;
  /** Whether unrequested bytes follow the response. */
  readonly hasMore: boolean;
};

/** The end of the last line and the blank line after a head. */
const headEnd = Buffer.from('\r\n\r\n');
/** Matches bytes that an incomplete head must not contain; a CR at the end may still get its LF. */
const forbiddenInPartialHead = /[^\t\r\n\x20-\x7e\x80-\xff]|\r(?=[^\n])|(?<!\r|^)\n/;

/**
 * Creates what parses the bytes of one connection into responses, one after the other.
 *
 * @param maxHeadBytes - Limit for a head together with the informational (1xx) heads before it.
 * @param parseHead - `parseResponseHead`, or one with a cache that connections share.
 */
export function createResponseParser(maxHeadBytes: number, parseHead = parseResponseHead) {
  let method: Http1Request['method'] = 'GET';
  let handler: ResponseHandler | undefined;
  let head: ParsedResponseHead | undefined;
  let partialHead = '';
  let informationalBytes = 0;
  let remainingBytes = 0;
  let chunks: ChunkedDecoder | undefined;

  const remainingHeadBytes = (): number => maxHeadBytes - informationalBytes - partialHead.length;

  function storePartialHead(text: string): void {
    const fresh = text.slice(Math.max(0, partialHead.length - 1));
    const isHttp = 'HTTP/1.'.startsWith(text.slice(0, 7));
    if (
      !isHttp ||
      text.length + informationalBytes > maxHeadBytes ||
      forbiddenInPartialHead.test(fresh)
    ) {
      throw new MalformedHttpResponseError('a response head is malformed or too large');
    }
    partialHead = text;
  }

  function readHead(bytes: Buffer, from: number, to: number): number {
    const longest = Math.min(to, from + remainingHeadBytes() + 1);
    if (partialHead !== '') return readRestOfHead(bytes, from, longest);
    const found = bytes.indexOf(headEnd, from);
    const end = found + headEnd.length;
    // What follows `to` in the buffer are bytes of an earlier read.
    if (found < 0 || end > longest) {
      storePartialHead(bytes.toString('latin1', from, longest));
      return -1;
    }
    startResponse(bytes.toString('latin1', from, end - 2), end - from);
    return end;
  }

  function readRestOfHead(bytes: Buffer, from: number, to: number): number {
    const text = partialHead + bytes.toString('latin1', from, to);
    const end = text.indexOf('\r\n\r\n', Math.max(0, partialHead.length - 3));
    if (end < 0) {
      storePartialHead(text);
      return -1;
    }
    const size = end + headEnd.length;
    const after = from + size - partialHead.length;
    partialHead = '';
    startResponse(text.slice(0, size - 2), size);
    return after;
  }

  /** @param lines - The head without its blank line; `size` includes it. */
  function startResponse(lines: string, size: number): void {
    if (size + informationalBytes > maxHeadBytes)
      throw new MalformedHttpResponseError('a head is too large');
    const parsed = parseHead(lines, method);
    if (parsed.status < 200) {
      // No request asks for 101 Switching Protocols. Other interim responses are skipped, also
      // those that were not asked for (RFC 9110 §15.2).
      if (parsed.status === 101 || !parsed.persists) {
        throw new MalformedHttpResponseError('a response without a request');
      }
      informationalBytes += size;
      return;
    }
    head = parsed;
    const { bodyLength } = parsed;
    remainingBytes = bodyLength === 'chunked' ? 0 : bodyLength;
    chunks =
      bodyLength === 'chunked'
        ? createChunkedDecoder({
            maxExtraBytes: maxHeadBytes,
            emit: (chunk) => emitData(chunk, false),
          })
        : undefined;
    handler?.onHead(parsed);
  }

  function emitData(chunk: Buffer, isLast: boolean): boolean {
    handler?.onData(chunk, isLast);
    return handler !== undefined;
  }

  function readBody(bytes: Buffer, from: number, to: number): number {
    if (chunks) return chunks.push(bytes, from, to);
    const end = Math.min(to, from + remainingBytes);
    remainingBytes -= end - from;
    if (end > from) emitData(bytes.subarray(from, end), remainingBytes === 0);
    return end;
  }

  return {
    /** Prepares for the response to the next request, which is passed to `responseHandler`. */
    expect: (requestMethod: Http1Request['method'], responseHandler: ResponseHandler): void => {
      method = requestMethod;
      handler = responseHandler;
      head = undefined;
      partialHead = '';
      informationalBytes = 0;
    },
    /** Stops calling the handler; may be called from within the handler. */
    stop: (): void => {
      handler = undefined;
    },
    /**
     * Parses bytes from a socket and calls the handler's `onHead` and `onData` synchronously.
     *
     * @returns the response head once the response is complete; undefined before.
     * @throws {MalformedHttpResponseError} the bytes are not a valid HTTP/1.1 response.
     */
    push: (bytes: Buffer, length: number): CompletedResponse | undefined => {
      let at = 0;
      while (head === undefined) {
        if (at === length) return undefined;
        at = readHead(bytes, at, length);
        if (at < 0 || handler === undefined) return undefined;
      }
      at = readBody(bytes, at, length);
      const isComplete = chunks ? chunks.isOver() : remainingBytes === 0;
      return isComplete && handler !== undefined ? { head, hasMore: at < length } : undefined;
    },
    /** Whether the response is complete if the server closes the connection now. */
    isCompleteOnClose: () => head?.bodyLength === Infinity,
  };
}
