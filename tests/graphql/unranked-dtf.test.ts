import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FaultyUpstreams, startFaultyUpstreams } from '../support/faulty-world.ts';
import { respondByPath, startGateway, startUpstream, unreachableUrl } from '../support/gateway.ts';
import { getJson } from '../support/get-json.ts';

/** Has a chain, which knows the DTF. */
let world: FaultyUpstreams;
beforeAll(async () => {
  world = await startFaultyUpstreams();
});
afterAll(() => world[Symbol.asyncDispose]());

const id = `0x${'0'.repeat(63)}1`;
const query = `{
  dtf(id: "${id}") { itpId nav { wei source } }
  _entities(representations: [{ __typename: "Dtf", itpId: "${id}" }]) { ... on Dtf { itpId } }
}`;

/** What both doors say of a DTF that the data node's ranking lacks. */
async function ask(bodies: Record<string, unknown>, l3: string) {
  await using node = await startUpstream(respondByPath({ '/aum-ranking': [], ...bodies }));
  const env = { ...world.env, DATA_NODE_URL: node.url, L3_RPC_URL: l3 };
  await using gateway = await startGateway(env);
  const { data, errors } = await gateway.query(query);
  expect(errors).toBeUndefined();
  return { ...(await getJson(gateway, `/itp-price?itp_id=${id}`)), data };
}

test('default: a DTF that only the chain knows exists through both APIs', async () => {
  const { status, body, data } = await ask({}, world.env.L3_RPC_URL ?? '');
  expect([status, body.source]).toEqual([200, 'onchain']);
  const nav = { wei: body.nav, source: 'ONCHAIN' };
  expect(data).toEqual({ dtf: { itpId: id, nav }, _entities: [{ itpId: id }] });
});

test('behavior: so is one that the data node prices but does not rank', async () => {
  const told = { nav: '5', assets_priced: 1, assets_total: 1, aum_usd: 1, total_supply: '1' };
  const { status, data } = await ask({ '/itp-price': told }, unreachableUrl);
  expect(status).toBe(200);
  expect(data).toMatchObject({ dtf: { nav: { wei: '5', source: 'DATA_NODE' } } });
});

test('error: one without any price is null', async () => {
  const { status, data } = await ask({}, unreachableUrl);
  expect(status).toBe(502);
  expect(data).toEqual({ dtf: null, _entities: [null] });
});

test.each([
  [400, 'the data node did not accept the parameters of the request'],
  [403, 'the data node does not allow this request now'],
  [429, 'the data node receives too many requests; try again later'],
])(
  'error: a ranking that is refused with %i takes from a DTF what it would tell, no more',
  async (status, message) => {
    const told = { nav: '5', assets_priced: 1, assets_total: 1, aum_usd: 1, total_supply: '1' };
    await using node = await startUpstream((request, response) => {
      const isRanking = request.url === '/aum-ranking';
      response.writeHead(isRanking ? status : 200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(isRanking ? { error: 'not now' } : told));
    });
    await using gateway = await startGateway({ DATA_NODE_URL: node.url });
    expect((await getJson(gateway, `/itp-price?itp_id=${id}`)).body.nav).toBe('5');
    const { data, errors } = await gateway.query(`{ dtf(id: "${id}") { name nav { wei } } }`);
    expect(data).toEqual({ dtf: { name: null, nav: { wei: '5' } } });
    expect(errors).toMatchObject([{ message, path: ['dtf', 'name'] }]);
  },
);
