import type { IncomingMessage, ServerResponse } from 'node:http';
import type { CacheOutcome } from '../../cache/cached-value.ts';
import type { Clock } from '../../lib/clock.ts';
import { type PendingResponses, smallResponse } from '../../lib/limits/pending-responses.ts';
import { mapMaybePromise } from '../../lib/maybe-promise.ts';
import type { Millis } from '../../lib/units.ts';
import type { ApiName, Telemetry } from '../../telemetry.ts';
import type { IdentifiableRequest } from '../request-identity.ts';
import type { RequestInfo } from '../request-info.ts';
import type { EncodedBody, EncodedVariant } from './encoded-body.ts';
import { holdBody } from './hold-body.ts';
import type { ResponseBudget } from './raw-response.ts';
import { prepareRawResponse, selectVariant, sendResponse } from './send-response.ts';

/** A response to be sent, cached or new. */
export type OutgoingResponse = {
  readonly body: EncodedBody;
  readonly api: ApiName;
  /** The time that its `Age` counts from; null when no value in it is cached. */
  readonly oldest: Millis | null;
  /** The `X-Cache` value; null for responses that belong to one client. */
  readonly outcome: CacheOutcome | null;
  readonly requestId: string;
};

type PreparedResponse = ReturnType<typeof prepareRawResponse>;

/**
 * Sends the responses of both APIs, cached or new. Only this sets `Age` and `X-Cache`.
 *
 * All functions throw a `RateLimitedError` or `OverloadedError` when a large response exceeds the
 * limits of `PendingResponses`.
 */
export type ResponseSender = {
  readonly send: (
    request: IncomingMessage,
    response: ServerResponse,
    made: OutgoingResponse,
  ) => void | Promise<void>;
  /** Returns the response as bytes; null if its encoding is still being compressed. */
  readonly prepare: (
    requestInfo: RequestInfo & IdentifiableRequest,
    made: OutgoingResponse,
  ) => PreparedResponse | null;
  /** Like `prepare`, but waits for the compression. */
  readonly prepareAsync: (
    requestInfo: RequestInfo & IdentifiableRequest,
    made: OutgoingResponse,
  ) => PreparedResponse | Promise<PreparedResponse>;
};

/** Creates a sender that records metrics of what it sends. */
export function createResponseSender(options: {
  readonly clock: Clock;
  readonly telemetry: Telemetry;
  /** Counts the bytes that clients have not received yet. */
  readonly pending: PendingResponses;
  readonly addressOf: (request: IdentifiableRequest) => string;
}): ResponseSender {
  const { clock, telemetry, pending, addressOf } = options;
  const monotonicClock = {
    rest: telemetry.responseAges.labels('rest'),
    graphql: telemetry.responseAges.labels('graphql'),
  };
  /** Records the metrics of a response, and returns its own headers. */
  const tell = ({ api, oldest, outcome, requestId }: OutgoingResponse) => {
    if (outcome === null) return ['X-Request-Id', requestId];
    telemetry.responseCacheReads.add(api, outcome);
    if (oldest === null) return ['X-Request-Id', requestId, 'X-Cache', outcome];
    const age = Math.max(0, Math.floor((clock.now() - oldest) / 1000));
    monotonicClock[api].observe(age);
    return ['X-Request-Id', requestId, 'X-Cache', outcome, 'Age', String(age)];
  };
  /** Returns the budget of a large body; undefined for small ones. */
  const roomFor = (
    requestInfo: IdentifiableRequest,
    form: EncodedVariant,
  ): ResponseBudget | undefined => {
    if (form.body.length <= smallResponse) return undefined;
    const client = addressOf(requestInfo);
    return {
      admit: () => pending.admit(client),
      hold: (body) => holdBody(pending, client, body),
    };
  };
  const prepareForm = (
    requestInfo: RequestInfo & IdentifiableRequest,
    made: OutgoingResponse,
    form: EncodedVariant,
  ) =>
    prepareRawResponse(requestInfo, {
      body: made.body,
      form,
      room: roomFor(requestInfo, form),
      extraHeaders: tell(made),
    });
  return {
    send: (request, response, made) =>
      sendResponse(request, response, {
        body: made.body,
        roomFor: (form) => roomFor(request, form),
        extraHeaders: tell(made),
      }),
    prepare: (requestInfo, made) => {
      const form = selectVariant(requestInfo, made.body);
      return form instanceof Promise ? null : prepareForm(requestInfo, made, form);
    },
    prepareAsync: (requestInfo, made) =>
      mapMaybePromise(selectVariant(requestInfo, made.body), (form) =>
        prepareForm(requestInfo, made, form),
      ),
  };
}
