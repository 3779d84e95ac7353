import { serializePublicError } from '../../lib/error-serialization.ts';
import { getSignalTrace } from '../../lib/trace-context.ts';
import type { Millis } from '../../lib/units.ts';
import type { SharedStreamRequest } from '../../streaming/shared-stream-types.ts';
import type { ClusterDeps } from '../cluster-deps.ts';
import { keepLockLease } from '../redis-locks.ts';
import { encodeSharedValue } from '../value-encoding.ts';
import {
  appendEventScript,
  endedStreamEventsTtl,
  redisEventTransferTimeout,
  type StreamKeys,
  streamEventsTtl,
} from './stream-scripts.ts';

/** Shortest interval between published events that are not replayed. */
const tellEvery: Millis = 100;

export type StreamPublisher<E> = {
  readonly publish: (event: E) => void;
  /** Publishes the error of the source; it is thrown at the other replicas, too. */
  readonly fail: (thrown: unknown) => void;
  /** Ends publishing. If no terminal event was published, another replica restarts the source. */
  readonly stop: () => void;
};

/**
 * Creates the publisher of the replica that holds the stream's lock (`token`). Without Redis or the
 * lock it publishes nothing more, and other replicas start the source themselves.
 */
export function createStreamPublisher<E>(
  deps: ClusterDeps,
  options: {
    readonly request: SharedStreamRequest<E>;
    readonly place: StreamKeys;
    readonly token: string;
  },
): StreamPublisher<E> {
  const { redis, channel, locks } = deps;
  const { request, place, token } = options;
  const { encode } = request.createCodec();
  const held = keepLockLease(redis, { name: place.lock, token });
  let isTelling = true;
  /** Sent with the first event, so that followers link to it. */
  let trace = getSignalTrace(request.signal);
  let passing: { event: E } | undefined;
  let timer: NodeJS.Timeout | undefined;

  function fallSilent(): void {
    isTelling = false;
    held.stop();
    clearTimeout(timer);
  }

  function stop(): void {
    if (!isTelling) return;
    fallSilent();
    locks.release({ name: place.lock, partition: place.partition, token }, 'more');
  }

  async function add(data: object, isFinal: boolean): Promise<void> {
    const traceparent = trace?.span && trace.traceparent;
    trace = undefined;
    const sent = { by: token, ...data, ...(traceparent ? { traceparent } : {}) };
    const body = encodeSharedValue(sent) ?? '';
    // An event that cannot be encoded ends the shared stream; followers then start their own.
    const ends = isFinal || body === '';
    const head = [channel.nameOf(place.partition), channel.textOf('more', place.lock), token];
    const tail = ends ? ['1', endedStreamEventsTtl] : ['0', streamEventsTtl];
    const added = await redis.run(
      'add',
      (client) => appendEventScript(client, [place.events, place.lock], [...head, body, ...tail]),
      redisEventTransferTimeout,
    );
    if (added !== 1) stop();
    else if (ends) fallSilent();
  }

  /**
   * Publishes an event that is not replayed; within `tellEvery` of the last one, only the newest.
   */
  function pass(event: E): void {
    if (timer !== undefined) {
      passing = { event };
      return;
    }
    void add({ event: encode(event) }, false);
    timer = setTimeout(() => {
      timer = undefined;
      const last = passing;
      passing = undefined;
      if (last && isTelling) pass(last.event);
    }, tellEvery).unref();
  }

  return {
    publish: (event) => {
      if (!isTelling) return;
      const isFinal = request.isTerminal(event);
      if (!isFinal && !request.isReplayed(event)) return pass(event);
      // A pending event is older than this one.
      passing = undefined;
      void add({ event: encode(event) }, isFinal);
    },
    fail: (thrown) => {
      if (isTelling) void add({ thrown: serializePublicError(thrown) }, true);
    },
    stop,
  };
}
