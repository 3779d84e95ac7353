import type { IncomingMessage, ServerResponse } from 'node:http';
import { GraphQLError, OperationTypeNode } from 'graphql';
import type { ClientNameHeaders } from '../../http/client-name.ts';
import { corsHeaders } from '../../http/response/cors.ts';
import type { ResponseHeaders } from '../../http/response/http-response.ts';
import type { SseBroadcast } from '../../http/sse/sse-broadcast.ts';
import { slowClientMessage } from '../../http/sse/sse-connection.ts';
import type { SseFrame } from '../../http/sse/sse-frame-types.ts';
import { prepareSseHeaders, writeSse } from '../../http/sse/sse-writer.ts';
import { RateLimitedError } from '../../lib/errors.ts';
import { costHeaders, wantsCost } from '../cost/shown-cost.ts';
import { prefersMultipartSubscription } from '../request/media-type.ts';
import { graphqlMethods, hasGraphQLBody } from '../request/methods.ts';
import type { OperationUsage } from '../usage/operation-usage.ts';
import {
  completeEventId,
  distinctModeFrameEncoder,
  pingFrame,
  type ResultFrameEncoder,
  withPings,
} from './graphql-sse-frames.ts';
import {
  multipartHeartbeat,
  multipartPreamble,
  multipartSubscriptionEncoding,
  multipartSubscriptionType,
} from './multipart-subscription-frames.ts';
import { prepareForEvents, runToSseFrames } from './operation.ts';
import { replaceFramesOverLimit } from './replace-frames-over-limit.ts';
import {
  parseGraphQLStreamParams,
  parseLastEventId,
  type SseModeDeps,
  setCorsAndRequestId,
  sharingKeyOf,
  writeGraphQLMethodNotAllowed,
} from './shared-mode-helpers.ts';

/**
 * Creates the handler of GraphQL over SSE's distinct connections mode, and of Apollo's multipart
 * subscriptions. Subscriptions with equal requests and the same encoding share one execution.
 */
export function createDistinctMode(deps: SseModeDeps) {
  const {
    prepareOperation,
    mask,
    createContext,
    acquirePermit,
    countStream,
    sseRegistry,
    shutdownSignal,
  } = deps;
  const { unread } = deps;
  /** The operations of broadcasts, and what each client is charged, in objects. */
  const shared = new WeakMap<SseBroadcast, SharedOperation>();
  async function join(request: IncomingMessage, operation?: SharedOperation): Promise<void> {
    const objects = Math.max(1, operation?.cost() ?? 0);
    await deps.clientLimits.graphql?.consume(deps.addressOf(request), objects);
    if (!operation?.usage) return;
    const client = deps.labelClient(request.headers as ClientNameHeaders);
    deps.usage.record(operation.usage, client, { outcome: 'ok', seconds: 0 });
  }
  const protocolOf = (encoding: ResultFrameEncoder, ping: Buffer) => ({
    ping,
    tooSlowFrame: () => {
      deps.countSlowStream();
      return encodeFinalError(encoding, mask(new RateLimitedError(slowClientMessage, 1)));
    },
  });
  const protocol = protocolOf(distinctModeFrameEncoder, pingFrame);
  const multipartProtocol = {
    ...protocolOf(multipartSubscriptionEncoding, multipartHeartbeat),
    contentType: multipartSubscriptionType,
    preamble: multipartPreamble,
    // Not masked: the mask would log the message, but a shutdown is no error.
    shutdownFrame: encodeFinalError(
      multipartSubscriptionEncoding,
      new GraphQLError('the service is restarting; try again', { extensions: { code: 'BUSY' } }),
    ),
  };

  return async (
    request: IncomingMessage,
    response: ServerResponse,
    body: Buffer | null,
  ): Promise<void> => {
    const isMultipart = prefersMultipartSubscription(request.headers.accept);
    const lastEventId = isMultipart ? null : parseLastEventId(request);
    if (lastEventId === completeEventId) {
      setCorsAndRequestId(response);
      return void response.writeHead(204).end();
    }
    if (request.method !== 'GET' && !hasGraphQLBody(request.method)) {
      return writeGraphQLMethodNotAllowed(response, graphqlMethods);
    }
    const params = await parseGraphQLStreamParams(request, { body, documents: deps.documents });
    response.on('close', acquirePermit(request).release);
    countStream(response);
    const showsCost = wantsCost(request);
    const encodingName = isMultipart ? 'multipart' : 'graphql';
    const key = `${encodingName} ${sharingKeyOf(params, { lastEventId, showsCost })}`;
    const known = sseRegistry.find(key);
    if (known) {
      await join(request, shared.get(known));
      return known.addClient(response);
    }

    const stopping = new AbortController();
    const { signal } = stopping;
    const stop = () =>
      stopping.abort(new DOMException('the last subscriber has disconnected', 'AbortError'));
    const context = createContext(request, response, { signal, lastEventId });
    const encoding = isMultipart ? multipartSubscriptionEncoding : distinctModeFrameEncoder;
    const { costCharger } = context;
    const cost = () => costCharger.chargedObjects();
    const { method } = request;
    const extensions = { showsCost };
    const operation = prepareForEvents(prepareOperation, { params, context, method, extensions });
    const start = () => runToSseFrames(operation, { context, mask, encoding });
    if (operation.type !== OperationTypeNode.SUBSCRIPTION) {
      response.once('close', stop);
      const results = await start();
      if (isMultipart) return writeRefusal(response, results, headersWith(cost()));
      unread.admit(request);
      const frames = withPings(
        replaceFramesOverLimit(results, { request, unread, mask, encoding }),
      );
      const headers = headersWith(cost());
      return writeSse({ response, headers, frames, shutdownSignal, unread });
    }
    const broadcast = sseRegistry.create(key, {
      subscribe: (left) => {
        left.addEventListener('abort', stop, { once: true });
        return start();
      },
      protocol: {
        ...(isMultipart ? multipartProtocol : protocol),
        // The cost is known when the operation has started, and so before the first head.
        get headers() {
          return headersWith(cost());
        },
      },
      isStillValid: () => context.cursor.isStillValid()(),
    });
    shared.set(broadcast, { cost, usage: operation.usage });
    return broadcast.addClient(response);
  };
}

type SharedOperation = {
  readonly cost: () => number;
  readonly usage: OperationUsage | null;
};

const headersWith = (cost: number): ResponseHeaders => ({ ...corsHeaders, ...costHeaders(cost) });

/** Encodes an error that ends a stream, and the end. */
const encodeFinalError = (encoding: ResultFrameEncoder, error: GraphQLError): Buffer =>
  Buffer.concat([encoding.next({ errors: [error] }, null), encoding.complete()].flat());

/** Responds to a rejected subscription in the multipart protocol: one part with the errors. */
async function writeRefusal(
  response: ServerResponse,
  events: AsyncIterable<SseFrame>,
  headers: ResponseHeaders,
): Promise<void> {
  const parts = await Array.fromAsync(events, ({ frame }) => frame);
  response.writeHead(200, prepareSseHeaders(response.req, headers, multipartSubscriptionType));
  response.end(Buffer.concat([multipartPreamble, ...parts].flat()));
}
