import { afterAll, beforeAll, expect, test } from 'vitest';
import { routeCases } from '../support/cases/route-cases.ts';
import { type FaultyWorld, startFaultyWorld } from '../support/faulty-world.ts';

let world: FaultyWorld;
beforeAll(async () => {
  world = await startFaultyWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

/** When a question is asked, seconds after the first time: parts of an answer come to differ in age. */
const times = [0, 1, 4, 9, 25, 32, 34, 63, 95, 130, 241, 290, 299, 302, 420, 590, 610, 1300];

/** What a shared cache is told: seconds, null where it must not keep the answer. */
function lifeOf(cacheControl: string): { fresh: number; stale: number } | null {
  const seconds = (name: string) =>
    Number(new RegExp(`${name}=(\\d+)`).exec(cacheControl)?.[1] ?? 0);
  const fresh = seconds('s-maxage');
  return fresh > 0 ? { fresh, stale: seconds('stale-while-revalidate') } : null;
}

/** What is wrong with the age of an answer; null when nothing is. */
async function ageProblem(path: string): Promise<string | null> {
  const { status, headers } = await fetch(world.gateway.url + path);
  const [control, age, found] = ['cache-control', 'age', 'x-cache'].map((name) =>
    headers.get(name),
  );
  const told = `${status} ${control}, Age ${age}, ${found}`;
  const life = lifeOf(control ?? '');
  if (life === null) return status === 200 ? null : told;
  if (age === null || age === undefined || found === null) return told;
  // REST counts from what the route is about, GraphQL from the oldest of all that it is asked for.
  const allowed = {
    MISS: path.startsWith('/api') ? 0 : life.fresh,
    HIT: life.fresh,
    COALESCED: life.fresh,
    STALE: life.fresh + life.stale,
  };
  return Number(age) <= (allowed[found as keyof typeof allowed] ?? -1) ? null : told;
}

async function problemsOf(path: string): Promise<readonly string[]> {
  world.forget();
  const problems: string[] = [];
  let passed = 0;
  for (const time of times) {
    world.pass((time - passed) * 1000);
    passed = time;
    for (const again of ['', ', again']) {
      const problem = await ageProblem(path);
      if (problem) problems.push(`at ${time} s${again}: ${problem}`);
    }
  }
  return problems;
}

const gets = routeCases.filter(({ route }) => route.startsWith('GET') && !route.includes('{*'));
test.each(gets)(
  'behavior: $path is never older than its Cache-Control permits',
  async ({ path }) => {
    expect(await problemsOf(`/api${path}`)).toEqual([]);
  },
);

test('behavior: a response is not older because its values stay cached longer than it may', async () => {
  const about = async (path: string) => {
    const { headers } = await fetch(`${world.gateway.url}/api${path}`);
    return [headers.get('x-cache'), headers.get('age')];
  };
  world.forget();
  expect(await about('/vision/sources')).toEqual(['MISS', '0']);
  world.pass(200_000);
  // Its names of sources are 200 seconds old, and good for 100 more.
  expect(await about('/vision/snapshot/meta')).toEqual(['MISS', '0']);
  expect(await about('/vision/snapshot')).toEqual(['MISS', '0']);
});

const queries = [
  '{ dtfs(first: 3) { totalCount } }',
  '{ dtfs(first: 3) { edges { node { name nav { wei } holdings { weight asset { price } } } } } }',
  '{ sources { edges { node { sourceId name } } } }',
  '{ simulationCategories { name } }',
];
test.each(queries)('behavior: %s is never older than its Cache-Control permits', async (query) => {
  expect(await problemsOf(`/graphql?query=${encodeURIComponent(query)}`)).toEqual([]);
});
