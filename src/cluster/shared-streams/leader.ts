import { createTracedSignal, getSignalTrace } from '../../lib/trace-context.ts';
import type { SharedStreamRequest } from '../../streaming/shared-stream-types.ts';
import type { StreamPublisher } from './publisher.ts';

/**
 * Runs an event source and publishes its events to the other replicas, until it ends or `unwanted`
 * fires. `request.signal` ends the local reader only.
 */
export function leadStream<E>(
  request: SharedStreamRequest<E>,
  publisher: StreamPublisher<E>,
  unwanted: AbortSignal,
) {
  const waiting: E[] = [];
  let wake = () => {};
  let end: (() => void) | undefined;
  const signal = createTracedSignal(unwanted, getSignalTrace(request.signal));

  async function work(): Promise<void> {
    try {
      for await (const event of request.start(signal)) {
        publisher.publish(event);
        if (!request.signal.aborted) waiting.push(event);
        wake();
      }
      end = () => {};
    } catch (thrown) {
      if (!unwanted.aborted) publisher.fail(thrown);
      end = () => {
        throw thrown;
      };
    }
    publisher.stop();
    wake();
  }

  async function* read(): AsyncGenerator<E, void> {
    request.signal.addEventListener('abort', () => wake(), { once: true });
    while (!request.signal.aborted) {
      yield* waiting.splice(0);
      if (waiting.length > 0) continue;
      if (end) {
        end();
        return;
      }
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  }

  return { ended: work(), events: read(), isEnded: () => end !== undefined };
}
