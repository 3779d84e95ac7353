import type { IncomingMessage, ServerResponse } from 'node:http';
import type { CacheOutcome } from '../../cache/cache-read-types.ts';
import type { Clock } from '../../lib/clock.ts';
import {
  maxUncountedUndeliveredBytes,
  type SizedBuffer,
  type UndeliveredBytesLimiter,
} from '../../lib/limits/undelivered-bytes-limiter.ts';
import { mapMaybePromise } from '../../lib/maybe-promise.ts';
import type { Millis } from '../../lib/units.ts';
import type { GatewayApiName, Telemetry } from '../../telemetry/telemetry.ts';
import type { ClientIdentifyingRequest } from '../request-id-and-address.ts';
import type { RequestInfo } from '../request-info.ts';
import {
  type EncodedBody,
  type EncodedBodyVariant,
  formatValidatorHeaders,
  getBodyInEncoding,
} from './encoded-body.ts';
import { chooseEncoding, isNotModified } from './encoding-and-etag-match.ts';
import { formatHeaders, type HeaderList } from './header-list.ts';
import {
  type PreparedResponse,
  type ResponseBody,
  type UndeliveredResponseBudget,
  writeResponse,
} from './serialized-response.ts';

/** A response to be sent: its encoded body, and what its own headers are made from. */
export type UnpreparedResponse = {
  readonly body: EncodedBody;
  readonly api: GatewayApiName;
  /** The time that its `Age` counts from; null when no value in it is cached. */
  readonly oldest: Millis | null;
  /** The `X-Cache` value; null for responses that belong to one client. */
  readonly outcome: CacheOutcome | null;
  readonly requestId: string;
};

/**
 * Turns the responses of both APIs into head and body: selects the encoding, applies
 * `If-None-Match`, sets `Age` and `X-Cache`, records metrics. Throws a `RateLimitedError` or
 * `OverloadedError` when a large response exceeds the limits of `UndeliveredBytesLimiter`.
 */
export type HttpResponsePreparer = {
  /** Returns null if the encoding that the client accepts is still being compressed. */
  readonly prepareNow: (
    request: RequestInfo & ClientIdentifyingRequest,
    made: UnpreparedResponse,
  ) => PreparedResponse | null;
  readonly prepare: (
    request: RequestInfo & ClientIdentifyingRequest,
    made: UnpreparedResponse,
  ) => PreparedResponse | Promise<PreparedResponse>;
};

/** Creates a `HttpResponsePreparer`; bodies above `maxUncountedUndeliveredBytes` count against `pending`. */
export function createHttpResponsePreparer(options: {
  readonly clock: Clock;
  readonly telemetry: Telemetry;
  readonly pending: UndeliveredBytesLimiter;
  readonly addressOf: (request: ClientIdentifyingRequest) => string;
}): HttpResponsePreparer {
  const { clock, telemetry, pending, addressOf } = options;
  const responseAges = {
    rest: telemetry.responseAges.labels('rest'),
    graphql: telemetry.responseAges.labels('graphql'),
  };
  /** Records the metrics of a response; returns its `Age`, `X-Cache` and request id. */
  const recordRead = ({ api, oldest, outcome, requestId }: UnpreparedResponse) => {
    if (outcome === null) return ['X-Request-Id', requestId];
    telemetry.responseCacheReads.add(api, outcome);
    if (oldest === null) return ['X-Request-Id', requestId, 'X-Cache', outcome];
    const age = Math.max(0, Math.floor((clock.now() - oldest) / 1000));
    responseAges[api].observe(age);
    return ['X-Request-Id', requestId, 'X-Cache', outcome, 'Age', String(age)];
  };
  /** Returns the limit that a large body counts against; undefined for small ones. */
  const budgetFor = (
    request: ClientIdentifyingRequest,
    { body }: EncodedBodyVariant,
  ): UndeliveredResponseBudget | undefined => {
    if (body.length <= maxUncountedUndeliveredBytes) return undefined;
    const client = addressOf(request);
    return {
      admit: () => pending.admit(client),
      hold: (held) => pending.hold(client, piecesOf(held)),
    };
  };
  const prepareVariant = (
    request: RequestInfo & ClientIdentifyingRequest,
    made: UnpreparedResponse,
    form: EncodedBodyVariant,
  ) =>
    prepareResponse(request, {
      body: made.body,
      form,
      budget: budgetFor(request, form),
      extraHeaders: recordRead(made),
    });
  return {
    prepareNow: (request, made) => {
      const form = selectVariant(request, made.body);
      return form instanceof Promise ? null : prepareVariant(request, made, form);
    },
    prepare: (request, made) =>
      mapMaybePromise(selectVariant(request, made.body), (form) =>
        prepareVariant(request, made, form),
      ),
  };
}

function piecesOf(body: ResponseBody): readonly SizedBuffer[] {
  if (typeof body === 'string') return [{ length: body.length }];
  return 'buffers' in body ? body.buffers : [body];
}

type BodyWithHeaders = { readonly body: EncodedBody; readonly extraHeaders: HeaderList };

/** Sends a 200, or a 304 for `If-None-Match`; synchronously unless it must be compressed first. */
export function sendResponse(
  request: IncomingMessage,
  response: ServerResponse,
  sending: BodyWithHeaders,
): void | Promise<void> {
  return mapMaybePromise(selectVariant(request, sending.body), (form) =>
    writeResponse(response, prepareResponse(request, { ...sending, form })),
  );
}

function selectVariant(
  { headers }: RequestInfo,
  response: EncodedBody,
): EncodedBodyVariant | Promise<EncodedBodyVariant> {
  return getBodyInEncoding(response, chooseEncoding(headers['accept-encoding'], response.length));
}

function prepareResponse(
  { method, headers }: RequestInfo,
  {
    body: response,
    form,
    budget,
    extraHeaders,
  }: BodyWithHeaders & {
    readonly form: EncodedBodyVariant;
    readonly budget?: UndeliveredResponseBudget | undefined;
  },
): PreparedResponse {
  const isHeld = isNotModified(headers['if-none-match'], form.etag);
  const line = isHeld ? 'HTTP/1.1 304 Not Modified\r\n' : 'HTTP/1.1 200 OK\r\n';
  const own = isHeld ? formatValidatorHeaders(response.headers, form.etag) : form.lines;
  const body = isHeld || method === 'HEAD' ? null : form.body;
  if (body !== null) budget?.admit();
  return {
    status: isHeld ? 304 : 200,
    head: line + response.headers.shared.text + own + formatHeaders(extraHeaders),
    body,
    budget,
  };
}
