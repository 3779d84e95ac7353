import { describe, expect, test } from 'vitest';
import { InvalidInputError } from '../../lib/errors.ts';
import { createDuplicateEventFilter, createSimulationCodec } from './replicated-events.ts';
import {
  errorEventCauseKey,
  type RunEvent,
  type SweepEvent,
  toErrorEvent,
} from './simulation-events.ts';

const progress = (pct: number, variant_index?: number) =>
  ({ type: 'progress', pct, current_date: '2021-01-02', variant_index }) as const;
const done = (variant_index: number) =>
  ({
    type: 'variant_done',
    variant: `v${variant_index}`,
    variant_index,
    total_variants: 2,
  }) as SweepEvent & { type: 'variant_done' };

describe('createSimulationCodec', () => {
  test('default: a failure keeps its kind and its words', () => {
    const failure = toErrorEvent(new InvalidInputError('no data for this range'));
    const wire = createSimulationCodec<RunEvent>();
    const told = wire.decode(structuredClone(wire.encode(failure))) as RunEvent & { type: 'error' };
    expect(told).toMatchObject({ type: 'error', error: 'no data for this range' });
    expect(told[errorEventCauseKey]).toBeInstanceOf(InvalidInputError);
  });

  test('behavior: the end of a sweep is whole again, each variant once', () => {
    const [sender, receiver] = [createSimulationCodec(), createSimulationCodec()];
    const end = { type: 'sweep_done', total_variants: 2, simulations: [done(1), done(0)] } as const;
    const sent = [done(1), done(1), done(0), end].map((event) =>
      structuredClone(sender.encode(event as SweepEvent)),
    );
    expect(JSON.stringify(sent.at(-1))).not.toContain('variant_index');
    expect(sent.map((data) => receiver.decode(data)).at(-1)).toEqual(end);
  });

  test.each([[null], ['x'], [{}], [{ type: 'exit' }], [{ type: 'error' }], [{ type: 1 }]])(
    'args: %j is no event',
    (data) => {
      expect(createSimulationCodec().decode(data)).toBeNull();
    },
  );
});

describe('createDuplicateEventFilter', () => {
  test('default: of a run that begins anew only what lies ahead is news', () => {
    const isNews = createDuplicateEventFilter();
    const first = [{ type: 'open' } as const, progress(10), progress(40)];
    expect(first.map((event) => isNews(event, false))).toEqual([true, true, true]);
    const again = [{ type: 'open' } as const, progress(10), progress(40), progress(50)];
    expect(again.map((event) => isNews(event, true))).toEqual([false, false, false, true]);
  });

  test('default: of a sweep that begins anew only unknown variants and progress are news', () => {
    const isNews = createDuplicateEventFilter();
    const first = [progress(50, 0), done(0), progress(30, 1)];
    expect(first.map((event) => isNews(event, false))).toEqual([true, true, true]);
    const again = [progress(80, 0), done(0), progress(20, 1), progress(60, 1), done(1)];
    expect(again.map((event) => isNews(event, true))).toEqual([false, false, false, true, true]);
  });
});
