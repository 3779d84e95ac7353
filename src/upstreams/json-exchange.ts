import type { Dispatcher } from 'undici';
import { UpstreamFailedError, UpstreamUnavailableError } from '../core/errors.ts';
import type { Begin } from './guard.ts';
import type { UpstreamAnswer } from './http-client.ts';
import { parseJson } from './parse-json.ts';

/** One question to an upstream, and how much of an answer it may give. */
export type JsonQuestion = {
  readonly method: 'GET' | 'POST';
  /** Path and query as sent. */
  readonly path: string;
  readonly body?: string;
  /** Name, value, name, value. */
  readonly headers: string[];
  /** The answer is refused beyond this many bytes, while it is read. */
  readonly maxBytes: number;
};

/**
 * Asks for JSON with a bare `dispatch`: the bytes are gathered as they come and parsed when the last
 * one is there, without the body stream of `pool.request` and an async loop over it. What it brought
 * is in the numbers of `guard.ts`.
 *
 * @param name - The upstream's name in messages.
 */
export function beginJsonExchange(
  pool: Dispatcher,
  name: string,
  question: JsonQuestion,
): Begin<UpstreamAnswer> {
  return (done, failed) => {
    const { method, path, body, headers, maxBytes } = question;
    let controller: Dispatcher.DispatchController | undefined;
    let givenUp: Error | undefined;
    let status = 0;
    let size = 0;
    const chunks: Buffer[] = [];
    pool.dispatch(
      { method, path, body: body ?? null, headers },
      {
        onRequestStart: (started) => {
          controller = started;
          if (givenUp) started.abort(givenUp);
        },
        onResponseStart: (_controller, code) => {
          if (code < 100) throw new RangeError('status below 100');
          status = code;
        },
        onResponseData: (started, chunk) => {
          size += chunk.length;
          if (size <= maxBytes) chunks.push(chunk);
          else started.abort(new UpstreamUnavailableError('an upstream answer is too large'));
        },
        onResponseEnd: () => {
          if (status >= 500) {
            return failed(new UpstreamFailedError(`the ${name} answered with an error`, status));
          }
          const bytes = chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks);
          let value: unknown;
          try {
            value = parseJson(bytes, status, name);
          } catch (error) {
            return failed(error);
          }
          done({ status, value, bytes: size });
        },
        onResponseError: (_controller, error) => failed(error),
      },
    );
    return (reason) => {
      givenUp = reason;
      controller?.abort(reason);
    };
  };
}
