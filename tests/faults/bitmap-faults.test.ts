import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  findErrorProblem,
  type ObservedResponse,
  sendRequest,
} from '../support/cases/check-response.ts';
import { hangingFaults, immediateFaults } from '../support/cases/faults.ts';
import { routeCases } from '../support/cases/route-cases.ts';
import type { Fault } from '../support/faulty-upstream.ts';
import { type FaultyWorld, startFaultyWorld } from '../support/faulty-world.ts';

let world: FaultyWorld;
beforeAll(async () => {
  world = await startFaultyWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

const faults: readonly Fault[] = [...immediateFaults, ...hangingFaults].filter(
  ({ kind }) => kind === 'broken' || kind === 'refused',
);
const bitmapCase = routeCases.find(({ path }) => path === '/vision/bitmap');
const batchOf = (body: string) => (JSON.parse(body || '{}') as { batch_id?: number }).batch_id;

/** Submits to a batch of its own for each fault, all at once: every oracle has the fault of its batch. */
async function submitThroughAll(faulty: number): Promise<readonly ObservedResponse[]> {
  for (const [index, oracle] of world.of('oracles').entries()) {
    oracle.faultOf = ({ body }) =>
      index < faulty ? (faults[(batchOf(body) ?? 0) - 1000] ?? null) : null;
  }
  const submissions = faults.map((_fault, index) => {
    const body = { ...(bitmapCase?.body as object), batch_id: 1000 + index };
    return sendRequest(world.gateway.url, {
      route: 'POST /vision/bitmap',
      path: '/vision/bitmap',
      body,
      reads: [],
    });
  });
  return Promise.all(submissions);
}

const leaksOf = ({ head, text }: ObservedResponse) =>
  [...world.secrets, '127.0.0.1', 'thread-7'].filter((secret) => `${head}${text}`.includes(secret));

test('error: oracles that all misbehave are retried for 10 s, then 502 says how many accepted', async () => {
  const responses = await submitThroughAll(3);
  for (const [index, seen] of responses.entries()) {
    const about = `${faults[index]?.name}: ${seen.status} ${seen.text}`;
    expect(seen.status, about).toBe(502);
    expect(findErrorProblem(seen), about).toBeNull();
    expect(seen.text, about).toContain('(0 of 3 oracles accepted, 2 needed)');
    expect(seen.ms, about).toBeLessThan(13_000);
    expect(leaksOf(seen), about).toEqual([]);
  }
  await world.recover();
});

test('behavior: one oracle that misbehaves, however it does, keeps no bitmap from being accepted', async () => {
  const responses = await submitThroughAll(1);
  for (const [index, seen] of responses.entries()) {
    const about = `${faults[index]?.name}: ${seen.status} ${seen.text}`;
    expect(seen.status, about).toBe(200);
    expect(JSON.parse(seen.text), about).toMatchObject({
      accepted: true,
      acceptedCount: 2,
      totalCount: 3,
    });
    expect(leaksOf(seen), about).toEqual([]);
  }
});
