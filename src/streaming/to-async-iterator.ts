import { createAsyncIterator, iterationEnd } from './create-async-iterator.ts';
import type { SubscriberRegistry } from './subscriber-registry.ts';

/**
 * Returns the events of a stream as an async iterator; it ends after the terminal event, when the
 * signal fires, or with `return`.
 */
export function toAsyncIterator<T>(
  stream: SubscriberRegistry<T>,
  signal: AbortSignal | undefined,
): AsyncIterableIterator<T, undefined> {
  const waiting: PromiseWithResolvers<IteratorResult<T, undefined>>[] = [];
  let ended = false;

  const subscriber = stream.subscribe(waiting, () => {
    while (waiting[0] && serve(waiting[0])) waiting.shift();
  });

  function end(): void {
    if (ended) return;
    ended = true;
    signal?.removeEventListener('abort', end);
    stream.unsubscribe(subscriber);
    for (const one of waiting.splice(0)) one.resolve(iterationEnd);
  }

  function serve(one: PromiseWithResolvers<IteratorResult<T, undefined>>): boolean {
    try {
      const next = stream.takeNext(subscriber);
      if (!next) return false;
      one.resolve({ value: next.event, done: false });
      if (next.retention === 'terminal') end();
    } catch (error) {
      one.reject(error);
      end();
    }
    return true;
  }

  if (signal?.aborted) end();
  else signal?.addEventListener('abort', end, { once: true });

  return createAsyncIterator<T>(() => {
    if (ended) return Promise.resolve(iterationEnd);
    const one = Promise.withResolvers<IteratorResult<T, undefined>>();
    if (waiting.length > 0 || !serve(one)) waiting.push(one);
    return one.promise;
  }, end);
}
