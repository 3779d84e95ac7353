import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Delivery } from '../../core/events/seats.ts';
import { createAudiences } from './audiences.ts';
import { createHeldLine, fullAt, type HeldLine } from './testing/held-line.ts';
import { createTeller } from './testing/teller.ts';

type Move =
  | { readonly kind: 'tell'; readonly delivery: Exclude<Delivery, 'final'> }
  | { readonly kind: 'join' }
  | { readonly kind: 'hold' | 'release' | 'cut'; readonly who: number };

const moves: fc.Arbitrary<Move> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom<Delivery>('latest', 'every', 'passing').map(tellOf) },
  { weight: 3, arbitrary: fc.constant<Move>({ kind: 'join' }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constantFrom('hold', 'release', 'cut'),
      who: fc.nat(5),
    }) as fc.Arbitrary<Move>,
  },
);

function tellOf(delivery: Delivery): Move {
  return { kind: 'tell', delivery: delivery as Exclude<Delivery, 'final'> };
}

/** An event of the model; its number is its place. */
type Event = { readonly number: number; readonly delivery: Delivery };

/** What the naive model knows of a reader. */
type Reader = {
  readonly line: HeldLine;
  /** Everything that was told to its audience: before it came, and since. */
  readonly before: readonly Event[];
  readonly since: Event[];
  wasHeld: boolean;
  isHere: boolean;
};

/** What somebody hears who comes after these events: the newest progress, and what must not be missed. */
function keptOf(events: readonly Event[]): readonly Event[] {
  const latest = events.findLast(({ delivery }) => delivery === 'latest');
  return events.filter((event) => event === latest || event.delivery === 'every');
}

const settle = async () => {
  for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};

const heardBy = ({ line }: Reader): readonly number[] =>
  [...line.text().matchAll(/^data: (\d+) /gm)].map(([, number]) => Number(number));

function check(reader: Reader): void {
  const { before, since } = reader;
  const heard = heardBy(reader);
  const everything = [...keptOf(before), ...since];
  if (!reader.wasHeld && reader.isHere) {
    expect(heard).toEqual(everything.map(({ number }) => number));
    return;
  }
  // In order and nothing twice, nothing that was not for this reader.
  expect(heard).toEqual([...new Set(heard)].sort((left, right) => left - right));
  const mayHear = new Set(everything.map(({ number }) => number));
  expect(heard.filter((number) => !mayHear.has(number))).toEqual([]);
  // Up to where it has come, nothing is missing but old progress; who is here to the end, has it all.
  const last = reader.isHere ? Number.POSITIVE_INFINITY : (heard.at(-1) ?? -1);
  const newest = everything.findLast(({ delivery }) => delivery === 'latest');
  const mustHear = everything.filter(
    (event) => event.number <= last && (event.delivery !== 'latest' || event === newest),
  );
  const missing = mustHear.filter(({ number }) => !heard.includes(number));
  expect(missing).toEqual([]);
}

test('behavior: whoever comes, goes and stalls when, all hear what a naive model says', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(moves, { minLength: 5, maxLength: 60 }), async (script) => {
      const teller = createTeller();
      const audiences = createAudiences({ drain: new AbortController().signal });
      const readers: Reader[] = [];
      let told: Event[] = [];
      let count = 0;
      const here = () => readers.filter(({ isHere }) => isHere);

      const tell = (delivery: Delivery) => {
        if (here().length === 0) return;
        const event = { number: count, delivery };
        count += 1;
        teller.tell(`${event.number} ${'x'.repeat(30)}`, delivery);
        for (const reader of here()) reader.since.push(event);
        told.push(event);
      };
      const play = async (move: Move) => {
        if (move.kind === 'tell') return tell(move.delivery);
        if (move.kind === 'join') {
          const line = createHeldLine();
          readers.push({ line, before: [...told], since: [], wasHeld: false, isHere: true });
          const manner = { tooSlow: () => Buffer.from('data: too slow\n\n') };
          const audience =
            audiences.find('key') ?? audiences.begin('key', { open: teller.open, manner });
          return audience.admit(line.response);
        }
        const reader = here()[move.who % Math.max(1, here().length)];
        if (!reader) return;
        reader.line[move.kind]();
        if (move.kind === 'hold') reader.wasHeld = true;
        if (move.kind === 'cut') reader.isHere = false;
        // The next to come begins anew.
        if (here().length === 0) told = [];
      };

      for (const move of script) {
        await play(move);
        await settle();
        for (const { line } of readers) expect(line.waiting()).toBeLessThan(fullAt + 100);
      }
      tell('final');
      await settle();
      for (const { line } of here()) line.release();
      await settle();
      for (const reader of readers) check(reader);
      for (const { line } of here()) {
        expect(line.text().endsWith('0\r\n\r\n')).toBe(true);
        line.cut();
      }
      await settle();
      expect(audiences.size()).toBe(0);
    }),
    { numRuns: 300 },
  );
});
