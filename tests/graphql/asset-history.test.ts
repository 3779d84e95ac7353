import { expect, test } from 'vitest';
import { respondByPath, startGateway, startUpstream } from '../support/gateway.ts';

test('behavior: the history of an asset is read by its identifier within the source', async () => {
  const prices = [{ source: 'crypto', assetId: 'bitcoin', symbol: 'BTC', value: 5 }];
  await using node = await startUpstream(
    respondByPath({
      '/latest-prices': { BTC: 5 },
      '/vision/snapshot': { prices },
      '/market/prices/crypto/bitcoin/history': { prices: [{ timestamp: 1_767_225_600, value: 5 }] },
    }),
  );
  await using gateway = await startGateway({ DATA_NODE_URL: node.url });
  const { data } = await gateway.query('{ asset(symbol: "BTC") { priceHistory { value } } }');
  expect(data).toEqual({ asset: { priceHistory: [{ value: 5 }] } });
});
