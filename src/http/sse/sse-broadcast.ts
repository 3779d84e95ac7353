import type { ServerResponse } from 'node:http';
import type { TraceContext } from '../../lib/trace-context.ts';
import type { EventStillValidCheck } from '../../streaming/subscribable-stream.ts';
import type { UndeliveredBytes } from '../connections/undelivered-bytes.ts';
import { ensureRequestTrace, linkRequestSpan } from '../request-trace.ts';
import { createFrameBroadcast } from './frame-broadcast.ts';
import { type EncodedHttpChunk, toEncodedHttpChunk } from './http-chunk.ts';
import {
  rejectSseDuringShutdown,
  type SseConnection,
  type SseControlFrames,
  sendSsePing,
  shutdownSseConnection,
  startSseConnection,
  subscribeSseConnection,
  unsubscribeSseConnection,
} from './sse-connection.ts';
import type { SseFrame } from './sse-frame-types.ts';

/** One event stream that is written to many clients. */
export type SseBroadcast = {
  /**
   * Adds a client, which first receives the retained events. Resolves when its head is written or
   * it has disconnected.
   *
   * @throws the error of `subscribe`, or of `unread.admit`; nothing is written in that case.
   */
  readonly addClient: (response: ServerResponse) => Promise<void>;
  /** True if a new client would miss no event and receive no outdated one. */
  readonly canJoin: () => boolean;
  /** Pings all clients if no event was sent since the last call. */
  readonly ping: () => void;
  readonly shutdown: () => void;
};

/** The source and the protocol of a broadcast, and callbacks at its end. */
export type SseBroadcastOptions = {
  /** Called for the first client; the signal fires when the last one has disconnected. */
  readonly subscribe: (signal: AbortSignal) => Promise<AsyncIterable<SseFrame>>;
  readonly protocol: SseControlFrames;
  /** Whether new clients may still wait for the first event; always when omitted. */
  readonly isStillValid?: EventStillValidCheck;
  /** Counts and limits events that clients do not read; without it they are not counted. */
  readonly unread?: UndeliveredBytes | undefined;
  /** Called once, when the events end or all clients are gone; no client may be added then. */
  readonly onEnd: () => void;
  readonly onEmpty: () => void;
};

/**
 * Creates a stream that encodes each event once and writes it to all clients in one loop, without
 * an iterator, timer or promise per client. Slow clients skip events as their `EventDeliveryMode`
 * allows, or get `protocol.tooSlowFrame` and end.
 */
export function createSseBroadcast(options: SseBroadcastOptions): SseBroadcast {
  const { subscribe, protocol, isStillValid, unread, onEnd, onEmpty } = options;
  const clients = new Set<SseConnection>();
  const ping = protocol.ping ? toEncodedHttpChunk(protocol.ping) : null;
  let isQuiet = false;
  let isShutDown = false;
  let trace: TraceContext | undefined;

  const { stream, opened } = createFrameBroadcast<EncodedHttpChunk>({
    subscribe,
    encode: toEncodedHttpChunk,
    isStillValid,
    onEvent: () => {
      isQuiet = false;
    },
    onEnd,
  });

  return {
    addClient: async (response) => {
      if (isShutDown) return rejectSseDuringShutdown(response, protocol);
      unread?.admit(response.req);
      // The first client's request causes the upstream calls of all.
      if (trace) linkRequestSpan(response.req, trace);
      else trace = ensureRequestTrace(response.req).context;
      const client = subscribeSseConnection({ response, protocol, stream, unread });
      const removeClient = () => {
        unsubscribeSseConnection(client);
        if (clients.delete(client) && clients.size === 0) onEmpty();
      };
      clients.add(client);
      response.on('close', removeClient);
      if (response.destroyed) removeClient();
      try {
        await opened;
      } catch (error) {
        response.off('close', removeClient);
        const hasResponded = client.state === 'done';
        removeClient();
        if (!hasResponded) throw error;
      }
      if (client.state === 'waiting') startSseConnection(client, ping);
    },
    canJoin: stream.canJoin,
    ping: () => {
      if (ping && isQuiet) for (const client of clients) sendSsePing(client, ping);
      isQuiet = true;
    },
    shutdown: () => {
      isShutDown = true;
      for (const client of clients) shutdownSseConnection(client);
    },
  };
}
