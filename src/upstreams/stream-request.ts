import { Readable } from 'node:stream';
import type { Http1Pool, Http1Request, RequestHandle, ResponseHead } from './http1/index.ts';
import type { StartAttempt } from './resilience.ts';

/** The head of an answer, and its body to be read as it comes. */
export type StreamResponse = {
  readonly status: number;
  /** By name in lower case; of a repeated line the first. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** The upstream waits while nobody reads, and is left when this is destroyed. */
  readonly body: Readable;
};

/** Asks for an answer whose body is read as a stream. */
export function startStreamRequest(
  pool: Http1Pool,
  request: Http1Request,
): StartAttempt<StreamResponse> {
  return (done, failed) => {
    let body: Readable | undefined;
    const exchange = pool.send(request, {
      onHead: (head) => {
        body = createBody(exchange);
        done({ status: head.status, headers: toHeaderMap(head), body });
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

/** Ends a stream with a signal, for as long as it is open. */
export function abortStreamOn(stream: StreamResponse, signal: AbortSignal): StreamResponse {
  const leave = (): void => void stream.body.destroy(signal.reason);
  if (signal.aborted) leave();
  signal.addEventListener('abort', leave, { once: true });
  stream.body.once('close', () => signal.removeEventListener('abort', leave));
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
  // Who reads is told by the iteration; who has stopped reading need not hear of it.
  return body.on('error', () => {});
}

/** The lines of a head by name in lower case; of a repeated line the first. */
export function toHeaderMap({ headers }: ResponseHead): StreamResponse['headers'] {
  const byName: Record<string, string> = Object.create(null);
  for (let index = 0; index + 1 < headers.length; index += 2) {
    byName[(headers[index] ?? '').toLowerCase()] ??= headers[index + 1] ?? '';
  }
  return byName;
}
