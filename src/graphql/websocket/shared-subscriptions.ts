import type { UndeliveredBytes } from '../../http/connections/undelivered-bytes.ts';
import { createFrameBroadcast, type FrameBroadcast } from '../../http/sse/frame-broadcast.ts';
import type { FrameBytes, SseFrame } from '../../http/sse/sse-frame-types.ts';
import type { TraceContext } from '../../lib/trace-context.ts';
import { createAsyncIterator, iterationEnd } from '../../streaming/create-async-iterator.ts';
import type { OperationUsage } from '../usage/operation-usage.ts';
import type { ClientSocket } from './client-socket.ts';

/** A subscription that several clients share. */
export type SharedSubscription = {
  readonly stream: FrameBroadcast<FrameBytes>['stream'];
  /** What each client is charged, in objects. */
  readonly cost: number;
  readonly usage: OperationUsage | null;
  /** The trace of the client that started it, whose request causes the upstream calls of all. */
  readonly trace: TraceContext | undefined;
};

/** The iterator that graphql-ws reads: it has no results, because they are written directly. */
export type WrittenResults = AsyncIterableIterator<never, undefined>;

/** Creates the broadcast of a subscription that has started. `stop` ends it for want of clients. */
export function createSharedSubscription(options: {
  readonly frames: AsyncIterableIterator<SseFrame, undefined>;
  readonly cost: number;
  readonly usage: OperationUsage | null;
  readonly trace: TraceContext | undefined;
  readonly isStillValid: () => boolean;
  readonly stop: () => void;
  readonly onEnd: () => void;
}): SharedSubscription {
  const { frames, cost, usage, trace, isStillValid, stop, onEnd } = options;
  const { stream } = createFrameBroadcast<FrameBytes>({
    subscribe: async (left) => {
      left.addEventListener('abort', stop, { once: true });
      return frames;
    },
    encode: (frame) => frame,
    isStillValid,
    onEnd,
  });
  return { stream, cost, usage, trace };
}

/**
 * Creates the iterator of an operation whose results `write` sends. Once the client has completed the
 * operation, the iterator never ends: graphql-ws would complete another operation that has the id by
 * then.
 */
export function createWrittenResults(write: () => Promise<void>, stop: () => void): WrittenResults {
  let isLeft = false;
  return createAsyncIterator<never>(
    () =>
      new Promise((resolve, reject) => {
        write().then(
          () => isLeft || resolve(iterationEnd),
          (error: unknown) => isLeft || reject(error),
        );
      }),
    () => {
      isLeft = true;
      stop();
    },
  );
}

/** The text of a `next` message before its payload. */
export const nextStart = (id: string): Buffer =>
  Buffer.from(`{"id":${JSON.stringify(id)},"type":"next","payload":`);
/** The text of a `next` message behind its payload. */
export const nextEnd = Buffer.from('}');

/**
 * Writes the events of a subscription to one client as `next` messages, without a promise for each.
 * While the client does not read, nothing is written, and it skips what may be skipped.
 *
 * @returns an iterator that ends with the subscription.
 * @throws from `next`: the error of `onTooSlow`, or of `unread.admit`.
 */
export function writeSubscription(options: {
  readonly shared: SharedSubscription;
  readonly client: ClientSocket;
  readonly id: string;
  readonly unread: UndeliveredBytes;
  /** Makes the error for a client that missed events or does not read them. */
  readonly toTooSlowError: () => Error;
}): WrittenResults {
  const { shared, client, id, unread, toTooSlowError } = options;
  const { stream } = shared;
  const before = nextStart(id);
  const over = Promise.withResolvers<void>();
  // The client may leave before the iterator is read.
  over.promise.catch(() => {});
  let state: 'waiting' | 'reading' | 'behind' | 'done' = 'waiting';
  let clearPending = () => {};
  const subscriber = stream.subscribe(null, write);

  function write(): void {
    try {
      while (state === 'reading') {
        const next = stream.takeNext(subscriber);
        if (!next) return;
        const { chunk } = next.event;
        if (chunk === null) throw new Error('the source of a subscription has failed');
        if (next.deliveryMode === 'terminal') {
          end(null);
          return;
        }
        unread.admit(client.request, chunk);
        if (!client.send(before, chunk, nextEnd)) fallBehind(chunk);
      }
    } catch {
      end(toTooSlowError());
    }
  }

  function fallBehind(chunk: FrameBytes): void {
    state = 'behind';
    const release = unread.hold(client.request, chunk);
    const withdraw = client.onDrain(() => {
      clearPending();
      state = 'reading';
      write();
    });
    clearPending = () => {
      release();
      withdraw();
      clearPending = () => {};
    };
  }

  function end(error: Error | null): void {
    if (state === 'done') return;
    state = 'done';
    clearPending();
    stream.unsubscribe(subscriber);
    if (error) over.reject(error);
    else over.resolve();
  }

  client.signal.addEventListener('abort', () => end(null), { once: true });
  if (client.signal.aborted) end(null);
  return createWrittenResults(
    () => {
      if (state === 'waiting') state = 'reading';
      write();
      return over.promise;
    },
    () => end(null),
  );
}
