import { keccak256 } from 'viem';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startGateway, type TestGateway } from '../support/gateway.ts';
import {
  type FakeOracle,
  hashMismatch,
  playerUnknown,
  startOracle,
  startOracles,
} from './support/fake-oracle.ts';
import { submissionInput } from './support/submission.ts';

const stack = new AsyncDisposableStack();
let oracle: FakeOracle;
let gateway: TestGateway;
beforeAll(async () => {
  oracle = stack.use(await startOracle());
  gateway = stack.use(await startGateway({ ORACLE_URLS: oracle.url }));
});
afterAll(() => stack.disposeAsync());

const submit = `mutation ($input: SubmitBitmapInput!) { submitBitmap(input: $input) {
  accepted acceptedCount quorum oracles { oracle accepted state error } batch { batchId }
  userErrors { code message field retryAfter }
} }`;

test('default: submitBitmap returns the response of each oracle', async () => {
  await using own = new AsyncDisposableStack();
  const { oracles: three, env } = await startOracles(own);
  const gateway = own.use(await startGateway(env));
  three[2].decide = () => ({ delay: 2000 });
  const { data } = await gateway.query<Record<string, never>>(submit, { input: submissionInput });
  expect(data).toEqual({
    submitBitmap: {
      accepted: true,
      acceptedCount: 2,
      quorum: 2,
      oracles: [
        { oracle: 1, accepted: true, state: 'ACCEPTED', error: null },
        { oracle: 2, accepted: true, state: 'ACCEPTED', error: null },
        { oracle: 3, accepted: false, state: 'WAITING', error: 'has not answered yet' },
      ],
      batch: { batchId: 7 },
      userErrors: [],
    },
  });
  const patient = await gateway.query<{ submitBitmap: { acceptedCount: number } }>(submit, {
    input: { ...submissionInput, waitForAll: true },
  });
  expect(patient.data.submitBitmap.acceptedCount).toBe(3);
  for (const each of three) each.decide = () => playerUnknown;
  const early = await gateway.query<{ submitBitmap: { userErrors: object[] } }>(submit, {
    input: { ...submissionInput, batchId: '8' },
  });
  expect(early.errors).toBeUndefined();
  expect(early.data.submitBitmap.userErrors).toMatchObject([
    { code: 'PLAYER_NOT_FOUND', field: null, retryAfter: 6 },
  ]);
});

test.each([
  ['does not know the player yet', playerUnknown, 'WAITING', 'Player not found'],
  ['has not read the new commitment', hashMismatch, 'WAITING', 'Hash mismatch'],
  ['refuses the bitmap', { status: 422, error: 'no' }, 'REFUSED', 'refused'],
] as const)('behavior: with a quorum, an oracle that %s', async (_what, decision, state, error) => {
  await using own = new AsyncDisposableStack();
  const { oracles: three, env } = await startOracles(own);
  const gateway = own.use(await startGateway(env));
  for (const quick of three.slice(0, 2)) quick.decide = () => ({ delay: 300 });
  three[2].decide = () => decision;
  const { data } = await gateway.query<{ submitBitmap: { accepted: boolean; oracles: object[] } }>(
    submit,
    { input: submissionInput },
  );
  expect(data.submitBitmap.accepted).toBe(true);
  expect(data.submitBitmap.oracles[2]).toEqual({ oracle: 3, accepted: false, state, error });
});

test.each([
  [{ player: '0x12' }, 'INVALID_PLAYER', 'player'],
  [{ batchId: '-1' }, 'INVALID_BATCH', 'batchId'],
  [{ batchId: '99999999999' }, 'BATCH_NOT_FOUND', 'batchId'],
  [{ bitmap: '0xabc' }, 'INVALID_BITMAP', 'bitmap'],
  [{ bitmap: '' }, 'INVALID_BITMAP', 'bitmap'],
  [{ expectedHash: '0x12' }, 'INVALID_HASH', 'expectedHash'],
  [{ expectedHash: keccak256('0xb1') }, 'HASH_MISMATCH', 'expectedHash'],
])('args: submitBitmap with %j is %s, and nobody is asked', async (change, code, field) => {
  const before = oracle.received.length;
  const input = { ...submissionInput, ...change };
  const { data, errors } = await gateway.query<{
    submitBitmap: { accepted: boolean; oracles: object[]; userErrors: object[] };
  }>(submit, { input });
  expect(errors).toBeUndefined();
  expect(data.submitBitmap).toMatchObject({ accepted: false, oracles: [] });
  expect(data.submitBitmap.userErrors).toMatchObject([{ code, field: ['input', field] }]);
  expect(oracle.received).toHaveLength(before);
});

test('default: encodeBitmap and bitmapHash agree with what the oracles check', async () => {
  const { data } = await gateway.query<Record<string, never>>(
    `query ($long: [Direction!]!) {
      encodeBitmap(predictions: [UP, DOWN, UP, UP, DOWN]) { bitmap hash }
      long: encodeBitmap(predictions: $long) { bitmap }
      bitmapHash(bitmap: "0xb0")
    }`,
    { long: Array(8192).fill('UP') },
  );
  expect(data).toEqual({
    encodeBitmap: { bitmap: '0xb0', hash: keccak256('0xb0') },
    long: { bitmap: `0x${'ff'.repeat(1024)}` },
    bitmapHash: keccak256('0xb0'),
  });
});

test('behavior: a request accepts as many arguments of encodeBitmap as the schema says', async () => {
  const { data: schema } = await gateway.query<{
    __type: { fields: { name: string; args: { description: string }[] }[] };
  }>('{ __type(name: "Query") { fields { name args { description } } } }');
  const field = schema.__type.fields.find(({ name }) => name === 'encodeBitmap');
  const told = field?.args[0]?.description.match(/\d+,\d{3}/)?.[0] ?? '';
  const count = Number(told.replace(',', ''));
  const { data, errors } = await gateway.query<{ encodeBitmap: { bitmap: string } }>(
    'query ($words: [Direction!]!) { encodeBitmap(predictions: $words) { bitmap } }',
    { words: Array(count).fill('DOWN') },
  );
  expect(errors).toBeUndefined();
  expect(data.encodeBitmap.bitmap).toBe(`0x${'00'.repeat(count / 8)}`);
});
