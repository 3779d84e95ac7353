import type { IncomingMessage, ServerResponse } from 'node:http';
import { toGatewayError } from '../../core/errors.ts';
import { type StreamSlots, takeSlot } from '../../core/events/stream-slots.ts';
import type { Log } from '../../core/log.ts';
import type { Telemetry } from '../../core/telemetry.ts';
import { writePreflight } from '../../http/answers/open-to-pages.ts';
import type { ClientReader } from '../../http/client.ts';
import { countUntilClosed, timeUntilClosed } from '../../http/streams/until-closed.ts';
import { graphqlPath } from '../engine.ts';
import { createErrorMask } from '../errors.ts';
import { eventsFor } from '../requests/media-type.ts';
import { writeFailure } from '../server.ts';
import { createDistinct } from './distinct.ts';
import { MutationOverGetError } from './operation.ts';
import { type ModeOptions, refuseMethod, setStreamDoorHeaders } from './protocol.ts';
import { createSingle, singleMethods, tokenOf } from './single.ts';

/** The path that serves both modes of GraphQL over SSE. */
export const streamPath = `${graphqlPath}/stream`;

type Handler = (request: IncomingMessage, response: ServerResponse, body?: Buffer | null) => void;

/** GraphQL over server-sent events. */
export type StreamDoor = {
  /** A connection for each operation: for `/graphql`. Takes the body where it is read already. */
  readonly distinct: Handler;
  /** Also one connection for many operations, named by a token: for `/graphql/stream`. */
  readonly both: Handler;
};

export type StreamDoorOptions = ModeOptions & {
  readonly readClient: ClientReader;
  readonly slots: StreamSlots;
  readonly log: Log;
  readonly telemetry: Telemetry;
};

/**
 * The GraphQL over SSE protocol of graphql-sse, in both of its modes. Every event has an id, and
 * `Last-Event-ID` takes up a subscription after it; who saw `complete` gets 204, which ends an
 * `EventSource`.
 */
export function createStreamDoor(options: StreamDoorOptions): StreamDoor {
  const { readClient, slots, log, telemetry } = options;
  const mask = createErrorMask(log);
  const times = telemetry.timesOf('graphql', streamPath);

  const takePlace = (request: IncomingMessage) =>
    takeSlot(slots, readClient(request, null).clientAddress);
  const countStream = (response: ServerResponse) =>
    countUntilClosed({ response, telemetry, path: streamPath });

  const modes = { ...options, mask, takePlace, countStream };
  const serveDistinct = createDistinct(modes);
  const serveSingle = createSingle(modes);

  const serve =
    (
      handle: (
        request: IncomingMessage,
        response: ServerResponse,
        body: Buffer | null,
      ) => Promise<void>,
    ): Handler =>
    (request, response, body = null) => {
      timeUntilClosed(response, times);
      handle(request, response, body).catch((error: unknown) => {
        if (response.destroyed) return;
        if (error instanceof MutationOverGetError) return refuseMethod(response, 'POST');
        if (!response.headersSent) setStreamDoorHeaders(response);
        writeFailure(response, toGatewayError(error), log);
      });
    };

  return {
    distinct: serve(serveDistinct),
    both: serve(async (request, response, body) => {
      const isPreflight = request.method === 'OPTIONS';
      const isSingle = request.method === 'PUT' || tokenOf(request) !== null;
      const wantsEvents = eventsFor(request.headers.accept) !== 'never';
      if (!isPreflight && !isSingle && wantsEvents) return serveDistinct(request, response, body);
      setStreamDoorHeaders(response);
      if (isPreflight) return writePreflight(response, singleMethods);
      return serveSingle(request, response, wantsEvents);
    }),
  };
}
