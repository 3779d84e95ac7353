import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ReadIdAndAddress } from '../../http/request-id-and-address.ts';
import { createPreflightResponse } from '../../http/response/cors.ts';
import { sendResponse } from '../../http/response/send-response.ts';
import { countOpenStream, recordLatencyOnClose } from '../../http/sse/response-metrics.ts';
import { toGatewayError } from '../../lib/errors.ts';
import type { Log } from '../../lib/log.ts';
import { acquireStreamPermit, type StreamLimiter } from '../../streaming/stream-limits.ts';
import type { Telemetry } from '../../telemetry/telemetry.ts';
import { createErrorMask } from '../graphql-errors.ts';
import { writeGraphQLError } from '../node-handler.ts';
import { graphqlPath } from '../paths.ts';
import { eventStreamPreference } from '../request/media-type.ts';
import { createDistinctMode } from './distinct-mode.ts';
import { MutationOverSafeMethodError } from './operation.ts';
import {
  type SseModeOptions,
  setCorsAndRequestId,
  writeGraphQLMethodNotAllowed,
} from './shared-mode-helpers.ts';
import {
  createSingleConnectionMode,
  getConnectionToken,
  singleModeMethods,
} from './single-connection-mode.ts';

/** The path that serves both modes of GraphQL over SSE. */
export const graphqlSsePath = `${graphqlPath}/stream`;

type Handler = (request: IncomingMessage, response: ServerResponse, body?: Buffer | null) => void;

export type GraphQLSseOptions = SseModeOptions & {
  readonly readIdAndAddress: ReadIdAndAddress;
  readonly streamLimiter: StreamLimiter;
  readonly log: Log;
  readonly telemetry: Telemetry;
};

/**
 * Creates the handlers of the graphql-sse protocol in both modes. `Last-Event-ID` resumes a
 * subscription; after `complete` the response is 204, so that an `EventSource` does not reconnect.
 */
export function createGraphQLSseHandler(options: GraphQLSseOptions) {
  const { readIdAndAddress, streamLimiter, log, telemetry } = options;
  const mask = createErrorMask(log);
  const latency = telemetry.routeLatency('graphql', graphqlSsePath);

  const acquirePermit = (request: IncomingMessage) =>
    acquireStreamPermit(streamLimiter, readIdAndAddress(request, null).clientAddress);
  const countStream = (response: ServerResponse) =>
    countOpenStream({ response, telemetry, path: graphqlSsePath });
  const countSlowStream = () => telemetry.slowStreams.inc();

  const modes = { ...options, mask, acquirePermit, countStream, countSlowStream };
  const serveDistinct = createDistinctMode(modes);
  const serveSingle = createSingleConnectionMode(modes);

  const serve =
    (
      handle: (
        request: IncomingMessage,
        response: ServerResponse,
        body: Buffer | null,
      ) => Promise<void>,
    ): Handler =>
    (request, response, body = null) => {
      recordLatencyOnClose(response, latency);
      handle(request, response, body).catch((error: unknown) => {
        if (response.destroyed) return;
        if (error instanceof MutationOverSafeMethodError)
          return writeGraphQLMethodNotAllowed(response, 'POST');
        writeGraphQLError(response, toGatewayError(error), log);
      });
    };

  return {
    /** For `/graphql`: one connection per operation. The body is passed if it is read already. */
    distinct: serve(serveDistinct),
    /** For `/graphql/stream`: like `distinct`, or one connection for several operations. */
    handle: serve(async (request, response, body) => {
      const isPreflight = request.method === 'OPTIONS';
      const isSingle = request.method === 'PUT' || getConnectionToken(request) !== null;
      const wantsEvents = eventStreamPreference(request.headers.accept) !== 'never';
      if (!isPreflight && !isSingle && wantsEvents) return serveDistinct(request, response, body);
      if (isPreflight) {
        return void sendResponse(request, response, createPreflightResponse(singleModeMethods));
      }
      setCorsAndRequestId(response);
      return serveSingle(request, response, wantsEvents);
    }),
  };
}
