import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { startGateway, startUpstream } from '../support/gateway.ts';
import { dataNodeResponse, itpId } from '../support/world/data-node-responses.ts';

const rest = `/api/itp-price?itp_id=${itpId}`;
const graph = `/graphql?query={dtf(id:"${itpId}"){nav{wei}}}`;

/** A gateway whose time is moved by hand, on a data node that tells prices when it is told to. */
async function startWorld() {
  const stack = new AsyncDisposableStack();
  let now = 1_800_000_000_000;
  let isSlow = false;
  const waiting: ((status: number) => void)[] = [];
  const node = stack.use(
    await startUpstream(({ url = '' }, response) => {
      const { pathname, searchParams } = new URL(url, 'http://node');
      const answer = (status: number) => {
        response.writeHead(status, { 'content-type': 'application/json' });
        response.end(dataNodeResponse(pathname, searchParams).body);
      };
      if (isSlow && pathname === '/itp-price') waiting.push(answer);
      else answer(200);
    }),
  );
  const env = { DATA_NODE_URL: node.url };
  const gateway = stack.use(await startGateway(env, { clock: { now: () => now } }));
  const ask = async (path: string) => {
    const response = await fetch(gateway.url + path);
    const { data, errors } = (await response.json()) as { data?: unknown; errors?: unknown };
    const isWhole = response.status === 200 && data !== null && errors === undefined;
    return [isWhole, response.headers.get('x-cache')];
  };
  return {
    ask,
    waiting,
    /** How often the data node was asked for the price. */
    calls: () => node.asked.filter((asked) => asked.includes('/itp-price')).length,
    pass: (milliseconds: number) => {
      now += milliseconds;
    },
    /** Lets the question be known and its answer be over, and the data node take its time from now on. */
    makeKnown: async (path: string) => {
      for (let asked = 0; asked < 4; asked += 1) await ask(path);
      now += 600_000;
      node.asked.length = 0;
      isSlow = true;
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

/** Twenty clients that ask a question that is known at once; `answer` lets the data node answer their next price. */
async function askTogether(world: Awaited<ReturnType<typeof startWorld>>, path: string) {
  await world.makeKnown(path);
  const asked = Array.from({ length: 20 }, () => world.ask(path));
  let answered = 0;
  const response = async (status: number, waited = 0) => {
    await expect.poll(() => world.waiting.length).toBe(answered + 1);
    await pause(50);
    world.pass(waited);
    world.waiting[answered]?.(status);
    answered += 1;
  };
  return { answer: response, all: () => Promise.all(asked) };
}

test.each([rest, graph])(
  'behavior: who waits for %s with another does not wait again when it has taken longer than it may live',
  async (path) => {
    await using world = await startWorld();
    const { answer: response, all } = await askTogether(world, path);
    await response(200, 2500);
    const got = await all();
    expect(got.filter(([, found]) => found === 'COALESCED')).toHaveLength(19);
    expect(got.every(([isWhole]) => isWhole)).toBe(true);
    expect(world.calls()).toBe(1);
  },
);

test.each([rest, graph])(
  'error: who waits for %s with another is told of its failure with it',
  async (path) => {
    await using world = await startWorld();
    const { answer: response, all } = await askTogether(world, path);
    await response(500);
    await response(500);
    const got = await all();
    expect(got.some(([isWhole]) => isWhole)).toBe(false);
    // Once more after the first failure, as for a client alone.
    expect(world.calls()).toBe(2);
  },
);

test.each([rest, graph])(
  'behavior: no request waits for %s that was begun too long ago to be used',
  async (path) => {
    await using world = await startWorld();
    await world.makeKnown(path);
    const first = world.ask(path);
    await expect.poll(() => world.waiting.length).toBe(1);
    world.pass(2500);
    const second = world.ask(path);
    await expect.poll(() => world.waiting.length).toBe(2);
    world.waiting[1]?.(200);
    expect(await second).toEqual([true, 'MISS']);
    world.waiting[0]?.(200);
    expect((await first)[0]).toBe(true);
  },
);
