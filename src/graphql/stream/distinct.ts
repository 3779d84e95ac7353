import type { IncomingMessage, ServerResponse } from 'node:http';
import { RateLimitedError } from '../../core/errors.ts';
import { openToPages } from '../../http/answers/open-to-pages.ts';
import { writeEvents } from '../../http/streams/event-writer.ts';
import { tooSlow } from '../../http/streams/reader.ts';
import { completeFrame, completeId, nextFrame, pingFrame, withPings } from './frames.ts';
import { framesOf, prepareOperation } from './operation.ts';
import { readParams, type StreamParams } from './params.ts';
import { lastEventIdOf, type ModeDeps, refuseMethod, setStreamDoorHeaders } from './protocol.ts';

/**
 * Serves an operation on a connection of its own. Who subscribes to what others are subscribed to
 * joins them: nothing is parsed, validated, resolved or executed for a newcomer.
 */
export function createDistinct(deps: ModeDeps) {
  const { engine, mask, createContext, takePlace, countStream, audiences, drain } = deps;
  const manner = {
    headers: openToPages,
    ping: pingFrame,
    tooSlow: () => {
      const errors = [mask(new RateLimitedError(tooSlow, 1))];
      return Buffer.concat([nextFrame({ errors }, null, null), completeFrame(null)]);
    },
  };

  return async (
    request: IncomingMessage,
    response: ServerResponse,
    body: Buffer | null,
  ): Promise<void> => {
    const lastEventId = lastEventIdOf(request);
    if (lastEventId === completeId) {
      setStreamDoorHeaders(response);
      return void response.writeHead(204).end();
    }
    if (request.method !== 'GET' && request.method !== 'POST') {
      return refuseMethod(response, 'GET, POST, OPTIONS');
    }
    const params = await readParams(request, body);
    response.on('close', takePlace(request).release);
    countStream(response);
    const key = keyOf(params, lastEventId);
    const known = audiences.find(key);
    if (known) return known.admit(response);

    const stopping = new AbortController();
    const { signal } = stopping;
    const stop = () => stopping.abort(new DOMException('nobody listens any more', 'AbortError'));
    const context = createContext(request, response, { signal, lastEventId });
    const { method } = request;
    const asked = { engine, mask, params, context, method, to: null };
    const { isSubscription, open } = prepareOperation(asked);
    if (!isSubscription) {
      response.once('close', stop);
      const frames = withPings(framesOf(await open()));
      return writeEvents({ response, headers: openToPages, frames, drain });
    }
    const audience = audiences.begin(key, {
      open: (left) => {
        left.addEventListener('abort', stop, { once: true });
        return open();
      },
      manner,
      isCurrent: () => context.cursor.currency()(),
    });
    return audience.admit(response);
  };
}

/** What clients have in common whose events are the same: they ask in the same words, and have seen as much. */
function keyOf({ query, operationName, variables }: StreamParams, lastEventId: string | null) {
  return `graphql ${JSON.stringify([query, operationName, variables, lastEventId])}`;
}
