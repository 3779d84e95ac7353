import { afterAll, beforeAll, expect, test } from 'vitest';
import { startGateway, type TestGateway } from '../support/gateway.ts';
import { getJson } from '../support/get-json.ts';
import { joinSharedSandbox } from '../support/join-shared-sandbox.ts';

const stack = new AsyncDisposableStack();
let gateway: TestGateway;
beforeAll(async () => {
  const { gatewayEnv } = await joinSharedSandbox();
  const env = Object.entries(gatewayEnv).filter((entry): entry is [string, string] => !!entry[1]);
  gateway = stack.use(await startGateway(Object.fromEntries(env)));
}, 90_000);
afterAll(() => stack.disposeAsync());

type Batch = { readonly id: number; readonly config_hash: string; readonly source_id: string };
type Prices = { readonly ts: string; readonly price: string };
type Market = { readonly id: string; readonly symbol: string; readonly prices: readonly Prices[] };

/** What a bot with the gateway as its data node does to learn how markets were resolved. */
test('default: a bot downloads the config and the prices of every batch through the gateway', async () => {
  const { batches } = (await getJson(gateway, '/vision/batches')).body;
  expect(batches.length).toBeGreaterThan(5);
  for (const { id, config_hash, source_id } of batches as Batch[]) {
    const { status, body: config } = await getJson(gateway, `/dn/batches/config/${config_hash}`);
    expect(status, source_id).toBe(200);
    expect(config).toMatchObject({ config_hash, source_id });
    const { body: ofOracle } = await getJson(gateway, `/vision/config/by-hash/${config_hash}`);
    expect(config).toEqual(ofOracle);
    const ids = config.markets.map(({ asset_id }: { asset_id: string }) => asset_id);
    for (const api of ['', '/dn']) {
      const { status, body } = await getJson(gateway, `${api}/vision/batch/${id}/history?days=2`);
      expect(status, `${api} ${id}`).toBe(200);
      expect(body).toMatchObject({ batchId: id, source: source_id });
      expect(body.markets.map((market: Market) => market.id)).toEqual(ids);
      // What a source has not observed has no prices; most of it has.
      const priced = (body.markets as Market[]).filter(({ prices }) => prices.length > 0);
      expect(priced.length, source_id).toBeGreaterThanOrEqual(ids.length / 2);
      for (const { prices } of priced) expect(prices.at(-1)?.price).toMatch(/^\d+(\.\d+)?$/);
    }
  }
}, 60_000);

test('error: an unknown config and an unknown batch are 404', async () => {
  const unknown = `0x${'ab'.repeat(32)}`;
  expect((await getJson(gateway, `/dn/batches/config/${unknown}`)).status).toBe(404);
  expect((await getJson(gateway, '/vision/batch/999/history?days=2')).status).toBe(404);
});
