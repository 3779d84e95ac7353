import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { systemClock } from '../lib/clock.ts';
import { NotFoundError, UpstreamUnavailableError } from '../lib/errors.ts';
import { createPoller, type PollerOptions } from './poller.ts';

/** A counter that the test increments, polled every 5 ms. */
function watchCounter(options: Partial<PollerOptions<number, number>> = {}) {
  const counter = { value: 0, looks: 0, failure: null as Error | null };
  const poller = createPoller<number, number>({
    interval: 5,
    deliveryMode: 'conflate',
    clock: systemClock,
    maxKeys: 2,
    createOverloadError: () => new Error('busy'),
    poll: async (_key, before) => {
      counter.looks += 1;
      if (counter.failure) throw counter.failure;
      const { value } = counter;
      return { state: value, events: value === before ? [] : [value] };
    },
    ...options,
  });
  return { counter, poller };
}

const forever = new AbortController().signal;

describe('createPoller', () => {
  test('default: many subscribers share one loop and get the newest event at once', async () => {
    const { counter, poller } = watchCounter();
    const listeners = await Promise.all(
      Array.from({ length: 100 }, () => poller.subscribe('a', forever)),
    );
    expect(await Promise.all(listeners.map((one) => one.next()))).toEqual(
      listeners.map(() => ({ value: 0, done: false })),
    );
    expect(counter.looks).toBe(1);
    expect(poller.keyCount()).toBe(1);
    await Promise.all(listeners.map((one) => one.return?.()));
    expect(poller.keyCount()).toBe(0);
  });

  test('behavior: an event is sent when something changes, and only then', async () => {
    const { counter, poller } = watchCounter();
    const events = await poller.subscribe('a', forever);
    await events.next();
    let seen = 0;
    const next = events.next().then(({ value }) => {
      seen = value ?? -1;
    });
    await sleep(40);
    expect(counter.looks).toBeGreaterThan(3);
    expect(seen).toBe(0);
    counter.value = 7;
    await next;
    expect(seen).toBe(7);
    await events.return?.();
  });

  test('behavior: polling ends with the last subscriber, and a new subscriber starts it again', async () => {
    const { counter, poller } = watchCounter();
    const controller = new AbortController();
    const events = await poller.subscribe('a', controller.signal);
    controller.abort();
    expect(await events.next()).toEqual({ value: undefined, done: true });
    const { looks } = counter;
    await sleep(30);
    expect(counter.looks).toBe(looks);
    const again = await poller.subscribe('a', forever);
    expect((await again.next()).value).toBe(0);
    await again.return?.();
  });

  test('behavior: live sends subscribers the events of every poll, none from before', async () => {
    let number = 0;
    const { poller } = watchCounter({
      deliveryMode: 'live',
      poll: async (_key, before) => {
        number += 1;
        return { state: number, events: before === null ? [] : [number, -number] };
      },
    });
    const events = await poller.subscribe('a', forever);
    const values = [await events.next(), await events.next(), await events.next()];
    expect(values.map(({ value }) => value)).toEqual([2, -2, 3]);
    await events.return?.();
  });

  test('behavior: a failed poll is repeated', async () => {
    const { counter, poller } = watchCounter();
    const events = await poller.subscribe('a', forever);
    await events.next();
    counter.failure = new UpstreamUnavailableError('down');
    await sleep(20);
    counter.failure = null;
    counter.value = 1;
    expect((await events.next()).value).toBe(1);
    await events.return?.();
  });

  test('behavior: pollNow polls at once, and new subscribers get no event from before', async () => {
    const { counter, poller } = watchCounter({ interval: 60_000 });
    const early = await poller.subscribe('a', forever);
    expect((await early.next()).value).toBe(0);
    counter.value = 1;
    poller.pollNow('a');
    poller.pollNow('b');
    const late = await poller.subscribe('a', forever);
    expect((await late.next()).value).toBe(1);
    expect((await early.next()).value).toBe(1);
    expect(counter.looks).toBe(2);
    await Promise.all([early.return?.(), late.return?.()]);
  });

  test('behavior: a running poll serves subscribers from before pollNow, the next poll serves later ones', async () => {
    const looks: PromiseWithResolvers<number>[] = [];
    const { poller } = watchCounter({
      interval: 60_000,
      poll: async () => {
        const look = Promise.withResolvers<number>();
        looks.push(look);
        const value = await look.promise;
        return { state: value, events: [value] };
      },
    });
    const early = poller.subscribe('a', forever);
    poller.pollNow('a');
    const late = poller.subscribe('a', forever);
    poller.pollNow('a');
    looks[0]?.resolve(0);
    const events = await early;
    expect((await events.next()).value).toBe(0);
    await expect.poll(() => looks.length).toBe(2);
    looks[1]?.resolve(1);
    const others = await late;
    expect((await others.next()).value).toBe(1);
    expect((await events.next()).value).toBe(1);
    expect(looks).toHaveLength(2);
    await Promise.all([events.return?.(), others.return?.()]);
  });

  test('behavior: an event is current until it expires or pollNow is called, and again after a poll', async () => {
    let now = 0;
    const look = { state: 0, events: [7] };
    const { poller } = watchCounter({
      interval: 60_000,
      clock: { now: () => now },
      poll: async (_key, before) => ({
        ...(before === null ? look : { ...look, events: [] }),
        until: now + 100,
      }),
    });
    let isCurrent = () => false;
    const events = await poller.subscribe('a', forever, (place) => {
      isCurrent = place;
    });
    await events.next();
    expect(isCurrent()).toBe(true);
    poller.pollNow('a');
    expect(isCurrent()).toBe(false);
    await expect.poll(isCurrent).toBe(true);
    now += 100;
    expect(isCurrent()).toBe(false);
    const late = await poller.subscribe('a', forever);
    expect((await late.next()).value).toBe(7);
    expect(isCurrent()).toBe(true);
    await Promise.all([events.return?.(), late.return?.()]);
  });

  test('error: a new subscriber of an expired event gets the error of the next poll', async () => {
    let now = 0;
    const { counter, poller } = watchCounter({
      clock: { now: () => now },
      poll: async () => {
        counter.looks += 1;
        if (counter.failure) throw counter.failure;
        return { state: 0, events: [0], until: 12_000 };
      },
    });
    const events = await poller.subscribe('a', forever);
    counter.failure = new UpstreamUnavailableError('down');
    const late = await poller.subscribe('a', forever);
    expect((await late.next()).value).toBe(0);
    now = 12_000;
    await expect(poller.subscribe('a', forever)).rejects.toThrow('down');
    counter.failure = null;
    const again = await poller.subscribe('a', forever);
    expect((await again.next()).value).toBe(0);
    await Promise.all([events, late, again].map((one) => one.return?.()));
  });

  test('error: a failed first poll rejects the subscriber, and the key is removed', async () => {
    const { counter, poller } = watchCounter();
    counter.failure = new UpstreamUnavailableError('down');
    await expect(poller.subscribe('a', forever)).rejects.toThrow('down');
    expect(poller.keyCount()).toBe(0);
  });

  test('error: a poll that finds no resource ends the events', async () => {
    const { counter, poller } = watchCounter();
    const events = await poller.subscribe('a', forever);
    await events.next();
    counter.failure = new NotFoundError('gone');
    await expect(events.next()).rejects.toThrow('gone');
    expect(poller.keyCount()).toBe(0);
  });

  test('error: polls that fail for a minute end the events', async () => {
    let now = 0;
    const { counter, poller } = watchCounter({ clock: { now: () => now } });
    const events = await poller.subscribe('a', forever);
    await events.next();
    counter.failure = new UpstreamUnavailableError('down');
    await sleep(20);
    now += 60_001;
    await expect(events.next()).rejects.toThrow('down');
  });

  test('error: more keys than allowed are rejected', async () => {
    const { poller } = watchCounter();
    const open = [await poller.subscribe('a', forever), await poller.subscribe('b', forever)];
    await expect(poller.subscribe('c', forever)).rejects.toThrow('busy');
    await Promise.all(open.map((events) => events.return?.()));
  });
});
