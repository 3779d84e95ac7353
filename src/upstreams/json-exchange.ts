import {
  UpstreamFailedError,
  UpstreamMismatchError,
  UpstreamUnavailableError,
} from '../core/errors.ts';
import { atTurnEnd } from '../core/events/turn-end.ts';
import { JsonText } from '../core/text/json-text.ts';
import { parseJsonInSlices } from '../core/text/parse-json.ts';
import type { UpstreamAnswer } from './answer.ts';
import { notJson, parseJson, readRetryAfter, textOf } from './answer.ts';
import type { BodyCheck } from './checks/asked-for.ts';
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
  /** False for the parsed body of a success that responds to another request. */
  readonly isAsked?: BodyCheck | undefined;
};

/** Who is asked. */
export type JsonSource = {
  readonly pool: Http1Pool;
  /** The upstream's name in messages. */
  readonly name: string;
  /** Hears that a response belonged to another request. */
  readonly distrust: () => void;
};

/** A larger body is parsed in slices, whatever could be done with its text. */
const wholeBytes = 1024 * 1024;

/**
 * Asks for JSON: the bytes are gathered as they come, without a body stream and an async loop over
 * it. An answer that comes in one piece, as short ones do, becomes a text where it was read to. It is
 * parsed, and who waits for it is told, when all that came with this turn has been read
 * (`docs/decisions/end-of-turn.md`). What it brought is in the numbers of `guard.ts`.
 */
export function beginJsonExchange(
  { pool, name, distrust }: JsonSource,
  question: JsonQuestion,
): Begin<UpstreamAnswer> {
  return (done, failed) => {
    const { maxBytes, keepsText, isAsked } = question;
    let status = 0;
    let retryAfter: number | undefined;
    let size = 0;
    let chunks: Buffer[] | undefined;
    let text: string | null = null;
    let kept: JsonText | undefined;
    let parsing: AbortController | undefined;

    const read = (body: Buffer): void => {
      text = textOf(body);
      if (text !== null && status < 300 && keepsText?.(body)) kept = new JsonText(text);
    };

    const tell = (value: unknown): void => {
      if (isAsked && kept === undefined && status < 300 && !isAsked(value)) {
        distrust();
        failed(new UpstreamMismatchError(`the ${name} responded to another request`));
        return;
      }
      done(
        retryAfter === undefined
          ? { status, value, bytes: size }
          : { status, value, bytes: size, retryAfter },
      );
    };

    const settle = (): void => {
      if (status >= 500) {
        failed(new UpstreamFailedError(`the ${name} answered with an error`, status));
        return;
      }
      if (chunks && size > wholeBytes) {
        parsing = new AbortController();
        parseJsonInSlices(chunks, { signal: parsing.signal }).then(tell, (cause) => {
          if (status >= 400) tell(null);
          else failed(notJson(name, cause));
        });
        return;
      }
      let value: unknown;
      try {
        value = kept ?? (size === 0 ? null : parseJson(text, status, name));
      } catch (error) {
        failed(error);
        return;
      }
      tell(value);
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
        if (chunks && size <= wholeBytes) read(Buffer.concat(chunks, size));
        atTurnEnd(settle);
      },
      onError: failed,
    });
    return () => {
      exchange.abort();
      parsing?.abort();
    };
  };
}
