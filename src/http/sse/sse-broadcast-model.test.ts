import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { EventDeliveryMode } from '../../streaming/subscribable-stream.ts';
import { createSseBroadcastRegistry } from './sse-broadcast-registry.ts';
import { createManualEventSource } from './testing/manual-event-source.ts';
import {
  createStallingResponse,
  type StallingResponse,
  stallThresholdBytes,
} from './testing/stalling-response.ts';

type Move =
  | { readonly kind: 'tell'; readonly deliveryMode: Exclude<EventDeliveryMode, 'terminal'> }
  | { readonly kind: 'join' }
  | { readonly kind: 'hold' | 'release' | 'cut'; readonly who: number };

const moves: fc.Arbitrary<Move> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom<EventDeliveryMode>('conflate', 'replay', 'live').map(tellOf),
  },
  { weight: 3, arbitrary: fc.constant<Move>({ kind: 'join' }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constantFrom('hold', 'release', 'cut'),
      who: fc.nat(5),
    }) as fc.Arbitrary<Move>,
  },
);

function tellOf(deliveryMode: EventDeliveryMode): Move {
  return { kind: 'tell', deliveryMode: deliveryMode as Exclude<EventDeliveryMode, 'terminal'> };
}

/** An event of the model; its number is its position. */
type Event = { readonly number: number; readonly deliveryMode: EventDeliveryMode };

/** A client in the naive model. */
type Reader = {
  readonly line: StallingResponse;
  /** All events of its stream before and since the client connected. */
  readonly before: readonly Event[];
  readonly since: Event[];
  wasHeld: boolean;
  isHere: boolean;
};

/** Returns what a new client receives: replayed events and the newest conflated one. */
function keptOf(events: readonly Event[]): readonly Event[] {
  const latest = events.findLast(({ deliveryMode }) => deliveryMode === 'conflate');
  return events.filter((event) => event === latest || event.deliveryMode === 'replay');
}

const settle = async () => {
  for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};

const heardBy = ({ line }: Reader): readonly number[] =>
  [...line.text().matchAll(/^data: (\d+) /gm)].map(([, number]) => Number(number));

function check(client: Reader): void {
  const { before, since } = client;
  const heard = heardBy(client);
  const everything = [...keptOf(before), ...since];
  if (!client.wasHeld && client.isHere) {
    expect(heard).toEqual(everything.map(({ number }) => number));
    return;
  }
  // In order, without duplicates, and nothing that was not for this client.
  expect(heard).toEqual([...new Set(heard)].sort((left, right) => left - right));
  const mayHear = new Set(everything.map(({ number }) => number));
  expect(heard.filter((number) => !mayHear.has(number))).toEqual([]);
  // Up to the last event received, only conflated ones may be missing; a client that is still
  // connected has received everything.
  const last = client.isHere ? Number.POSITIVE_INFINITY : (heard.at(-1) ?? -1);
  const newest = everything.findLast(({ deliveryMode }) => deliveryMode === 'conflate');
  const mustHear = everything.filter(
    (event) => event.number <= last && (event.deliveryMode !== 'conflate' || event === newest),
  );
  const missing = mustHear.filter(({ number }) => !heard.includes(number));
  expect(missing).toEqual([]);
}

test('behavior: clients that connect, disconnect and stall in any order receive what a naive model predicts', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(moves, { minLength: 5, maxLength: 60 }), async (script) => {
      const eventSource = createManualEventSource();
      const sseRegistry = createSseBroadcastRegistry({
        shutdownSignal: new AbortController().signal,
      });
      const clients: Reader[] = [];
      let frame: Event[] = [];
      let count = 0;
      const here = () => clients.filter(({ isHere }) => isHere);

      const tell = (deliveryMode: EventDeliveryMode) => {
        if (here().length === 0) return;
        const event = { number: count, deliveryMode };
        count += 1;
        eventSource.emit(`${event.number} ${'x'.repeat(30)}`, deliveryMode);
        for (const client of here()) client.since.push(event);
        frame.push(event);
      };
      const play = async (move: Move) => {
        if (move.kind === 'tell') return tell(move.deliveryMode);
        if (move.kind === 'join') {
          const line = createStallingResponse();
          clients.push({ line, before: [...frame], since: [], wasHeld: false, isHere: true });
          const protocol = { tooSlowFrame: () => Buffer.from('data: too slow\n\n') };
          const broadcast =
            sseRegistry.find('key') ??
            sseRegistry.create('key', { subscribe: eventSource.subscribe, protocol });
          return broadcast.addClient(line.response);
        }
        const client = here()[move.who % Math.max(1, here().length)];
        if (!client) return;
        client.line[move.kind]();
        if (move.kind === 'hold') client.wasHeld = true;
        if (move.kind === 'cut') client.isHere = false;
        // The next client starts a new stream.
        if (here().length === 0) frame = [];
      };

      for (const move of script) {
        await play(move);
        await settle();
        for (const { line } of clients)
          expect(line.waiting()).toBeLessThan(stallThresholdBytes + 100);
      }
      tell('terminal');
      await settle();
      for (const { line } of here()) line.release();
      await settle();
      for (const client of clients) check(client);
      for (const { line } of here()) {
        expect(line.text().endsWith('0\r\n\r\n')).toBe(true);
        line.cut();
      }
      await settle();
      expect(sseRegistry.size()).toBe(0);
    }),
    { numRuns: 300 },
  );
});
