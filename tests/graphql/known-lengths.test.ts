import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type FakeUpstream,
  respondByPath,
  startGateway,
  startUpstream,
  type TestGateway,
} from '../support/gateway.ts';
import { postJson } from '../support/post-json.ts';

const batch = {
  id: 1,
  creator: '',
  market_ids: ['m0', 'm1', 'm2', 'm3', 'm4'],
  market_count: 5,
  tick_duration: 60,
  player_count: 1,
  tvl: '1',
  paused: false,
};
const ticks = Array.from({ length: 5 }, (_, at) => ({
  tick_id: at,
  batch_id: 1,
  resolved_at: '2026-03-11T10:00:00Z',
  player_count: 1,
  total_matched: '0',
  results_json: { markets: [] },
}));
const reveals = Object.fromEntries(
  ticks.map(({ tick_id }) => [
    `/vision/reveal/1/${tick_id}`,
    {
      batch_id: 1,
      tick_id,
      bitmaps: [{ player: `0x${'1'.repeat(40)}`, bitmap_hex: '0xf8', hash: `0x${'0'.repeat(64)}` }],
    },
  ]),
);

const configHash = `0x${'2'.repeat(64)}`;
const config = {
  config_hash: configHash,
  source_id: 'crypto',
  tick_duration: 60,
  lock_offset: 2,
  markets: batch.market_ids.map((id) => ({
    ...{ asset_id: id, symbol: id, name: id },
    ...{ resolution_type: 0, threshold_bps: 0 },
  })),
};

let oracle: FakeUpstream;
let gateway: TestGateway;
beforeAll(async () => {
  oracle = await startUpstream(
    respondByPath({
      '/vision/batches': { batches: [batch] },
      '/vision/batch/1/history': { history: ticks },
      '/vision/batch/1/state': {
        ...batch,
        created_at_tick: 0,
        next_tick: 1_800_000_000,
        players: [],
      },
      [`/vision/config/by-hash/${configHash}`]: config,
      ...reveals,
    }),
  );
  gateway = await startGateway({ ORACLE_URLS: oracle.url });
});
afterAll(async () => {
  await gateway[Symbol.asyncDispose]();
  await oracle[Symbol.asyncDispose]();
});

async function ask(query: string) {
  const response = await postJson(`${gateway.url}/graphql`, { query });
  return { text: await response.text(), status: response.status };
}

test('behavior: lists below a batch are as long as its markets and players', async () => {
  const reveal = (selection: string) =>
    `{ batch(id: 1) { ticks(first: 5) { edges { node { reveal { bitmaps { predictions { edges { node { ${selection} } } } } } } } } } }`;
  for (const selection of ['direction', 'direction market { marketId }']) {
    for (let count = 0; count < 4; count += 1) {
      const { text, status } = await ask(reveal(selection));
      expect({ status, errors: JSON.parse(text).errors }).toEqual({ status: 200 });
      const [edge] = JSON.parse(text).data.batch.ticks.edges;
      expect(edge.node.reveal.bitmaps[0].predictions.edges).toHaveLength(5);
    }
  }
});

const ofMarkets =
  'ticks(first: 50) { edges { node { reveal { bitmaps { predictions(first: 100) { edges { node { market { marketId } } } } } } } } }';

const copies = Array.from({ length: 20 }, (_, at) => `copy${at}: marketId`).join(' ');

test.each([
  ['a batch', `query { batch(id: 1) { ${ofMarkets} } }`],
  ['batches', `query { batches(first: 1) { edges { node { ${ofMarkets} } } } }`],
  [
    'a config',
    `query { batchConfig(hash: "${configHash}") { markets { name symbol market { marketId ${copies} } } } }`,
  ],
  ['a batch that is followed', `subscription { batch(id: 1) { ${ofMarkets} } }`],
])(
  'behavior: what is too dear below long lists is executed below short ones: %s',
  async (_of, query) => {
    const leaving = new AbortController();
    const accept = query.startsWith('query') ? 'application/json' : 'text/event-stream';
    const options = { headers: { accept }, signal: leaving.signal };
    const response = await postJson(`${gateway.url}/graphql`, { query }, options);
    let text = '';
    for await (const chunk of response.body ?? []) {
      text += Buffer.from(chunk);
      if (/"(marketId|errors)":/.test(text)) break;
    }
    leaving.abort();
    // A response that is not used any more may be collected, which ends its body.
    expect(response.status).toBe(200);
    expect(text).toContain('"marketId":"m0"');
    expect(text).not.toContain('"errors"');
  },
);

test('error: where they are not known, the longest goes, and the error names what bounds it', async () => {
  const unknown = `{ _entities(representations: [{ __typename: "Batch", batchId: 1 }]) { ... on Batch { ${ofMarkets} } } }`;
  const { text, status } = await ask(unknown);
  expect(status).toBe(400);
  expect(JSON.parse(text).errors[0].message).toMatch(
    /predictions\.edges\.node\.market, up to 500,000 of \d+ bytes each: reduce the argument first of predictions/,
  );
});
