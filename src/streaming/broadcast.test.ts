import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createBroadcast, SlowSubscriberError } from './broadcast.ts';
import { mapEvents } from './map-events.ts';

type Event = {
  readonly type: 'progress' | 'done' | 'tick' | 'result' | 'error';
  readonly n: number;
};

const deliveries = {
  progress: 'conflate',
  done: 'replay',
  tick: 'live',
  result: 'terminal',
  error: 'terminal',
} as const;

/** A broadcast whose source the test controls. */
function createFed(options: { readonly maxReplayed?: number } = {}) {
  const queue: Event[] = [];
  let wake = () => {};
  let broken: unknown;
  const state = { aborted: false, starts: 0, ends: [] as (Event | null)[] };
  const stream = createBroadcast<Event>({
    ...options,
    source: async function* (signal) {
      state.starts += 1;
      signal.addEventListener('abort', () => {
        state.aborted = true;
      });
      for (;;) {
        const event = queue.shift();
        if (event) yield event;
        else if (broken !== undefined) throw broken;
        else
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
      }
    },
    deliveryModeOf: (event) => deliveries[event.type],
    toTerminalEvent: () => ({ type: 'error', n: -1 }),
    onEnd: (final) => state.ends.push(final),
  });
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  return {
    stream,
    state,
    feed: async (...events: Event[]) => {
      for (const event of events) {
        queue.push(event);
        wake();
        await settle();
      }
    },
    breakOff: async () => {
      broken = new Error('the source broke');
      wake();
      await settle();
    },
    settle,
  };
}

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const progress = (n: number): Event => ({ type: 'progress', n });
const done = (n: number): Event => ({ type: 'done', n });
const tick = (n: number): Event => ({ type: 'tick', n });
const result: Event = { type: 'result', n: 0 };

