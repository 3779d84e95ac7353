import { isAscii } from 'node:buffer';
import type { Http1Pool } from '@dtf-graph/http1-client';
import type { SizedValue } from '../cache/cache-read-types.ts';
import { parseJsonYielding } from '../lib/encoding/parse-json-yielding.ts';
import { RawJson } from '../lib/encoding/raw-json.ts';
import {
  MisroutedResponseError,
  UpstreamServerError,
  UpstreamUnavailableError,
} from '../lib/errors.ts';
import type { DroppedRow } from '../lib/parse-rows.ts';
import { setBatchedImmediate } from '../streaming/batch-immediate.ts';
import type { IsPublicMessage } from './checks/public-messages.ts';
import type { BodyMatchesRequest } from './checks/requested-resource.ts';
import { decodeContent, isContentEncoded } from './content-decoding.ts';
import type { StartUpstreamAttempt } from './resilience.ts';
import { toHeaderMap } from './stream-request.ts';

/** A response. `value`: parsed JSON, null if empty, or a `RawJson`; `bytes`: size of the body. */
export type UpstreamJsonResponse = SizedValue<unknown> & {
  readonly status: number;
  /** Seconds after which to retry, from a 429. */
  readonly retryAfter?: number | undefined;
  /** The body; undefined for a large one. */
  readonly text?: string | undefined;
  /** Counts a row of a list that was left out of what is served. */
  readonly onDroppedRow?: (row: DroppedRow) => void;
  /** Whether clients may see an error message of the upstream; without it they see none. */
  readonly isPublicMessage?: IsPublicMessage | undefined;
};

/** A request whose response is JSON, and the limits of that response. */
type JsonRequest = {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: string;
  readonly headers: readonly string[];
  /** Maximum size of the response body; reading stops with an error beyond it. */
  readonly maxBytes: number;
  /** Returns whether the body of a successful response is returned unparsed, as `RawJson`. */
  readonly keepRawIf?: ((body: Uint8Array) => boolean) | undefined;
  /** Returns false if the parsed body of a successful response belongs to another request. */
  readonly belongsToRequest?: BodyMatchesRequest | undefined;
};

/** The upstream that a JSON request is sent to. */
type JsonUpstream = {
  readonly pool: Http1Pool;
  readonly name: string;
  readonly onDroppedRow: (row: DroppedRow) => void;
  readonly isPublicMessage: IsPublicMessage | undefined;
};

/** Larger bodies, in bytes, are parsed over several turns of the event loop and never kept raw. */
const wholeBytes = 1024 * 1024;

/**
 * Returns a function that sends the request once and passes on its response with parsed body.
 * Parsing waits until all data that was read in this turn of the event loop has been handled
 * (`docs/decisions/batch-immediate.md`).
 */
export function createJsonRequestAttempt(
  { pool, name, onDroppedRow, isPublicMessage }: JsonUpstream,
  request: JsonRequest,
): StartUpstreamAttempt<UpstreamJsonResponse> {
  return (done, failed) => {
    const { maxBytes, keepRawIf, belongsToRequest } = request;
    let status = 0;
    let coding = '';
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

    const deliver = (value: unknown): void => {
      if (belongsToRequest && kept === undefined && status < 300 && !belongsToRequest(value)) {
        failed(new MisroutedResponseError(`the ${name} responded to another request`));
        return;
      }
      done(
        {
          ...{ status, value, bytes: size, retryAfter },
          ...{ text: text ?? undefined, onDroppedRow, isPublicMessage },
        },
        status,
      );
    };

    const settle = (): void => {
      if (status >= 500) {
        failed(new UpstreamServerError(`the ${name} answered with an error`, status));
        return;
      }
      if (chunks && size > wholeBytes) {
        parsing = new AbortController();
        parseJsonYielding(chunks, { signal: parsing.signal }).then(deliver, (cause) => {
          if (status >= 400) deliver(null);
          else failed(notJsonError(name, cause));
        });
        return;
      }
      let value: unknown;
      try {
        value = kept ?? (size === 0 ? null : parseUpstreamJson(text, status, name));
      } catch (error) {
        failed(error);
        return;
      }
      deliver(value);
    };

    const exchange = pool.send(request, {
      onHead: (head) => {
        status = head.status;
        coding = head.contentEncoding;
        if (status === 429) retryAfter = parseRetryAfterSeconds(toHeaderMap(head)['retry-after']);
      },
      onData: (chunk, isLast) => {
        size += chunk.length;
        if (size > maxBytes) {
          exchange.abort();
          failed(new UpstreamUnavailableError('an upstream response is too large'));
        } else if (isLast && chunks === undefined && !isContentEncoded(coding)) {
          read(chunk);
        } else {
          chunks ??= [];
          chunks.push(Buffer.from(chunk));
        }
      },
      onEnd: () => {
        if (chunks && isContentEncoded(coding)) {
          decodeContent(Buffer.concat(chunks, size), coding, maxBytes).then((body) => {
            chunks = [body];
            size = body.length;
            if (size <= wholeBytes) read(body);
            settle();
          }, failed);
          return;
        }
        if (chunks && size <= wholeBytes) read(Buffer.concat(chunks, size));
        setBatchedImmediate(settle);
      },
      onError: failed,
    });
    return () => {
      exchange.abort();
      parsing?.abort();
    };
  };
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Decodes a UTF-8 body; null if it is not UTF-8. */
function decodeUtf8(bytes: Buffer): string | null {
  if (isAscii(bytes)) return bytes.toString('latin1');
  try {
    return utf8.decode(bytes);
  } catch {
    return null;
  }
}

/**
 * Parses the body of a response as JSON; null for a 4xx without JSON.
 *
 * @param text - Null if the body was not UTF-8.
 * @throws {UpstreamUnavailableError} the body of a response below 400 is not JSON.
 */
function parseUpstreamJson(text: string | null, status: number, upstream: string): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch (cause) {
    if (status >= 400) return null;
    throw notJsonError(upstream, cause);
  }
}

/** Creates the error for an upstream response whose body should be JSON but is not. */
const notJsonError = (upstream: string, cause: unknown): UpstreamUnavailableError =>
  new UpstreamUnavailableError(`the ${upstream} answered with something that is not JSON`, {
    cause,
  });

/** Parses the value of a `Retry-After` header in seconds; undefined if it is missing or a date. */
export function parseRetryAfterSeconds(line: string | undefined): number | undefined {
  return line !== undefined && /^\d{1,6}$/.test(line) ? Number(line) : undefined;
}
