import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { publicMessages } from '../domains/index.ts';
import { createPublicMessageCheck } from './checks/public-messages.ts';
import { publicUpstreamMessage, toUpstreamError } from './parse-upstream-response.ts';

const isPublicMessage = createPublicMessageCheck(publicMessages);

const response = (status: number, value: unknown, retryAfter?: number) => ({
  status,
  value,
  bytes: 0,
  retryAfter,
  isPublicMessage,
});

describe('messages that clients may see', () => {
  test.each([
    'Reveal window not yet expired; opens at 2026-01-01T00:10:00Z',
    'Reveal window not yet expired; opens at 2026-01-01 00:10:00+02:00',
    'Reveal window not yet expired. Deadline: 1790000640, now: 1790000042',
    'Tick 9 is not resolved yet. Deadline: 1790000640, now: 1790000042',
    'opens at 2026-01-01T00:10:00Z',
    'Batch not found',
    'Batch 7 not found',
    'batch 3 has no markets configured',
    'batch has no markets configured',
    `Player 0x${'ab'.repeat(20)} not found in batch 3`,
    `Player not found: 0x${'ab'.repeat(20)} not found in batch 7`,
    'Hash mismatch',
    'bitmap_hex is missing',
    'missing bitmap_hex',
    'invalid hex encoding in bitmap_hex',
    'Bitmap too short: 13 bytes, got 4 bytes',
    "Simulation failed: No coins in category 'x'",
    'no data: no coins in category nothing',
    'not enough coins: 0 available, 5 required',
    'not enough coins: 0 available, 5 required: none ever passes the funding filter (vc_*)',
    'unknown category',
    'unknown category_id: /sim/categories lists the valid ones',
    'unknown run_id',
    'Invalid start_date',
    'start_date must not be after 2026-06-30',
    'start_date must not be after 2026-06-30, the last day of the data',
    'end_date must not be before start_date',
    'top_n must be a whole number from 1 to 200',
    'invalid interval, must be one of 5m, 15m, 1h, 1d',
    'weighting must be one of equal, mcap, mcap_cap{N}',
    'weighting tvl needs a DeFi category (category_id starting with dl-)',
    'asset is required',
    'run 8 does not exist',
    'slow down',
    'Too many requests',
    'rate limit exceeded; retry after 7 s',
    'not found',
  ])('default: %s', (error) => {
    expect(publicUpstreamMessage(response(400, { error }))).toBe(error);
  });

  test.each([
    'getaddrinfo ENOTFOUND postgres.internal',
    'connect ECONNREFUSED data-node.svc.cluster.local',
    'connect ECONNREFUSED localhost',
    'relation "users" does not exist at character 15',
    'Batch 7 not found; connect ECONNREFUSED db',
    'getaddrinfo ENOTFOUND db: Batch 7 not found',
    'Batch 7 not found\nat main',
    'asset is required by postgres',
    'password is missing',
    'weighting must be one of equal at 10.0.0.1',
    'price at 12:30 missing',
    'cannot read /srv/data-node/ledger.ts',
    'at Ledger.read (/data/ledger.ts:42:7)',
    'refused Bearer abc',
    'api_key=abc is wrong',
    `not found${' '.repeat(500)}`,
    'x'.repeat(501),
    '',
  ])('error: clients do not see %s', (error) => {
    expect(publicUpstreamMessage(response(400, { error }))).toBeNull();
  });

  test('behavior: no text that is not on the list is shown', () => {
    const words = fc.array(
      fc.constantFrom(
        'connect',
        'ECONNREFUSED',
        'db.internal',
        '10.0.0.1',
        'not',
        'found',
        'SELECT',
      ),
      { minLength: 3, maxLength: 8 },
    );
    fc.assert(
      fc.property(
        words,
        (parts) => publicUpstreamMessage(response(400, { error: parts.join(' ') })) === null,
      ),
    );
  });
});

describe('toUpstreamError', () => {
  const hidden = { error: 'panic at 10.0.0.1' };

  test.each([
    [400, 'the node did not accept the parameters of the request'],
    [403, 'the node does not allow this request now'],
    [409, 'the node has a state that conflicts with the request'],
    [418, 'the node refused the request'],
    [422, 'the node could not process the parameters of the request'],
    [429, 'the node receives too many requests; try again later'],
  ])(
    'behavior: %i with an unknown message keeps its status, with a fixed text',
    (status, message) => {
      expect(toUpstreamError(response(status, hidden), 'node')).toMatchObject({ status, message });
    },
  );

  test('behavior: a 404 becomes a NotFoundError', () => {
    expect(toUpstreamError(response(404, hidden), 'node')).toMatchObject({
      status: 404,
      message: 'not found',
    });
  });

  test.each([
    [400, null],
    [403, { message: 'closed' }],
    [429, { error: 7 }],
    [401, { error: 'who are you' }],
    [302, { error: 'elsewhere' }],
  ])('error: %i with %j becomes a 502', (status, value) => {
    expect(toUpstreamError(response(status, value), 'node')).toMatchObject({ status: 502 });
  });

  test('behavior: a status that the route documents is kept without a message in the body', () => {
    const words = (value: unknown) => toUpstreamError(response(403, value), 'node', 'sealed');
    expect(words(null)).toMatchObject({ status: 403, message: 'sealed' });
    expect(words(hidden)).toMatchObject({ status: 403, message: 'sealed' });
    expect(words({ message: 'opens at 1790000640' })).toMatchObject({
      message: 'opens at 1790000640',
    });
    expect(words({ error: 'opens at 1790000641' })).toMatchObject({
      message: 'opens at 1790000641',
    });
  });

  test('behavior: the retry time of a 429 is passed on', () => {
    const busy = { error: 'slow down' };
    expect(toUpstreamError(response(429, busy, 7), 'node')).toMatchObject({
      status: 429,
      retryAfter: 7,
    });
    expect(toUpstreamError(response(429, busy), 'node')).not.toHaveProperty('retryAfter');
  });
});
