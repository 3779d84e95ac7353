import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  checkResponse,
  findRoute,
  findSuccessProblem,
  sendRequest,
} from '../support/cases/check-response.ts';
import { immediateFaults } from '../support/cases/faults.ts';
import { type RouteCase, routeCases, type UpstreamRead } from '../support/cases/route-cases.ts';
import type { Fault } from '../support/faulty-upstream.ts';
import { type FaultyWorld, startFaultyWorld } from '../support/faulty-world.ts';
import { failOnProcessWarnings } from '../support/process-warnings.ts';

/** Worlds of their own, so that routes can be tried side by side. */
const idle: FaultyWorld[] = [];
const worlds: FaultyWorld[] = [];
/** What should never happen to the process. */
const alarms = failOnProcessWarnings();
beforeAll(async () => {
  for (let count = 0; count < 5; count += 1) worlds.push(await startFaultyWorld());
  idle.push(...worlds);
});
afterAll(async () => {
  for (const world of worlds) await world[Symbol.asyncDispose]();
});

const readings = routeCases.flatMap((asked) =>
  asked.reads.map((reading) => ({
    asked,
    reading,
    title: `${asked.route.split(' ')[0]} ${asked.path.replace(/0x0+/, '0x…')}`,
    source: `${reading.upstream}${reading.path ?? ''}`,
  })),
);

const refused: Fault = {
  name: 'refused connections',
  kind: 'broken',
  headless: true,
  respond: () => undefined,
};

/** A proxy passes on what never ends, and a series may be long: one of them is enough. */
const isSoonTooLong = (asked: RouteCase) =>
  findRoute(asked).kind !== 'node' &&
  (!asked.path.startsWith('/sim/') || asked.path === '/sim/results');

/** True where the route asks the same upstream for other things as well. */
const isPartial = ({ path, broken }: UpstreamRead) => path !== undefined && broken?.status === 200;

const patience = { timeout: 120_000 };
test.concurrent.each(readings)(
  'error: $title through every fault of $source',
  patience,
  async ({ asked, reading }) => {
    const world = idle.pop();
    if (!world) throw new Error('more tests at once than worlds');
    const problems: string[] = [];
    const askAnew = () => {
      world.forget();
      return sendRequest(world.gateway.url, asked);
    };
    const down = reading.without ? world.of(reading.without) : [];
    try {
      const good = await askAnew();
      expect(findSuccessProblem(good, asked)).toBeNull();
      for (const upstream of down) await upstream.goDown();
      const usual = down.length > 0 ? await askAnew() : good;
      expect(findSuccessProblem(usual, asked)).toBeNull();
      for (const fault of immediateFaults) {
        if (fault.name === 'a body without end' && !isSoonTooLong(asked)) continue;
        world.setFault(reading.upstream, fault, reading.path);
        const seen = await askAnew();
        const problem = checkResponse(seen, { asked, reading, fault, good: usual });
        if (problem) problems.push(`${fault.name}: ${problem}`);
        const secret = world.secrets.find((one) => `${seen.head}${seen.text}`.includes(one));
        if (secret) problems.push(`${fault.name}: shows ${secret}`);
        if (seen.ms > reading.timeout + 2000) problems.push(`${fault.name}: took ${seen.ms} ms`);
        if (!(await world.areIdle())) problems.push(`${fault.name}: leaves a request open`);
        world.setFault(reading.upstream, null);
        // After each, for ten failures in a row open the breaker: two are ours, and every five seconds,
        // in which a busy machine tries few faults, two more are the faucet's own.
        const after = findSuccessProblem(await askAnew(), asked);
        if (after) problems.push(`after ${fault.name}: ${after}`);
      }
      if (!isPartial(reading)) {
        for (const upstream of world.of(reading.upstream)) await upstream.goDown();
        const problem = checkResponse(await askAnew(), {
          asked,
          reading,
          fault: refused,
          good: usual,
        });
        if (problem) problems.push(`${refused.name}: ${problem}`);
      }
    } finally {
      world.setFault(reading.upstream, null);
      for (const upstream of world.all) await upstream.comeUp();
      await world.recover();
      idle.push(world);
    }
    expect(problems).toEqual([]);
    expect(world.all.flatMap((one) => one.asked)).not.toContain('GET /followed');
    expect(Object.hasOwn({}, 'polluted') || 'polluted' in {}).toBe(false);
    expect(alarms).toEqual([]);
  },
);
