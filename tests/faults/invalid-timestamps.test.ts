import { expect, test } from 'vitest';
import { respondByPath, startGateway, startUpstream } from '../support/gateway.ts';
import { getJson } from '../support/get-json.ts';

const id = `0x${'0'.repeat(63)}1`;
const history = '/market/prices/crypto/bitcoin/history';
/** No times that a date can hold: milliseconds, figures out of every range, before 1970. */
const absurd = [1_767_225_600_000, 9e12, 1e300, 253_402_300_800, -1];

async function ask(bodies: Record<string, unknown>, path: string) {
  await using node = await startUpstream(respondByPath(bodies));
  await using gateway = await startGateway({ DATA_NODE_URL: node.url });
  return await getJson(gateway, path);
}

test.each(absurd)('error: a price and a NAV of the time %d are invalid', async (timestamp) => {
  const price = { asset: 'BTC', price: 1, timestamp, source: 'x' };
  expect((await ask({ '/price': price }, '/price?asset=BTC')).status).toBe(502);
  const series = `/nav-series?itp_id=${id}&range=1d`;
  expect((await ask({ '/nav-series': [{ timestamp, nav: 1 }] }, series)).status).toBe(502);
  const points = [{ time: timestamp, close: '1' }];
  expect((await ask({ '/nav-series': { points } }, series)).status).toBe(502);
});

test.each(absurd)('error: an observation of the time %d is never shown', async (timestamp) => {
  for (const point of [
    { timestamp, value: 1 },
    { fetchedAt: timestamp, value: '1' },
  ]) {
    const bodies = { [history]: { prices: [point] } };
    const { status, body } = await ask(bodies, '/market/history?source=crypto&asset=bitcoin');
    expect(status).not.toBe(500);
    expect(body.prices ?? []).toEqual([]);
  }
});

test('default: the last second of the year 9999 is a time', async () => {
  const points = [{ timestamp: 253_402_300_799.5, nav: 1 }];
  const { body } = await ask({ '/nav-series': points }, `/nav-series?itp_id=${id}&range=1d`);
  expect(body).toEqual([{ timestamp: 253_402_300_799, nav: 1 }]);
});

test('behavior: a series comes out ascending, however the data node sends it', async () => {
  const ascending = [1, 2, 3].map((timestamp) => ({ timestamp, nav: timestamp }));
  for (const order of [
    [2, 1, 0],
    [0, 2, 1],
    [0, 1, 2],
  ]) {
    const points = order.map((position) => ascending[position]);
    const { body } = await ask({ '/nav-series': points }, `/nav-series?itp_id=${id}&range=1d`);
    expect(body).toEqual(ascending);
  }
});
