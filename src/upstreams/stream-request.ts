import { Readable } from 'node:stream';
import type { Http1Pool, Http1Request, RequestHandle, ResponseHead } from '@dtf-graph/http1-client';
import { decodeContentStream, isContentEncoded } from './content-decoding.ts';
import type { StartUpstreamAttempt } from './resilience.ts';

/** An upstream response whose body is read as a stream, which the signal of the call ends. */
export type UpstreamStream = {
  readonly status: number;
  /** By lower-case name; only the first of a repeated header. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** A slow reader slows the upstream down. Destroying the stream aborts the request. */
  readonly body: Readable;
};

/**
 * Returns a function that sends the request once and passes on the response when its head arrives.
 */
export function createStreamRequestAttempt(
  pool: Http1Pool,
  request: Http1Request,
): StartUpstreamAttempt<UpstreamStream> {
  return (done, failed) => {
    let body: Readable | undefined;
    const exchange = pool.send(request, {
      onHead: (head) => {
        const { status, contentEncoding } = head;
        const received = createBody(exchange);
        body = received;
        try {
          const decoded = isContentEncoded(contentEncoding)
            ? decodeContentStream(received, contentEncoding)
            : received;
          done({ status, headers: toHeaderMap(head), body: decoded }, status);
        } catch (error) {
          received.destroy();
          failed(error);
        }
      },
      onData: (chunk) => {
        if (body?.push(Buffer.from(chunk)) === false) exchange.pause();
      },
      onEnd: () => void body?.push(null),
      onError: (error) => {
        if (body) body.destroy(error);
        else failed(error);
      },
    });
    return exchange.abort;
  };
}

/** Makes the signal destroy the body of a response. Returns the same response. */
export function abortStreamOn(stream: UpstreamStream, signal: AbortSignal): UpstreamStream {
  const destroyBody = (): void => void stream.body.destroy(signal.reason);
  if (signal.aborted) destroyBody();
  signal.addEventListener('abort', destroyBody, { once: true });
  stream.body.once('close', () => signal.removeEventListener('abort', destroyBody));
  return stream;
}

function createBody(exchange: RequestHandle): Readable {
  const body = new Readable({
    read: exchange.resume,
    destroy: (error, done) => {
      exchange.abort();
      done(error);
    },
  });
  // Readers get the error from iteration. Without this listener a later error would be uncaught.
  return body.on('error', () => {});
}

/** Returns the headers of a response by lower-case name; of a repeated header the first. */
export function toHeaderMap({ headers }: ResponseHead): UpstreamStream['headers'] {
  const byName: Record<string, string> = Object.create(null);
  for (let index = 0; index + 1 < headers.length; index += 2) {
    byName[(headers[index] ?? '').toLowerCase()] ??= headers[index + 1] ?? '';
  }
  return byName;
}
