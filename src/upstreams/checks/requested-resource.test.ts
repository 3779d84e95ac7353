import { describe, expect, test } from 'vitest';
import {
  combineBodyChecks,
  matchesRequestedResource,
  rowsMatchRequestedResource,
} from './requested-resource.ts';

describe('matchesRequestedResource', () => {
  test.each([
    [{ batch_id: 7 }, { batch_id: 7 }],
    [{ batch_id: 7 }, { batchId: '7' }],
    [{ batch_id: 7 }, { tick: 8 }],
    [{ batch_id: 7 }, { batch_id: null }],
    [{ batch_id: 7 }, [{ batch_id: 8 }]],
    [{ batch_id: 7 }, null],
    [{ asset: 'BTC' }, { asset: 'btc' }],
    [{ itp_id: `0x${'0'.repeat(63)}a` }, { itp_id: '0xA' }],
  ])('default: for %j the body %j may be the response', (asked, body) => {
    expect(matchesRequestedResource(asked)(body)).toBe(true);
  });

  test.each([
    [{ batch_id: 7 }, { batch_id: 8 }],
    [{ batch_id: 7 }, { batchId: '8' }],
    [
      { batch_id: 7, tick_id: 1 },
      { batch_id: 7, tick_id: 2 },
    ],
    [{ asset: 'BTC' }, { asset: 'ETH' }],
    [{ itp_id: `0x${'0'.repeat(63)}a` }, { itpId: '0xb' }],
  ])('error: for %j the body %j belongs to another request', (asked, body) => {
    expect(matchesRequestedResource(asked)(body)).toBe(false);
  });
});

describe('rowsMatchRequestedResource', () => {
  const check = rowsMatchRequestedResource({ batch_id: 7 }, 'history', 'ticks');
  test.each([
    [true, [{ batch_id: 7 }, {}]],
    [true, { history: [{ batchId: 7 }] }],
    [true, { rows: [{ batchId: 8 }] }],
    [true, 'text'],
    [false, [{ batch_id: 7 }, { batch_id: 8 }]],
    [false, { ticks: [{ batchId: 8 }] }],
  ])('default: %s for %j', (expected, body) => {
    expect(check(body)).toBe(expected);
  });
});

test('default: all checks have to pass', () => {
  const check = combineBodyChecks(
    matchesRequestedResource({ asset: 'BTC' }),
    rowsMatchRequestedResource({ asset_id: 'BTC' }, 'prices'),
  );
  expect(check({ asset: 'BTC', prices: [{ assetId: 'BTC' }] })).toBe(true);
  expect(check({ asset: 'BTC', prices: [{ assetId: 'ETH' }] })).toBe(false);
});
