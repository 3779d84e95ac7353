import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestNode, type TestNode } from '../../sandbox/data-node/testing/test-node.ts';
import { ask, goodProblem, judge, routeOf } from '../support/cases/judge-answer.ts';
import { type Reading, type RouteCase, routeCases } from '../support/cases/route-cases.ts';
import { spoil } from '../support/cases/spoil.ts';
import type { Fault, GoodAnswer } from '../support/faulty-upstream.ts';
import { type FaultyWorld, startFaultyWorld } from '../support/faulty-world.ts';

/** Worlds of their own, so that routes can be tried side by side. */
const idle: FaultyWorld[] = [];
const worlds: FaultyWorld[] = [];
let node: TestNode;
beforeAll(async () => {
  node = await startTestNode();
  for (let count = 0; count < 5; count += 1) worlds.push(await startFaultyWorld());
  idle.push(...worlds);
});
afterAll(async () => {
  for (const world of worlds) await world[Symbol.asyncDispose]();
  await node[Symbol.asyncDispose]();
});

/** Every form of an answer with one thing wrong in it. */
function* spoiltBodies({ type, body }: GoodAnswer): Generator<{ where: string; body: string }> {
  if (type !== 'text/event-stream') {
    for (const { where, value } of spoil(JSON.parse(body)))
      yield { where, body: JSON.stringify(value) };
    return;
  }
  const frames = body.split('\n\n').filter((frame) => frame !== '');
  for (const [index, frame] of frames.entries()) {
    for (const { where, value } of spoil(JSON.parse(frame.slice('data: '.length)))) {
      const spoilt = frames.with(index, `data: ${JSON.stringify(value)}`);
      yield { where: `event ${index} ${where}`, body: `${spoilt.join('\n\n')}\n\n` };
    }
  }
}

/** An upstream that answers with this body whatever it is asked. */
const saying = (body: string, type?: string): Fault => ({
  name: body,
  // Most members must be there and of their type; a few may be missing or are not looked at.
  kind: 'either',
  play: ({ response, good }) => {
    response.writeHead(200, { 'content-type': type ?? good.type ?? 'application/json' });
    response.end(body);
  },
});

/** What went wrong with a route while one answer of its upstream was spoilt in every way. */
async function trySpoilt(call: {
  readonly world: FaultyWorld;
  readonly asked: RouteCase;
  readonly reading: Reading;
  readonly answer: GoodAnswer;
}): Promise<{ readonly problems: string[]; readonly refused: number }> {
  const { world, asked, reading, answer } = call;
  const problems: string[] = [];
  let refused = 0;
  const askAnew = () => {
    world.forget();
    return ask(world.gateway.url, asked);
  };
  world.setFault(reading.upstream, saying(answer.body, answer.type), reading.path);
  const good = await askAnew();
  expect(goodProblem(good, asked)).toBeNull();
  for (const { where, body } of spoiltBodies(answer)) {
    const fault = saying(body, answer.type);
    world.setFault(reading.upstream, fault, reading.path);
    const seen = await askAnew();
    const problem = judge(seen, { asked, reading, fault, good });
    if (problem) problems.push(`${where}: ${problem}`);
    if (seen.text !== good.text) refused += 1;
  }
  world.setFault(reading.upstream, null);
  return { problems, refused };
}

async function withWorld<T>(work: (world: FaultyWorld) => Promise<T>): Promise<T> {
  const world = idle.pop();
  if (!world) throw new Error('more tests at once than worlds');
  try {
    return await work(world);
  } finally {
    idle.push(world);
  }
}

const readings = routeCases
  .filter((asked) => routeOf(asked).kind !== 'raw' && asked.path !== '/faucet')
  .flatMap((asked) =>
    asked.reads
      .filter((reading) => reading.without === undefined)
      .map((reading) => ({ asked, reading, source: `${reading.upstream}${reading.path ?? ''}` })),
  );
const patience = { timeout: 120_000 };

test.concurrent.each(readings)(
  'error: $asked.path with anything wrong in the answer of $source',
  patience,
  async ({ asked, reading }) => {
    await withWorld(async (world) => {
      const [upstream] = world.of(reading.upstream);
      const spoken: GoodAnswer[] = [];
      const listen: Fault = {
        ...saying(''),
        play: ({ response, good }) => {
          spoken.push(good);
          response.writeHead(200, { 'content-type': good.type ?? 'application/json' });
          response.end(good.body);
        },
      };
      world.setFault(reading.upstream, listen, reading.path);
      world.forget();
      await ask(world.gateway.url, asked);
      world.setFault(reading.upstream, null);
      expect(upstream?.asked.length).toBeGreaterThan(0);
      const [answer] = spoken;
      if (!answer) throw new Error(`${asked.path} asked for nothing`);
      const { problems, refused } = await trySpoilt({ world, asked, reading, answer });
      expect(problems).toEqual([]);
      expect(refused).toBeGreaterThan(3);
    });
  },
);

/** The test node has neither a chain nor simulations. */
const needsMore = /^\/(lending|user-state|sim)\b/;
const wild = readings.filter(
  ({ asked, reading }) => reading.upstream === 'dataNode' && !needsMore.test(asked.path),
);
test.concurrent.each(wild)(
  'error: $asked.path with anything wrong in the answer of a $source in the wild',
  patience,
  async ({ asked, reading }) => {
    await withWorld(async (world) => {
      const [upstream] = world.of('dataNode');
      const before = upstream?.asked.length ?? 0;
      world.forget();
      await ask(world.gateway.url, asked);
      const question = upstream?.asked
        .slice(before)
        .map((line) => line.slice('GET '.length))
        .find((path) => reading.path === undefined || path.split('?')[0] === reading.path);
      const reply = await node.wild(question ?? '/', { 'x-explorer-token': 'test-token' });
      expect([reply.status, reply.type]).toEqual([200, expect.stringContaining('json')]);
      const answer = { body: JSON.stringify(trim(reply.body)) };
      const { problems, refused } = await trySpoilt({ world, asked, reading, answer });
      expect(problems).toEqual([]);
      expect(refused).toBeGreaterThan(3);
    });
  },
);

/** The first two elements of every list. */
function trim(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 2).map(trim);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, trim(member)]));
}
