import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chromiumPath } from '../support/chromium.ts';
import { startExplorer, type TestExplorer } from '../support/explorer.ts';
import { joinSharedSandbox } from '../support/join-shared-sandbox.ts';
import { goToPart } from '../support/page-parts.ts';

type Fund = {
  readonly itpId: string;
  readonly aumUsd: number | null;
  readonly orderBook: { readonly bidDepthUsd: number; readonly askDepthUsd: number } | null;
};

describe.skipIf(chromiumPath === null)('the depth of an order book', () => {
  let explorer: TestExplorer;
  let funds: readonly Fund[];
  beforeAll(async () => {
    explorer = await startExplorer(joinSharedSandbox);
    const { data } = await explorer.gateway.query<{ dtfs: { edges: { node: Fund }[] } }>(
      `{ dtfs(first: 50) { edges { node {
        itpId aumUsd orderBook(levels: 12) { bidDepthUsd askDepthUsd }
      } } } }`,
    );
    funds = data.dtfs.edges.map(({ node }) => node);
  });
  afterAll(() => explorer?.[Symbol.asyncDispose]());

  /** How many times the fund the deeper side of its book is worth. */
  const timesFund = ({ aumUsd, orderBook }: Fund) =>
    aumUsd === null || orderBook === null
      ? null
      : Math.max(orderBook.bidDepthUsd, orderBook.askDepthUsd) / aumUsd;

  test('behavior: a book that is deeper than its fund says why, and no other does', async () => {
    const small = funds.find((fund) => (timesFund(fund) ?? 0) > 1.5);
    const large = funds.find((fund) => (timesFund(fund) ?? 1) < 0.7);
    expect(small, 'a fund that is smaller than its book').toBeDefined();
    for (const [fund, count] of [
      [small, 1],
      [large, 0],
    ] as const) {
      if (fund === undefined) continue;
      const { page, problems } = await explorer.open(`/dtf/${fund.itpId}`);
      const part = await goToPart(page, 'Quote and order book');
      await part.getByText(/ of bids, .* of asks, /).waitFor();
      const why = part.getByText(
        /That is more than the whole fund, \$[\d.]+[KM]?: the book adds up/,
      );
      await expect.poll(() => why.count()).toBe(count);
      expect(problems).toEqual([]);
      await page.context().close();
    }
  });
});
