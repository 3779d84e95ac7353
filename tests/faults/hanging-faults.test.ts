import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  checkResponse,
  type ObservedResponse,
  sendRequest,
} from '../support/cases/check-response.ts';
import { hangingFaults } from '../support/cases/faults.ts';
import { type RouteCase, routeCases, type UpstreamRead } from '../support/cases/route-cases.ts';
import type { Fault } from '../support/faulty-upstream.ts';
import { type FaultyWorld, startFaultyWorld } from '../support/faulty-world.ts';
import { failOnProcessWarnings } from '../support/process-warnings.ts';

/** Longer than any route may wait for its upstreams, but for the proxy. */
const patience = 40_000;
const good: ObservedResponse = {
  status: 200,
  head: '',
  type: '',
  cacheControl: '',
  text: '',
  ms: 0,
};

const readings = routeCases.flatMap((asked) =>
  asked.reads.filter(({ timeout }) => timeout < patience).map((reading) => ({ asked, reading })),
);
/** What waits for the same thing waits in one world, all at once. */
const groups = [
  ...Map.groupBy(readings, ({ reading }) => {
    const { upstream, path = '', without = '' } = reading;
    const isPlain = (upstream === 'dataNode' || upstream === 'oracles') && path === '';
    return isPlain ? 'everything' : `${upstream} ${path} ${without}`;
  }).values(),
];

const alarms = failOnProcessWarnings();
let stack: AsyncDisposableStack;
type Stage = { readonly world: FaultyWorld; readonly group: typeof readings };
/** What each fault is played on; all of it stands before any clock is watched, for that takes seconds. */
const stages = new Map<Fault, readonly Stage[]>();
beforeAll(async () => {
  stack = new AsyncDisposableStack();
  for (const fault of hangingFaults) {
    const startStage = async (group: Stage['group']): Promise<Stage> => ({
      world: stack.use(await startFaultyWorld()),
      group,
    });
    stages.set(fault, await Array.fromAsync(groups, startStage));
  }
});
afterAll(() => stack.disposeAsync());

test.each(hangingFaults)(
  'error: $name is given up at the deadline of the route',
  { timeout: 2 * patience, concurrent: true },
  async (fault) => {
    const own = stages.get(fault) ?? [];
    expect(own).toHaveLength(groups.length);
    const problems: string[] = [];
    async function wait(
      world: FaultyWorld,
      asked: RouteCase,
      reading: UpstreamRead,
    ): Promise<void> {
      if (fault.name !== 'silence' && reading.endless) return;
      const seen = await sendRequest(world.gateway.url, asked);
      const name = `${asked.route} without ${reading.upstream}${reading.path ?? ''}`;
      const problem = checkResponse(seen, { asked, reading, fault, good });
      if (problem) problems.push(`${name}: ${problem}`);
      const secret = world.secrets.find((one) => `${seen.head}${seen.text}`.includes(one));
      if (secret) problems.push(`${name}: shows ${secret}`);
      const inTime = seen.ms > 0.9 * reading.timeout && seen.ms < reading.timeout + 4000;
      if (!inTime) problems.push(`${name}: took ${seen.ms} ms instead of ${reading.timeout}`);
    }
    for (const { group, world } of own) {
      for (const { reading } of group) {
        for (const upstream of reading.without ? world.of(reading.without) : []) {
          await upstream.goDown();
        }
        world.setFault(reading.upstream, fault, reading.path);
      }
    }
    const waits = own.flatMap(({ group, world }) =>
      group.map(({ asked, reading }) => wait(world, asked, reading)),
    );
    await Promise.all(waits);
    expect(problems).toEqual([]);
    for (const { world } of own) expect(await world.areIdle()).toBe(true);
    expect(alarms).toEqual([]);
  },
);
