import { UpstreamFailedError, UpstreamUnavailableError } from '../core/errors.ts';
import { atTurnEnd } from '../core/events/turn-end.ts';
import { JsonText } from '../core/text/json-text.ts';
import type { UpstreamAnswer } from './answer.ts';
import { parseJson, readRetryAfter, textOf } from './answer.ts';
import type { Begin } from './guard.ts';
import type { Http1Pool } from './http1/index.ts';
import { headersByName } from './open-stream.ts';

/** One question to an upstream, and how much of an answer it may give. */
export type JsonQuestion = {
  readonly method: 'GET' | 'POST';
  /** Path and query as sent. */
  readonly path: string;
  readonly body?: string;
  /** Name, value, name, value. */
  readonly headers: readonly string[];
  /** The answer is refused beyond this many bytes, while it is read. */
  readonly maxBytes: number;
  /** Recognizes bodies of successes that need not be parsed: their value is a `JsonText`. */
  readonly keepsText?: ((body: Uint8Array) => boolean) | undefined;
};

/**
 * Asks for JSON: the bytes are gathered as they come, without a body stream and an async loop over
 * it. An answer that comes in one piece, as short ones do, becomes a text where it was read to. It is
 * parsed, and who waits for it is told, when all that came with this turn has been read
 * (`docs/decisions/end-of-turn.md`). What it brought is in the numbers of `guard.ts`.
 *
 * @param name - The upstream's name in messages.
 */
export function beginJsonExchange(
  pool: Http1Pool,
  name: string,
  question: JsonQuestion,
): Begin<UpstreamAnswer> {
  return (done, failed) => {
    const { maxBytes, keepsText } = question;
    let status = 0;
    let retryAfter: number | undefined;
    let size = 0;
    let chunks: Buffer[] | undefined;
    let text: string | null = null;
    let kept: JsonText | undefined;

    const read = (body: Buffer): void => {
      text = textOf(body);
      if (text !== null && status < 300 && keepsText?.(body)) kept = new JsonText(text);
    };

    const settle = (): void => {
      if (status >= 500) {
        failed(new UpstreamFailedError(`the ${name} answered with an error`, status));
        return;
      }
      let value: unknown;
      try {
        value = kept ?? (size === 0 ? null : parseJson(text, status, name));
      } catch (error) {
        failed(error);
        return;
      }
      done(
        retryAfter === undefined
          ? { status, value, bytes: size }
          : { status, value, bytes: size, retryAfter },
      );
    };

    const exchange = pool.send(question, {
      onHead: (head) => {
        status = head.status;
        if (status === 429) retryAfter = readRetryAfter(headersByName(head)['retry-after']);
      },
      onData: (chunk, isLast) => {
        size += chunk.length;
        if (size > maxBytes) {
          exchange.abort();
          failed(new UpstreamUnavailableError('an upstream answer is too large'));
        } else if (isLast && chunks === undefined) {
          read(chunk);
        } else {
          chunks ??= [];
          chunks.push(Buffer.from(chunk));
        }
      },
      onEnd: () => {
        if (chunks) read(Buffer.concat(chunks, size));
        atTurnEnd(settle);
      },
      onError: failed,
    });
    return exchange.abort;
  };
}
