import type { SourceRequest } from '../../../core/replicas/shared-source.ts';
import type { Teller } from './teller.ts';

/** A source under way in this replica. */
export type Leading<E> = {
  readonly events: AsyncGenerator<E, void>;
  readonly isOver: () => boolean;
  /** Resolves when the source has ended, however. */
  readonly over: Promise<void>;
};

/**
 * Begins a source and tells its events as they come. Readers who leave do not end it: that is done
 * by `unwanted`.
 */
export function lead<E>(
  request: SourceRequest<E>,
  teller: Teller<E>,
  unwanted: AbortSignal,
): Leading<E> {
  const waiting: E[] = [];
  let wake = () => {};
  let end: (() => void) | undefined;

  async function work(): Promise<void> {
    try {
      for await (const event of request.begin(unwanted)) {
        teller.tell(event);
        if (!request.signal.aborted) waiting.push(event);
        wake();
      }
      end = () => {};
    } catch (thrown) {
      if (!unwanted.aborted) teller.fail(thrown);
      end = () => {
        throw thrown;
      };
    }
    teller.stop();
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

  return { over: work(), events: read(), isOver: () => end !== undefined };
}
