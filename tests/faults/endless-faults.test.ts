import { afterAll, beforeAll, expect, test } from 'vitest';
import { listenForAlarms } from '../support/alarms.ts';
import { endlessFaults } from '../support/cases/faults.ts';
import { ask, judge, type Seen } from '../support/cases/judge-answer.ts';
import { type Reading, type RouteCase, routeCases } from '../support/cases/route-cases.ts';
import { type FaultyWorld, startFaultyWorld } from '../support/faulty-world.ts';

/** Longer than any route may wait for its upstreams, but for the proxy. */
const patience = 40_000;
const good: Seen = { status: 200, head: '', type: '', cacheControl: '', text: '', ms: 0 };

const readings = routeCases.flatMap((asked) =>
  asked.reads.filter(({ timeout }) => timeout < patience).map((reading) => ({ asked, reading })),
);
/** What waits for the same thing waits in one world, all at once. */
const groups = Map.groupBy(readings, ({ reading }) => {
  const { upstream, path = '', without = '' } = reading;
  const isPlain = (upstream === 'dataNode' || upstream === 'oracles') && path === '';
  return isPlain ? 'everything' : `${upstream} ${path} ${without}`;
});

let stack: AsyncDisposableStack;
const alarms = listenForAlarms();
beforeAll(() => {
  stack = new AsyncDisposableStack();
});
afterAll(() => stack.disposeAsync());

const startWorld = async () => stack.use(await startFaultyWorld());

test.each(endlessFaults)(
  'error: $name is given up at the deadline of the route',
  { timeout: 2 * patience, concurrent: true },
  async (fault) => {
    const problems: string[] = [];
    async function wait(world: FaultyWorld, asked: RouteCase, reading: Reading): Promise<void> {
      if (fault.name !== 'silence' && reading.endless) return;
      const seen = await ask(world.gateway.url, asked);
      const name = `${asked.route} without ${reading.upstream}${reading.path ?? ''}`;
      const problem = judge(seen, { asked, reading, fault, good });
      if (problem) problems.push(`${name}: ${problem}`);
      const secret = world.secrets.find((one) => `${seen.head}${seen.text}`.includes(one));
      if (secret) problems.push(`${name}: shows ${secret}`);
      const inTime = seen.ms > 0.9 * reading.timeout && seen.ms < reading.timeout + 4000;
      if (!inTime) problems.push(`${name}: took ${seen.ms} ms instead of ${reading.timeout}`);
    }
    const waits: Promise<void>[] = [];
    const worlds: FaultyWorld[] = [];
    for (const group of groups.values()) {
      const world = await startWorld();
      worlds.push(world);
      for (const { reading } of group) {
        for (const upstream of reading.without ? world.of(reading.without) : []) {
          await upstream.goDown();
        }
        world.setFault(reading.upstream, fault, reading.path);
      }
      waits.push(...group.map(({ asked, reading }) => wait(world, asked, reading)));
    }
    await Promise.all(waits);
    expect(problems).toEqual([]);
    for (const world of worlds) expect(await world.areIdle()).toBe(true);
    expect(alarms).toEqual([]);
  },
);
