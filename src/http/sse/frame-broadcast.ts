import { type Broadcast, createBroadcast } from '../../streaming/broadcast.ts';
import type { EventStillValidCheck } from '../../streaming/subscribable-stream.ts';
import type { FrameBytes, SseFrame } from './sse-frame-types.ts';

/** An event in the encoding of a protocol; null means that the source failed. */
export type EncodedFrame<C> = Pick<SseFrame, 'deliveryMode' | 'isStillValid'> & {
  readonly chunk: C | null;
};

/** A broadcast of encoded events, and when its source is open. */
export type FrameBroadcast<C> = {
  readonly stream: Broadcast<EncodedFrame<C>>;
  /** Rejects with the error of `subscribe`. */
  readonly opened: Promise<void>;
};

/**
 * Creates a broadcast that encodes each frame of a source once for all subscribers. The source is
 * opened for the first one and ends when the last one has left.
 */
export function createFrameBroadcast<C>(options: {
  /** Opens the source; the signal fires when the last subscriber has left. */
  readonly subscribe: (signal: AbortSignal) => Promise<AsyncIterable<SseFrame>>;
  readonly encode: (frame: FrameBytes) => C;
  /** Whether new subscribers may still wait for the first event; always when omitted. */
  readonly isStillValid?: EventStillValidCheck | undefined;
  /** Called for each event before it is sent. */
  readonly onEvent?: () => void;
  /** Called once, when the events end or all subscribers have left. */
  readonly onEnd: () => void;
}): FrameBroadcast<C> {
  const { subscribe, encode, isStillValid, onEvent, onEnd } = options;
  const opened = Promise.withResolvers<void>();
  // Prevents an unhandled rejection if no subscriber waits.
  opened.promise.catch(() => {});

  async function* source(signal: AbortSignal): AsyncGenerator<EncodedFrame<C>, undefined> {
    const events = await openEvents(signal).catch((error: unknown) => {
      opened.reject(error);
      throw error;
    });
    opened.resolve();
    for (;;) {
      const { value, done } = await events.next();
      if (done) return;
      onEvent?.();
      const { frame, ...event } = value;
      yield { chunk: encode(frame), ...event };
    }
  }

  /** Ends the source when all subscribers have left, also while it waits for an event. */
  async function openEvents(signal: AbortSignal): Promise<AsyncIterator<SseFrame>> {
    const events = (await subscribe(signal))[Symbol.asyncIterator]();
    const endEvents = () => void events.return?.();
    if (signal.aborted) endEvents();
    else signal.addEventListener('abort', endEvents, { once: true });
    return events;
  }

  const stream = createBroadcast<EncodedFrame<C>>({
    source,
    deliveryModeOf: ({ deliveryMode }) => deliveryMode,
    isLatestValid: (latest) => (latest ? latest.isStillValid : isStillValid)?.() ?? true,
    toTerminalEvent: (error) => ({
      chunk: error === null ? encode(noBytes) : null,
      deliveryMode: 'terminal',
    }),
    onEnd,
  });
  return { stream, opened: opened.promise };
}

const noBytes = Buffer.alloc(0);
