import { expect, test } from 'vitest';
import { respondByPath, startGateway, startUpstream } from '../support/gateway.ts';
import { getJson } from '../support/get-json.ts';

const ids = [1, 2, 3].map((number) => `0x${String(number).padStart(64, '0')}`);
const shares = '0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512';
const sent = [shares.toLowerCase(), undefined, 'none'];

const snapshots = ids.map((itp_id, at) => ({
  ...{ itp_id, name: `Fund ${at}`, symbol: `F${at}`, nav: 10, aum_usd: 100, total_supply: '10' },
  assets: [{ symbol: 'BTC', name: 'Bitcoin', weight: 1, qty: '1', price: 10 }],
  ...(sent[at] === undefined ? {} : { bridged_itp_address: sent[at] }),
}));
const ranking = snapshots.map(({ itp_id, name, symbol }) => ({
  ...{ itp_id, name, symbol, nav_per_share: 10, aum_usd: 100, total_supply: '10', asset_count: 1 },
}));

test('default: a DTF has the contract of its shares where its snapshot has it, and REST does not', async () => {
  await using node = await startUpstream(
    respondByPath({ '/aum-ranking': ranking, '/snapshot': snapshots }),
  );
  await using gateway = await startGateway({ DATA_NODE_URL: node.url });
  const query =
    '{ dtfs(orderBy: { field: NAME, direction: ASC }) { edges { node { bridgedItpAddress } } } }';
  const { data, errors } = await gateway.query(query);
  expect(errors).toBeUndefined();
  const found = [shares, null, null].map((bridgedItpAddress) => ({ node: { bridgedItpAddress } }));
  expect(data).toEqual({ dtfs: { edges: found } });
  const { body } = await getJson(gateway, '/snapshot');
  expect(body).toEqual(snapshots.map(({ bridged_itp_address: _, ...documented }) => documented));
});
