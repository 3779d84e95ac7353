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

/** An answer on its way out: kept from before or made for this request. */
export type OutgoingResponse = {
  readonly body: EncodedBody;
  readonly api: ApiName;
  /** What its age counts from; null when nothing in it is kept. */
  readonly oldest: Millis | null;
  /** How it was come by; null for what is nobody else's. */
  readonly outcome: CacheOutcome | null;
  readonly requestId: string;
};

type PreparedResponse = ReturnType<typeof prepareRawResponse>;

/**
 * Sends the answers of both doors, whether made or kept: the one place that says `Age` and `X-Cache`.
 *
 * All throw a `RateLimitedError` or `OverloadedError` when a large response finds no room (`PendingResponses`).
 */
export type ResponseSender = {
  readonly send: (
    request: IncomingMessage,
    response: ServerResponse,
    made: OutgoingResponse,
  ) => void | Promise<void>;
  /** The answer ready for a connection that goes on; null while its form is being made. */
  readonly prepare: (
    requestInfo: RequestInfo & IdentifiableRequest,
    made: OutgoingResponse,
  ) => PreparedResponse | null;
  /** The same, when its form is made. */
  readonly prepareAsync: (
    requestInfo: RequestInfo & IdentifiableRequest,
    made: OutgoingResponse,
  ) => PreparedResponse | Promise<PreparedResponse>;
};

/** An answerer that counts what it sends. */
export function createResponseSender(options: {
  readonly clock: Clock;
  readonly telemetry: Telemetry;
  /** Where what clients have not taken is counted. */
  readonly pending: PendingResponses;
  readonly addressOf: (request: IdentifiableRequest) => string;
}): ResponseSender {
  const { clock, telemetry, pending, addressOf } = options;
  const monotonicClock = {
    rest: telemetry.responseAges.labels('rest'),
    graphql: telemetry.responseAges.labels('graphql'),
  };
  /** Counts a sending, and tells what it says. */
  const tell = ({ api, oldest, outcome, requestId }: OutgoingResponse) => {
    if (outcome === null) return ['X-Request-Id', requestId];
    telemetry.responseCacheReads.add(api, outcome);
    if (oldest === null) return ['X-Request-Id', requestId, 'X-Cache', outcome];
    const age = Math.max(0, Math.floor((clock.now() - oldest) / 1000));
    monotonicClock[api].observe(age);
    return ['X-Request-Id', requestId, 'X-Cache', outcome, 'Age', String(age)];
  };
  /** Room for a large body; undefined for others. */
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
