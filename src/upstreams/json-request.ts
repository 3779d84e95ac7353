import { parseJsonInTurns } from '../lib/encoding/parse-json.ts';
import { RawJson } from '../lib/encoding/raw-json.ts';
import {
  UpstreamMismatchError,
  UpstreamServerError,
  UpstreamUnavailableError,
} from '../lib/errors.ts';
import { batchImmediate } from '../streaming/batch-immediate.ts';
import type { BodyCheck } from './checks/response-subject.ts';
import type { Http1Pool } from './http1/index.ts';
import type { StartAttempt } from './resilience.ts';
import type { UpstreamResponse } from './response.ts';
import { decodeUtf8, notJson, parseJsonBody, parseRetryAfter } from './response.ts';
import { toHeaderMap } from './stream-request.ts';

/** One question to an upstream, and how much of an answer it may give. */
export type JsonRequest = {
  readonly method: 'GET' | 'POST';
  /** Path and query as sent. */
  readonly path: string;
  readonly body?: string;
  /** Name, value, name, value. */
  readonly headers: readonly string[];
  /** The answer is refused beyond this many bytes, while it is read. */
  readonly maxBytes: number;
  /** Recognizes bodies of successes that need not be parsed: their value is a `RawJson`. */
  readonly keepRawIf?: ((body: Uint8Array) => boolean) | undefined;
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
 * (`docs/decisions/batch-immediate.md`). What it brought is in the numbers of `guard.ts`.
 */
export function startJsonRequest(
  { pool, name, distrust }: JsonSource,
  request: JsonRequest,
): StartAttempt<UpstreamResponse> {
  return (done, failed) => {
    const { maxBytes, keepRawIf, isAsked } = request;
    let status = 0;
    let retryAfter: number | undefined;
    let size = 0;
    let chunks: Buffer[] | undefined;
    let text: string | null = null;
    let kept: RawJson | undefined;
    let parsing: AbortController | undefined;

    const read = (body: Buffer): void => {
      text = decodeUtf8(body);
      if (text !== null && status < 300 && keepRawIf?.(body)) kept = new RawJson(text);
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
        failed(new UpstreamServerError(`the ${name} answered with an error`, status));
        return;
      }
      if (chunks && size > wholeBytes) {
        parsing = new AbortController();
        parseJsonInTurns(chunks, { signal: parsing.signal }).then(tell, (cause) => {
          if (status >= 400) tell(null);
          else failed(notJson(name, cause));
        });
        return;
      }
      let value: unknown;
      try {
        value = kept ?? (size === 0 ? null : parseJsonBody(text, status, name));
      } catch (error) {
        failed(error);
        return;
      }
      tell(value);
    };

    const exchange = pool.send(request, {
      onHead: (head) => {
        status = head.status;
        if (status === 429) retryAfter = parseRetryAfter(toHeaderMap(head)['retry-after']);
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
        batchImmediate(settle);
      },
      onError: failed,
    });
    return () => {
      exchange.abort();
      parsing?.abort();
    };
  };
}
