import { keccak256 } from 'viem';
import { afterAll, expect, test } from 'vitest';
import { startGateway } from '../support/gateway.ts';
import {
  type BitmapResponse,
  hashMismatch,
  playerUnknown,
  startOracles,
} from './support/fake-oracle.ts';
import { alice } from './support/market-model.ts';

/** What each of the three oracles says for as long as it is asked, and what comes of it. */
type Stalemate = {
  readonly name: string;
  readonly answers: readonly [BitmapResponse, BitmapResponse, BitmapResponse];
  readonly status: number;
  readonly error: RegExp;
  readonly accepted: number;
};

const cut: BitmapResponse = { fate: 'reset' };
const stalemates: readonly Stalemate[] = [
  {
    name: 'oracles that refuse the hash for 10 s make 400, whatever another says',
    answers: [hashMismatch, hashMismatch, {}],
    status: 400,
    error: /^Hash mismatch/,
    accepted: 1,
  },
  {
    name: 'oracles that contradict each other for 10 s make 502',
    answers: [{}, playerUnknown, hashMismatch],
    status: 502,
    error: /./,
    accepted: 1,
  },
  {
    name: '2 oracles down make 502 after 10 s',
    answers: [cut, cut, {}],
    status: 502,
    error: /./,
    accepted: 1,
  },
  {
    name: '3 oracles down make 502 after 10 s',
    answers: [cut, cut, cut],
    status: 502,
    error: /./,
    accepted: 0,
  },
];

const stack = new AsyncDisposableStack();
afterAll(() => stack.disposeAsync());

test.concurrent.each(stalemates)(
  'error: $name',
  async ({ answers: responses, status, error, accepted }) => {
    const { oracles, env } = await startOracles(stack);
    for (const [nth, oracle] of oracles.entries()) oracle.decide = () => responses[nth] ?? {};
    const gateway = stack.use(await startGateway(env));
    const submission = {
      player: alice,
      batch_id: 100,
      bitmap_hex: '0xb0',
      expected_hash: keccak256('0xb0'),
    };
    const began = performance.now();
    const response = await gateway.post('/vision/bitmap', submission);
    const took = performance.now() - began;
    const body = (await response.json()) as { readonly error: string };
    expect(response.status).toBe(status);
    expect(Object.keys(body)).toEqual(['error']);
    expect(body.error).toMatch(error);
    expect(body.error).toContain(`${accepted} of 3 oracles accepted, 2 needed`);
    expect(body.error).not.toMatch(/http|127\.0/);
    expect(took).toBeGreaterThan(9500);
    expect(took).toBeLessThan(12_000);
    for (const [nth, { received }] of oracles.entries()) {
      const isDone = Object.keys(responses[nth] ?? {}).length === 0;
      if (isDone) expect(received).toHaveLength(1);
      else expect(received.length).toBeGreaterThan(5);
    }
  },
  60_000,
);
