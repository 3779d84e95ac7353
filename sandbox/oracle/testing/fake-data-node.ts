import { createHttpService, createJsonResponse } from '../../lib/http-service.ts';

/** Prices of assets by id, as functions of the time in Unix seconds. */
export type TestPrices = Readonly<Record<string, (at: number) => number>>;

/** A price that falls, one that stays and one that rises. */
export const testPrices: TestPrices = {
  falling: (at) => 10_000_000_000 - at,
  flat: () => 5,
  rising: (at) => at,
};

/** A fake data node with only `/vision/snapshot`, which oracles need to resolve ticks. */
export type FakeDataNode = {
  readonly url: string;
  readonly close: () => Promise<void>;
};

/** Starts a fake data node that has these prices in every source. */
export async function startFakeDataNode(prices: TestPrices): Promise<FakeDataNode> {
  const service = createHttpService({
    name: 'price node',
    routes: [
      {
        method: 'GET',
        path: '/vision/snapshot',
        handle: ({ query }) => {
          const at = Number(query.get('at'));
          const rows = Object.entries(prices).map(([assetId, valueAt]) => ({
            assetId,
            source: query.get('source'),
            value: String(valueAt(at)),
            fetchedAt: new Date(at * 1000).toISOString(),
          }));
          return createJsonResponse({ snapshots: rows });
        },
      },
    ],
  });
  return { url: await service.listen({ host: '127.0.0.1', port: 0 }), close: service.close };
}