describe('createBroadcast', () => {
  test('default: every subscriber gets the events in order, then the end', async () => {
    const { stream, feed, state } = createFed();
    const all = Promise.all([Array.fromAsync(stream.iterate()), Array.fromAsync(stream.iterate())]);
    await feed(progress(1), done(1), progress(2), result);
    const expected = [progress(1), done(1), progress(2), result];
    expect(await all).toEqual([expected, expected]);
    expect(state).toEqual({ aborted: false, starts: 1, ends: [result] });
  });

  test('behavior: a late subscriber gets the newest conflate event and all replay events at once', async () => {
    const { stream, feed } = createFed();
    const early = stream.iterate();
    await feed(progress(1), done(1), progress(2), progress(3));
    const late = stream.iterate();
    expect((await late.next()).value).toEqual(done(1));
    expect((await late.next()).value).toEqual(progress(3));
    await early.return?.();
    await late.return?.();
  });

  test('behavior: a subscriber after the end gets the terminal event', async () => {
    const { stream, feed } = createFed();
    const first = Array.fromAsync(stream.iterate());
    await feed(progress(1), result);
    await first;
    expect(await Array.fromAsync(stream.iterate())).toEqual([progress(1), result]);
  });

  test('behavior: a late subscriber gets only later live events', async () => {
    const { stream, feed } = createFed({ maxReplayed: 3 });
    const early = Array.fromAsync(stream.iterate());
    await feed(tick(1), done(1), tick(2));
    const late = Array.fromAsync(stream.iterate());
    await feed(tick(3), result);
    expect(await late).toEqual([done(1), tick(3), result]);
    expect(await early).toEqual([tick(1), done(1), tick(2), tick(3), result]);
  });

  test('behavior: subscribers can join until a replay event is dropped', async () => {
    const { stream, feed } = createFed({ maxReplayed: 2 });
    const quick = Array.fromAsync(stream.iterate());
    await feed(tick(1), done(1), tick(2));
    expect(stream.canJoin()).toBe(true);
    await feed(done(2));
    expect(stream.canJoin()).toBe(false);
    await feed(result);
    expect(await quick).toHaveLength(5);
  });

  test('behavior: a subscriber is woken for each event and takes it with its delivery mode', async () => {
    const { stream, feed, state } = createFed();
    let woken = 0;
    const subscriber = stream.subscribe('me', (listener) => {
      woken += listener === 'me' ? 1 : 0;
    });
    expect(stream.takeNext(subscriber)).toBeNull();
    await feed(progress(1), result);
    expect(woken).toBe(2);
    expect(stream.takeNext(subscriber)).toEqual({
      event: progress(1),
      deliveryMode: 'conflate',
      sequence: 1,
    });
    expect(stream.takeNext(subscriber)).toMatchObject({ event: result, deliveryMode: 'terminal' });
    expect(stream.takeNext(subscriber)).toMatchObject({ event: result, deliveryMode: 'terminal' });
    stream.unsubscribe(subscriber);
    expect(state).toMatchObject({ aborted: false, ends: [result] });
  });

  test('behavior: a slow subscriber gets only the newest conflate event, and every replay event', async () => {
    const { stream, feed } = createFed();
    const slow = stream.iterate();
    await feed(progress(1), progress(2), done(1), progress(3), progress(4), done(2), result);
    expect(await Array.fromAsync(slow)).toEqual([done(1), progress(4), done(2), result]);
  });

  test('behavior: only the last subscriber to unsubscribe stops the source', async () => {
    const { stream, feed, state } = createFed();
    const [one, two] = [stream.iterate(), stream.iterate()];
    const pending = two.next();
    await one.return?.();
    expect(state.aborted).toBe(false);
    await two.return?.();
    expect(state).toMatchObject({ aborted: true, ends: [null] });
    expect(await pending).toEqual({ value: undefined, done: true });
    await feed(progress(1));
  });

  test('behavior: a signal ends its iterator without an error', async () => {
    const { stream, state } = createFed();
    const controller = new AbortController();
    const events = Array.fromAsync(stream.iterate(controller.signal));
    controller.abort();
    expect(await events).toEqual([]);
    expect(state.aborted).toBe(true);
    expect(stream.subscriberCount()).toBe(0);
  });

  test('error: a source that throws ends with one terminal event', async () => {
    const { stream, feed, breakOff } = createFed();
    const events = Array.fromAsync(stream.iterate());
    await feed(progress(1));
    await breakOff();
    expect(await events).toEqual([progress(1), { type: 'error', n: -1 }]);
  });

  test('error: a source without a terminal event ends with one that is made for it', async () => {
    const stream = createBroadcast<Event>({
      source: async function* () {
        yield progress(1);
      },
      deliveryModeOf: (event) => deliveries[event.type],
      toTerminalEvent: () => ({ type: 'error', n: -1 }),
    });
    expect(await Array.fromAsync(stream.iterate())).toEqual([
      progress(1),
      { type: 'error', n: -1 },
    ]);
  });

  test('error: a subscriber that missed events gets an error; the others continue', async () => {
    const { stream, feed } = createFed({ maxReplayed: 2 });
    const slow = stream.iterate();
    const quick = Array.fromAsync(stream.iterate());
    await feed(done(1), done(2), done(3), result);
    await expect(slow.next()).rejects.toThrow(SlowSubscriberError);
    expect(await quick).toEqual([done(1), done(2), done(3), result]);
  });

  test('behavior: live events are retained until every subscriber has taken them', async () => {
    const { stream, feed, settle } = createFed();
    const slow = stream.iterate();
    const quick = stream.iterate();
    const events: WeakRef<Event>[] = [];
    const countRetained = async () => {
      await settle();
      collectGarbage();
      return events.filter((event) => event.deref()).length;
    };
    const feedNext = async () => {
      const event = tick(events.length);
      events.push(new WeakRef(event));
      await feed(event);
      await quick.next();
    };
    for (let n = 0; n < 20; n += 1) await feedNext();
    expect(await countRetained()).toBe(20);
    for (let n = 0; n < 20; n += 1) expect((await slow.next()).value).toEqual(tick(n));
    await feedNext();
    expect(await countRetained()).toBeLessThan(4);
    expect((await slow.next()).value).toEqual(tick(20));
    await slow.return?.();
    await quick.return?.();
  });

  test('behavior: at any pace every subscriber gets all live and replay events in order', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(0, 1, 2, 'live', 'replay'), { maxLength: 80 }),
        async (moves) => {
          const { stream, feed } = createFed();
          const listeners = [0, 1, 2].map(() => stream.iterate());
          const seen: Event[][] = [[], [], []];
          const waiting = [0, 0, 0];
          const sent: Event[] = [];
          for (const move of moves) {
            if (typeof move === 'string') {
              const event = move === 'live' ? tick(sent.length) : done(sent.length);
              sent.push(event);
              for (const at of [0, 1, 2]) waiting[at] = (waiting[at] ?? 0) + 1;
              await feed(event);
            } else if ((waiting[move] ?? 0) > 0) {
              waiting[move] = (waiting[move] ?? 0) - 1;
              const next = await listeners[move]?.next();
              if (next?.value) seen[move]?.push(next.value);
            }
          }
          await feed(result);
          for (const [at, listener] of listeners.entries()) {
            const rest = await Array.fromAsync(listener);
            expect([...(seen[at] ?? []), ...rest]).toEqual([...sent, result]);
          }
        },
      ),
      { numRuns: 200 },
    );
  });

  test('behavior: at any pace all replay events arrive in order, and progress never goes back', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom<'feed' | 'step' | 'read'>('feed', 'step', 'read'), {
          maxLength: 60,
        }),
        async (moves) => {
          const { stream, feed } = createFed();
          const listener = stream.iterate();
          const read: Promise<IteratorResult<Event, undefined>>[] = [];
          let n = 0;
          let steps = 0;
          for (const move of moves) {
            n += 1;
            if (move === 'read') read.push(listener.next());
            else if (move === 'feed') await feed(progress(n));
            else {
              steps += 1;
              await feed(done(n));
            }
          }
          await feed(result);
          const early = (await Promise.all(read)).flatMap(({ value }) => (value ? [value] : []));
          const events = [...early, ...(await Array.fromAsync(listener))];
          expect(events.filter(({ type }) => type === 'done')).toHaveLength(steps);
          expect(events.at(-1)).toEqual(result);
          const order = events.slice(0, -1).map((event) => event.n);
          expect(order).toEqual([...order].sort((left, right) => left - right));
        },
      ),
      { numRuns: 200 },
    );
  });
});

describe('mapEvents', () => {
  test('default: yields the mapped events without undefined', async () => {
    const { stream, feed } = createFed();
    const shown = Array.fromAsync(
      mapEvents(stream.iterate(), (event) => (event.type === 'progress' ? undefined : event.n)),
    );
    await feed(progress(1), done(7), result);
    expect(await shown).toEqual([7, 0]);
  });

  test('behavior: return closes the source at once, even while next is pending', async () => {
    const { stream, state } = createFed();
    const shown = mapEvents(stream.iterate(), (event) => event.n);
    const pending = shown.next();
    await shown.return?.();
    expect(state.aborted).toBe(true);
    expect((await pending).done).toBe(true);
  });

  test('error: a map that throws closes the source', async () => {
    const { stream, feed, state } = createFed();
    const shown = mapEvents(stream.iterate(), () => {
      throw new Error('cannot be shown');
    });
    const pending = shown.next();
    pending.catch(() => {});
    await feed(progress(1));
    await expect(pending).rejects.toThrow('cannot be shown');
    expect(state.aborted).toBe(true);
  });
});
