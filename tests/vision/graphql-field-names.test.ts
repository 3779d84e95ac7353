import { keccak256 } from 'viem';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startGateway, type TestGateway } from '../support/gateway.ts';
import { startOracle } from './support/fake-oracle.ts';
import { submissionInput } from './support/submission.ts';

const stack = new AsyncDisposableStack();
let gateway: TestGateway;
beforeAll(async () => {
  const oracle = stack.use(await startOracle());
  gateway = stack.use(await startGateway({ ORACLE_URLS: oracle.url }));
});
afterAll(() => stack.disposeAsync());

const hexWords =
  'is invalid hex: it must be 0x followed by an even number of hex digits, at least two';
test.each([
  ['batch(id: "abc") { tvl }', 'id must be a whole number, or the global id of a batch'],
  ['leaderboard(batchId: "abc") { updatedAt }', 'batchId must be a whole number, or the global'],
  ['bitmapHash(bitmap: "0x")', `bitmap ${hexWords}`],
  [`bitmapHash(bitmap: "0x${'00'.repeat(32_001)}")`, 'bitmap must be at most 32000 bytes'],
  ['backtestBitmap(batchId: 7, bitmap: "0x") { winRate }', `bitmap ${hexWords}`],
  ['backtestBitmap(batchId: "x", bitmap: "0xb0") { winRate }', 'batchId must be a whole number'],
])('args: refusal %# is said in the words of the graph', async (field, message) => {
  const { errors } = await gateway.query(`{ ${field} }`);
  expect(errors?.map((error) => error.message)).toEqual([expect.stringContaining(message)]);
  expect(errors?.[0]?.message.indexOf(message)).toBe(0);
});

test('args: what a submission has wrong is said in the words of the graph', async () => {
  const submit = `mutation ($input: SubmitBitmapInput!) {
    submitBitmap(input: $input) { userErrors { message } }
  }`;
  const told = async (change: object) => {
    const { data } = await gateway.query<{ submitBitmap: { userErrors: { message: string }[] } }>(
      submit,
      { input: { ...submissionInput, ...change } },
    );
    return data.submitBitmap.userErrors.map(({ message }) => message);
  };
  expect(await told({ bitmap: '0x' })).toEqual([`bitmap ${hexWords}`]);
  expect(await told({ expectedHash: keccak256('0xb1') })).toEqual([
    'Hash mismatch: expectedHash is not keccak256 of the bitmap',
  ]);
  expect(await told({ batchId: 'x' })).toEqual([expect.stringMatching(/^batchId must be/)]);
});

test('args: REST keeps its own words', async () => {
  const response = await gateway.post('/vision/backtest', { batch_id: 7, bitmap_hex: '0x' });
  expect(await response.json()).toEqual({ error: `bitmap_hex ${hexWords}` });
});
