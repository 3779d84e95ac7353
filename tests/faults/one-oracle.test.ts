import { afterAll, beforeAll, expect, test } from 'vitest';
import { findSuccessProblem, sendRequest } from '../support/cases/check-response.ts';
import { immediateFaults } from '../support/cases/faults.ts';
import { routeCases } from '../support/cases/route-cases.ts';
import { type FaultyWorld, startFaultyWorld } from '../support/faulty-world.ts';

let world: FaultyWorld;
beforeAll(async () => {
  world = await startFaultyWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

/** What is passed on byte for byte is not looked into. */
const isRead = (path: string) => path !== '/vision/stats/global';
const cases = routeCases.filter(
  ({ path, reads }) => isRead(path) && reads.some(({ upstream }) => upstream === 'oracles'),
);
/** Broken in the ways that are found out at different places. */
const names = [
  'a reset',
  'HTML',
  'an empty body',
  'null',
  'a 401',
  'a 500',
  'a redirect',
  '100,000 levels',
];
const faults = immediateFaults.filter(({ name }) => names.includes(name));

test.each(cases)(
  'behavior: $path is read from the second oracle when the first misbehaves',
  async (asked) => {
    const problems: string[] = [];
    const [first] = world.of('oracles');
    for (const fault of faults) {
      // Once it is known to be down it is not asked first any more.
      await world.recover();
      if (first) first.faultOf = () => fault;
      world.forget();
      const problem = findSuccessProblem(await sendRequest(world.gateway.url, asked), asked);
      if (problem) problems.push(`${fault.name}: ${problem}`);
      if (first) first.faultOf = () => null;
    }
    expect(problems).toEqual([]);
    expect(faults).toHaveLength(names.length);
  },
);
