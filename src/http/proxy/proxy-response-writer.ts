import type { ServerResponse } from 'node:http';
import { abortResponse } from '../connections/abort-response.ts';
import { copyToPooledBuffer, type PooledBuffer } from './buffer-pool.ts';
import type { ForwardedResponseHead } from './proxy-headers.ts';

/**
 * Defers a callback until the current read from the upstream is parsed, cheaper than `nextTick`.
 */
const now = Promise.resolve();

/** Head and body are sent as one string if the body has at most this many bytes. */
const joined = 16 * 1024;

/**
 * Creates what writes an upstream response, which arrives in chunks, to a client. Head and body are
 * sent as one latin1 string if both arrive in one upstream read, which costs less CPU than a
 * `writev`.
 *
 * @param pace - Callbacks that pause and resume the source of the response at the client's pace.
 */
export function createProxyResponseWriter(
  res: ServerResponse,
  pace: { readonly onFull: () => void; readonly onDrain: () => void },
) {
  let head: ForwardedResponseHead | undefined;
  let first: string | PooledBuffer | undefined;
  let isFull = false;

  /** Takes the head and first chunk that are not written yet. */
  const take = () => {
    const held = { head, first };
    head = undefined;
    first = undefined;
    return held;
  };
  const writeHead = ({ status, reason, headers }: ForwardedResponseHead): void => {
    res.writeHead(status, reason, headers);
  };
  const send = (chunk: string | PooledBuffer): void => {
    const isTaken =
      typeof chunk === 'string'
        ? res.write(chunk, 'latin1')
        : res.write(chunk.bytes, chunk.release);
    if (isTaken || isFull) return;
    isFull = true;
    res.once('drain', () => {
      isFull = false;
      pace.onDrain();
    });
    pace.onFull();
  };
  const flush = (): void => {
    if (head === undefined || res.destroyed) return;
    writeHead(head);
    const { first: chunk } = take();
    if (chunk === undefined) res.flushHeaders();
    else send(chunk);
  };

  return {
    start: (given: ForwardedResponseHead): void => {
      head = given;
      void now.then(flush);
    },
    /** @param chunk - May be overwritten after the call returns. */
    write: (chunk: Buffer): void => {
      if (head !== undefined && first === undefined) {
        first = chunk.length > joined ? copyToPooledBuffer(chunk) : chunk.toString('latin1');
        return;
      }
      flush();
      send(copyToPooledBuffer(chunk));
    },
    end: (): void => {
      const { head: given, first: body } = take();
      if (given !== undefined) writeHead(given);
      if (body === undefined) res.end();
      else if (typeof body === 'string') res.end(body, 'latin1');
      else res.end(body.bytes, body.release);
    },
    /** Destroys the connection, so that the client detects an incomplete response. */
    abort: (): void => {
      if (head === undefined || res.destroyed) {
        abortResponse(res);
        return;
      }
      // Node corks writes until the next tick.
      flush();
      process.nextTick(() => abortResponse(res));
    },
  };
}
