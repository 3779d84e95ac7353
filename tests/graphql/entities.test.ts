import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type TestDataNode, testNow } from '../../sandbox/data-node/testing/test-data-node.ts';
import { forwardGet } from '../support/counting-proxy.ts';
import { type GatewayOnNode, startGatewayOnNode } from '../support/data-node-formats.ts';
import {
  respondByPath,
  startGateway,
  startUpstream,
  type TestGateway,
} from '../support/gateway.ts';

let world: GatewayOnNode;
let node: TestDataNode;
let gateway: TestGateway;
beforeAll(async () => {
  world = await startGatewayOnNode();
  ({ node, gateway } = world);
}, 60_000);
afterAll(() => world[Symbol.asyncDispose]());

const query =
  'query($r: [_Any!]!) { _entities(representations: $r) { __typename ... on Asset { symbol } ... on Portfolio { address } } }';
const btc = { __typename: 'Asset', symbol: 'BTC' };

describe('entities by their representations', () => {
  test.each([
    ['an unknown type', { __typename: 'Nope' }],
    ['no type', {}],
    ['a number', 5],
    ['a list', []],
    ['a text', 'x'],
    ['the name of a prototype', '__proto__'],
    ['the type of a prototype', { __typename: '__proto__' }],
    ['a type that is no text', { __typename: { toString: 1 } }],
    ['a type that is no entity', { __typename: 'Query' }],
    ['an interface', { __typename: 'Node' }],
  ])('error: %s fails in its own place', async (_what, wrong) => {
    for (let count = 0; count < 4; count += 1) {
      const { data, errors } = await gateway.query(query, { r: [btc, wrong, btc] });
      expect(data).toEqual({ _entities: [btc, null, btc] });
      expect(errors).toMatchObject([
        { path: ['_entities', 1], extensions: { code: 'INVALID_INPUT' } },
      ]);
      expect(errors?.[0]?.message).toContain('__typename of ');
    }
  });

  test('error: what an upstream fails to tell is a failure beside one that is malformed', async () => {
    await using alone = await startGateway();
    for (let count = 0; count < 4; count += 1) {
      const { data, errors } = await alone.query(query, { r: [btc, { __typename: 'Nope' }] });
      expect(data).toEqual({ _entities: [null, null] });
      expect(errors?.map(({ extensions }) => extensions.code).sort()).toEqual([
        'INVALID_INPUT',
        'UPSTREAM_UNAVAILABLE',
      ]);
    }
  });

  test('error: nodes that an upstream fails to tell are as many as their ids', async () => {
    await using alone = await startGateway();
    const ids = [Buffer.from('Asset:BTC').toString('base64url'), 'x'];
    for (let count = 0; count < 4; count += 1) {
      const { data, errors } = await alone.query(
        'query($ids: [ID!]!) { nodes(ids: $ids) { id } }',
        { ids },
      );
      expect(data).toEqual({ nodes: [null, null] });
      expect(errors).toHaveLength(2);
    }
  });

  test('behavior: as many at once as their cost allows', async () => {
    const all = await gateway.query(query, { r: Array.from({ length: 1000 }, () => btc) });
    expect(all).toEqual({ data: { _entities: Array.from({ length: 1000 }, () => btc) } });
  });

  test.each(['itpId', 'id'])(
    'behavior: 1,000 DTFs by %s with the figures of the ranking cost one upstream call',
    async (key) => {
      const funds = Array.from({ length: 1000 }, (_, index) => ({
        itp_id: `0x${(index + 1).toString(16).padStart(64, '0')}`,
        name: `Fund ${index}`,
        symbol: `F${index}`,
        nav_per_share: index + 1,
        aum_usd: 2000 - index,
        asset_count: 1,
      }));
      await using upstream = await startUpstream(respondByPath({ '/aum-ranking': funds }));
      await using bulk = await startGateway({ DATA_NODE_URL: upstream.url });
      const { data, errors } = await bulk.query(
        'query($r: [_Any!]!) { _entities(representations: $r) { ... on Dtf { name symbol navPerShareUsd } } }',
        {
          r: funds.map(({ itp_id }) => ({
            __typename: 'Dtf',
            [key]: key === 'id' ? Buffer.from(`Dtf:${itp_id}`).toString('base64url') : itp_id,
          })),
        },
      );
      expect(errors).toBeUndefined();
      expect(data).toEqual({
        _entities: funds.map(({ name, symbol, nav_per_share }) => ({
          name,
          symbol,
          navPerShareUsd: nav_per_share,
        })),
      });
      expect(upstream.asked).toEqual(['GET /aum-ranking']);
    },
  );

  test('error: an upstream failure of one leaves the others intact', async () => {
    const [first, failing, last] = node.state.shareLedger.dtfs().map(({ itpId }) => itpId);
    await using upstream = await startUpstream((request, response) => {
      if (request.url?.includes(failing ?? '')) response.writeHead(500).end();
      else forwardGet(node.url.spec, request, response);
    });
    const clock = { now: () => testNow };
    await using alone = await startGateway({ DATA_NODE_URL: upstream.url }, { clock });
    const r = [first, failing, last].map((itpId) => ({ __typename: 'Dtf', itpId }));
    for (let count = 0; count < 4; count += 1) {
      const { data, errors } = await alone.query(
        'query($r: [_Any!]!) { _entities(representations: $r) { ... on Dtf { itpId name nav { usd } } } }',
        { r },
      );
      const whole = { name: expect.any(String), nav: { usd: expect.any(Number) } };
      expect(data).toEqual({
        _entities: [
          { itpId: first, ...whole },
          { itpId: failing, name: expect.any(String), nav: null },
          { itpId: last, ...whole },
        ],
      });
      expect(errors).toMatchObject([{ path: ['_entities', 1, 'nav'] }]);
    }
  });

  test('error: what they hold counts for each of them', async () => {
    const wide =
      'query($r: [_Any!]!) { _entities(representations: $r) { ... on Asset { heldBy { weight dtf { name holdings { weight quantity } } } } } }';
    for (let count = 0; count < 4; count += 1) {
      const { errors } = await gateway.query(wide, { r: Array.from({ length: 100 }, () => btc) });
      expect(errors).toMatchObject([{ extensions: { code: 'LIMIT_EXCEEDED' } }]);
    }
  });

  test('behavior: literals are compiled and given as variables, without a visible difference', async () => {
    const told = vi.spyOn(console, 'error');
    await using uncached = await startGateway(
      { DATA_NODE_URL: node.url.spec, RESPONSE_CACHE_MAX_MB: '0' },
      { clock: { now: () => testNow } },
    );
    for (const [head, symbol] of [
      ['', '"BTC"'],
      ['query($s: String = "BTC")', '$s'],
    ]) {
      const literal = `${head} { _entities(representations: [{ __typename: "Asset", symbol: ${symbol} }]) { ... on Asset { symbol } } }`;
      for (let count = 0; count < 4; count += 1) {
        const { data } = await uncached.query(literal);
        expect(data).toEqual({ _entities: [{ symbol: 'BTC' }] });
      }
    }
    expect(told).not.toHaveBeenCalled();
    told.mockRestore();
  });
});
