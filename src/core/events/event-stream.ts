/**
 * How an event reaches listeners who come late or read slowly: of `latest` only the newest is kept
 * (progress, states), `every` is never skipped (finished variants, ticks), `final` ends the stream.
 */
export type Delivery = 'latest' | 'every' | 'final';

/** One source of events with many listeners. */
export type EventStream<T> = {
  /**
   * Joins; the first listener starts the source. A late one gets what is kept at once, in order,
   * then the rest; after the end it gets the final event. Ends quietly when the signal fires.
   *
   * @throws {SlowListenerError} (from `next`) the listener is further behind than what is kept.
   */
  readonly listen: (signal?: AbortSignal) => AsyncIterableIterator<T, undefined>;
  readonly listeners: () => number;
};

/** A listener is too far behind to get every event. */
export class SlowListenerError extends Error {
  override readonly name = 'SlowListenerError';
}

export type EventStreamOptions<T> = {
  /** Begins the events; the signal fires when the last listener has left. */
  readonly source: (signal: AbortSignal) => AsyncIterable<T>;
  readonly deliveryOf: (event: T) => Delivery;
  /** The final event that stands for a source that throws, or ends without a final event (`null`). */
  readonly failed: (error: unknown) => T;
  /** How many `every` events are kept for slow and late listeners. */
  readonly maxKept?: number;
  /** Whether late listeners get the kept `every` events, too. */
  readonly replay?: boolean;
  /** Told once: the final event, or null when everybody left before it. Nobody may join after null. */
  readonly onEnd?: (final: T | null) => void;
};

type Numbered<T> = { readonly event: T; readonly order: number };
type Listener = { readonly wake: () => void };

/**
 * Shares one source among any number of listeners. A listener is no more than two positions in
 * what is kept, so a thousand of them hold nothing of their own and a slow one holds nobody up.
 */
export function createEventStream<T>(options: EventStreamOptions<T>): EventStream<T> {
  const { source, deliveryOf, failed, maxKept = 1024, replay = true, onEnd } = options;
  const controller = new AbortController();
  const listeners = new Set<Listener>();
  const kept: Numbered<T>[] = [];
  let dropped = 0;
  let latest: Numbered<T> | null = null;
  let final: Numbered<T> | null = null;
  let started = false;
  let order = 0;

  const isOver = () => final !== null || controller.signal.aborted;

  function push(event: T): void {
    order += 1;
    const numbered = { event, order };
    const delivery = deliveryOf(event);
    if (delivery === 'latest') latest = numbered;
    else if (delivery === 'final') final = numbered;
    else {
      kept.push(numbered);
      if (kept.length > maxKept) {
        kept.shift();
        dropped += 1;
      }
    }
    for (const listener of [...listeners]) listener.wake();
    if (final) onEnd?.(event);
  }

  async function pump(): Promise<void> {
    try {
      for await (const event of source(controller.signal)) {
        if (isOver()) return;
        push(event);
        if (isOver()) return;
      }
      if (!isOver()) push(failed(null));
    } catch (error) {
      // A source that fails after everybody left is nobody's news.
      if (!isOver()) push(failed(error));
    }
  }

  function leave(listener: Listener): void {
    if (!listeners.delete(listener) || listeners.size > 0 || isOver()) return;
    controller.abort(new DOMException('nobody listens any more', 'AbortError'));
    onEnd?.(null);
  }

  function listen(signal?: AbortSignal): AsyncIterableIterator<T, undefined> {
    const waiting: PromiseWithResolvers<IteratorResult<T, undefined>>[] = [];
    let position = replay ? dropped : dropped + kept.length;
    let seen = 0;
    let ended = false;

    /** The next event in order of arrival; null when there is none yet. */
    function take(): Numbered<T> | null {
      if (position < dropped) throw new SlowListenerError('the listener is too far behind');
      const step = kept[position - dropped];
      const progress = latest !== null && latest.order > seen ? latest : null;
      if (step && (!progress || step.order < progress.order)) {
        position += 1;
        return step;
      }
      if (progress) {
        seen = progress.order;
        return progress;
      }
      return final;
    }

    function end(): void {
      if (ended) return;
      ended = true;
      signal?.removeEventListener('abort', end);
      leave(listener);
      for (const one of waiting.splice(0)) one.resolve({ value: undefined, done: true });
    }

    function serve(one: PromiseWithResolvers<IteratorResult<T, undefined>>): boolean {
      try {
        const next = take();
        if (!next) return false;
        one.resolve({ value: next.event, done: false });
        if (next === final) end();
      } catch (error) {
        // Told to this listener alone.
        one.reject(error);
        end();
      }
      return true;
    }

    const listener: Listener = {
      wake: () => {
        while (waiting[0] && serve(waiting[0])) waiting.shift();
      },
    };
    listeners.add(listener);
    if (signal?.aborted) end();
    else signal?.addEventListener('abort', end, { once: true });
    if (!started && !ended) {
      started = true;
      void pump();
    }

    return {
      next: () => {
        if (ended) return Promise.resolve({ value: undefined, done: true });
        const one = Promise.withResolvers<IteratorResult<T, undefined>>();
        if (waiting.length > 0 || !serve(one)) waiting.push(one);
        return one.promise;
      },
      return: () => {
        end();
        return Promise.resolve({ value: undefined, done: true });
      },
      [Symbol.asyncIterator]() {
        return this;
      },
    };
  }

  return { listen, listeners: () => listeners.size };
}

/**
 * The events as `map` shows them, without those it maps to undefined. Unlike a generator it leaves
 * its source at once when it is left, also while it waits for an event.
 */
export function mapEvents<T, U>(
  events: AsyncIterable<T>,
  map: (event: T) => U | undefined | Promise<U | undefined>,
): AsyncIterableIterator<U, undefined> {
  const source = events[Symbol.asyncIterator]();
  const end = { value: undefined, done: true } as const;
  return {
    next: async () => {
      for (;;) {
        const { value, done } = await source.next();
        if (done) return end;
        try {
          const shown = await map(value);
          if (shown !== undefined) return { value: shown, done: false };
        } catch (error) {
          // Nobody reads on after a failure, so the source is left like by a reader who goes.
          await source.return?.();
          throw error;
        }
      }
    },
    return: async () => {
      await source.return?.();
      return end;
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}
