import type { IncomingMessage, ServerResponse } from 'node:http';
import { createExpiringCrowd } from '../../core/collections/expiring.ts';
import { RateLimitedError } from '../../core/errors.ts';
import type { StreamSlot, StreamSlots } from '../../core/events/stream-slots.ts';
import type { PendingResponses } from '../../core/limits/pending-responses.ts';
import { writeBusy } from '../error-answer.ts';
import {
  type Exchange,
  type ExchangeEnd,
  type ExchangeSettings,
  startExchange,
} from './exchange.ts';
import { createHeadPasser } from './passed-head.ts';

/** How requests are forwarded; times in milliseconds. */
export type ForwarderOptions = Pick<ExchangeSettings, 'name' | 'dispatch' | 'deadline'> & {
  /** Header lines of every answer, before the upstream's own: name, value, name, value. */
  readonly headers: readonly string[];
  /** Whether event streams outlive the deadline; they do not by default. */
  readonly endlessStreams?: boolean;
  /** How long an event stream's reader may take nothing; 45,000 by default. */
  readonly stallLimit?: number;
  /** Places for event streams; above the total 503, above a client's share 429. */
  readonly slots: StreamSlots;
  /** Bounds what clients hold of responses that they have not taken; unbounded when left out. */
  readonly pending?: PendingResponses;
  /** Who asks, for a client's share. */
  readonly clientOf: (req: IncomingMessage, res: ServerResponse) => string;
  /** Told of every answer when it is over; `seconds` since the request was accepted. */
  readonly onEnd?: (end: ExchangeEnd, res: ServerResponse, seconds: number) => void;
};

/** Passes requests on to one upstream, and its answers back. */
export type Forwarder = {
  /** @param path - Path and query, pasted into the upstream's request line as they are. */
  readonly forward: (req: IncomingMessage, res: ServerResponse, path: string) => void;
  /** Requests in progress. */
  readonly open: () => number;
  /** Ends the event streams with a `retry:` hint; other answers go on. */
  readonly drain: () => void;
  /** Cuts what is left. */
  readonly cut: () => void;
};

/** Between 1 and 5 s, so that clients do not all come back at once. */
const retryHint = (): number => 1000 + Math.floor(Math.random() * 4000);

const eventStream = /(^|,)\s*text\/event-stream\b/i;
const wantsStream = ({ headers: { accept } }: IncomingMessage): boolean =>
  accept !== undefined && accept !== '*/*' && eventStream.test(accept);

/** Creates it; nothing is asked until the first request. */
export function createForwarder(options: ForwarderOptions): Forwarder {
  const open = createExpiringCrowd<Exchange>((exchange) => exchange.expire());

  const admitStream = (req: IncomingMessage, res: ServerResponse): StreamSlot | undefined => {
    const slot = options.slots.take(options.clientOf(req, res));
    if (slot === 'client') writeBusy(res, 429, 'too many event streams from this client');
    else if (slot === 'total') writeBusy(res, 503, 'too many event streams');
    else return slot;
    return undefined;
  };
  const { pending, clientOf } = options;
  /** @returns false when the client, or all together, hold too much that they have not taken. */
  const hasRoom = (req: IncomingMessage, res: ServerResponse): boolean => {
    try {
      pending?.admit(clientOf(req, res));
      return true;
    } catch (error) {
      if (!(error instanceof RateLimitedError)) throw error;
      writeBusy(res, error.status === 429 ? 429 : 503, error.message);
      return false;
    }
  };
  const settings: ExchangeSettings = {
    name: options.name,
    dispatch: options.dispatch,
    passHead: createHeadPasser(options.headers),
    deadline: options.deadline,
    stallLimit: options.stallLimit ?? 45_000,
    hold: pending && ((req, res, bytes) => pending.hold(clientOf(req, res), [{ length: bytes }])),
    endlessStreams: options.endlessStreams ?? false,
    admitStream,
    open,
  };

  return {
    forward: (req, res, path) => {
      const startedAt = performance.now();
      const onEnd = (end: ExchangeEnd) =>
        options.onEnd?.(end, res, (performance.now() - startedAt) / 1000);
      const slot = hasRoom(req, res) && wantsStream(req) ? admitStream(req, res) : undefined;
      if (res.headersSent) {
        onEnd('refused');
        return;
      }
      startExchange(settings, { req, res, path, startedAt, slot, onEnd });
    },
    open: open.size,
    drain: () => {
      for (const exchange of open.all()) exchange.drain(retryHint());
    },
    cut: () => {
      for (const exchange of open.all()) exchange.cut();
    },
  };
}
