import { expect, test } from 'vitest';
import { respondByPath, startGateway, startUpstream } from '../support/gateway.ts';

const wallet = '0x90F79bf6EB2c4f870365E785982E1f101E93b906';
const itp_id = `0x${'01'.repeat(32)}`;
const tx_hash = `0x${'ab'.repeat(32)}`;
const time = 1_767_225_600;

const bought = {
  tx_hash,
  timestamp: time,
  type: 'buy',
  itp_id,
  itp_symbol: 'ONE',
  shares: '5',
  price_per_share: 2,
  total_usd: 10,
  fee_usd: 0,
};
const borrowed = {
  event_type: 'borrow',
  amount: '1.0',
  token: 'USDC',
  tx_hash,
  block_number: 5,
  timestamp: time,
};

/** Rows that have the same key: one transaction buys the same twice. */
const bodies = {
  '/portfolio/trades': [bought, bought, { ...bought, timestamp: time - 9 }, bought],
  '/morpho-history': [borrowed, borrowed, borrowed, borrowed],
};

type Page = {
  readonly edges: readonly { readonly cursor: string }[];
  readonly totalCount: number;
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string };
};

const pageFields = 'totalCount edges { cursor } pageInfo { hasNextPage endCursor }';
const lists = {
  trades: (page: string) => `{ of: portfolio(address: "${wallet}") { rows: trades(${page}) {`,
  'lending history': (page: string) =>
    `{ root: portfolio(address: "${wallet}") { of: lending { rows: history(${page}) {`,
} as const;

test.each(Object.entries(lists))(
  'behavior: the pages of %s with equal rows end',
  async (_, open) => {
    await using node = await startUpstream(respondByPath(bodies));
    await using gateway = await startGateway({ DATA_NODE_URL: node.url });
    const cursors: string[] = [];
    let after = '';
    for (let page = 0; page < 4; page += 1) {
      const opened = open(`first: 1 ${after}`);
      const query = `${opened} ${pageFields} ${'}'.repeat(opened.split('{').length - 1)}`;
      const { data } = await gateway.query<{ root?: object; of?: object }>(query);
      const { rows } = { ...data, ...data.root }.of as { readonly rows: Page };
      expect([rows.totalCount, rows.pageInfo.hasNextPage]).toEqual([4, page < 3]);
      cursors.push(...rows.edges.map(({ cursor }) => cursor));
      after = `after: "${rows.pageInfo.endCursor}"`;
    }
    expect(new Set(cursors).size).toBe(4);
  },
);
