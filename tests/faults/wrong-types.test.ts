import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  startTestDataNode,
  type TestDataNode,
} from '../../sandbox/data-node/testing/test-data-node.ts';
import {
  checkResponse,
  findRoute,
  findSuccessProblem,
  sendRequest,
} from '../support/cases/check-response.ts';
import { corruptJson } from '../support/cases/corrupt-json.ts';
import { type RouteCase, routeCases, type UpstreamRead } from '../support/cases/route-cases.ts';
import type { Fault, SuccessResponse } from '../support/faulty-upstream.ts';
import { type FaultyWorld, startFaultyWorld } from '../support/faulty-world.ts';

/** Worlds of their own, so that routes can be tried side by side. */
const idle: FaultyWorld[] = [];
const worlds: FaultyWorld[] = [];
let node: TestDataNode;
beforeAll(async () => {
  node = await startTestDataNode();
  for (let count = 0; count < 5; count += 1) worlds.push(await startFaultyWorld());
  idle.push(...worlds);
});
afterAll(async () => {
  for (const world of worlds) await world[Symbol.asyncDispose]();
  await node[Symbol.asyncDispose]();
});

/** Every form of an answer with one thing wrong in it. */
function* spoiltBodies({
  type,
  body,
}: SuccessResponse): Generator<{ where: string; body: string }> {
  if (type !== 'text/event-stream') {
    for (const { where, value } of corruptJson(JSON.parse(body)))
      yield { where, body: JSON.stringify(value) };
    return;
  }
  const frames = body.split('\n\n').filter((frame) => frame !== '');
  for (const [index, frame] of frames.entries()) {
    for (const { where, value } of corruptJson(JSON.parse(frame.slice('data: '.length)))) {
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
  respond: ({ response, good }) => {
    response.writeHead(200, { 'content-type': type ?? good.type ?? 'application/json' });
    response.end(body);
  },
});

/** What went wrong with a route while one answer of its upstream was spoilt in every way. */
async function trySpoilt(call: {
  readonly world: FaultyWorld;
  readonly asked: RouteCase;
  readonly reading: UpstreamRead;
  readonly answer: SuccessResponse;
}): Promise<{ readonly problems: string[]; readonly refused: number }> {
  const { world, asked, reading, answer: response } = call;
  const problems: string[] = [];
  let refused = 0;
  const askAnew = () => {
    world.forget();
    return sendRequest(world.gateway.url, asked);
  };
  world.setFault(reading.upstream, saying(response.body, response.type), reading.path);
  const good = await askAnew();
  expect(findSuccessProblem(good, asked)).toBeNull();
  for (const { where, body } of spoiltBodies(response)) {
    const fault = saying(body, response.type);
    world.setFault(reading.upstream, fault, reading.path);
    const seen = await askAnew();
    const problem = checkResponse(seen, { asked, reading, fault, good });
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
  .filter((asked) => findRoute(asked).kind !== 'node' && asked.path !== '/faucet')
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
      const spoken: SuccessResponse[] = [];
      const listen: Fault = {
        ...saying(''),
        respond: ({ response, good }) => {
          spoken.push(good);
          response.writeHead(200, { 'content-type': good.type ?? 'application/json' });
          response.end(good.body);
        },
      };
      world.setFault(reading.upstream, listen, reading.path);
      world.forget();
      await sendRequest(world.gateway.url, asked);
      world.setFault(reading.upstream, null);
      expect(upstream?.asked.length).toBeGreaterThan(0);
      const [response] = spoken;
      if (!response) throw new Error(`${asked.path} asked for nothing`);
      const { problems, refused } = await trySpoilt({ world, asked, reading, answer: response });
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
      await sendRequest(world.gateway.url, asked);
      const question = upstream?.asked
        .slice(before)
        .map((line) => line.slice('GET '.length))
        .find((path) => reading.path === undefined || path.split('?')[0] === reading.path);
      const reply = await node.wild(question ?? '/', { 'x-explorer-token': 'test-token' });
      expect([reply.status, reply.type]).toEqual([200, expect.stringContaining('json')]);
      const response = { body: JSON.stringify(trim(reply.body)) };
      const { problems, refused } = await trySpoilt({ world, asked, reading, answer: response });
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
