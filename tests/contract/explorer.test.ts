import type { IncomingHttpHeaders, RequestListener } from 'node:http';
import { afterEach, describe, expect, test } from 'vitest';
import {
  type FakeUpstream,
  startGateway,
  startUpstream,
  type TestGateway,
  unreachableUrl,
} from '../support/gateway.ts';

const token = 'explorer-token-of-this-test';
let upstream: FakeUpstream | undefined;
let gateway: TestGateway;
let headers: IncomingHttpHeaders = {};

const start = async (answer: RequestListener, env: Record<string, string> = {}) => {
  upstream = await startUpstream((request, response) => {
    headers = request.headers;
    answer(request, response);
  });
  gateway = await startGateway({ DATA_NODE_URL: upstream.url, EXPLORER_TOKEN: token, ...env });
};
const json =
  (body: unknown, status = 200): RequestListener =>
  (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  };
const ask = async (query: string) => {
  const response = await gateway.rest(`/explorer/health${query}`);
  return { answer: response, body: (await response.json()) as Record<string, unknown> };
};

afterEach(async () => {
  await gateway[Symbol.asyncDispose]();
  await upstream?.[Symbol.asyncDispose]();
  upstream = undefined;
});

const health = {
  poll_batch_ts: '2026-01-01T00:00:00.000Z',
  quorum_met: true,
  worst_status: 'healthy',
  consensus_rounds_total: 100,
  consensus_success_total: 98,
  consensus_failed_total: 2,
  signatures_collected: 3,
  avg_consensus_time_ms: 120.5,
  avg_cycle_duration_ms: 900,
  orders_processed_last_60s: 7,
  pending_order_count: 1,
  total_peers: 3,
  p2p_messages_received: 1000,
  p2p_messages_sent: 999,
  total_peers_healthy: 3,
  total_peers_unhealthy: 0,
};
const secrets = {
  rpc_endpoint: 'http://10.0.0.7:8545',
  bls_private_key: 'secret',
  __proto__: { toString: 'x' },
  nested: { token },
};

describe('GET /explorer/health', () => {
  test('default: the history of 24 hours, the listed fields and no other', async () => {
    await start(json({ snapshots: [{ ...health, ...secrets }, health], node: 'x' }));
    const { answer: response, body } = await ask('');
    expect(response.status).toBe(200);
    expect(body).toEqual({ snapshots: [health, health] });
    expect(response.headers.get('cache-control')).toBe(
      'public, s-maxage=30, stale-while-revalidate=60',
    );
    expect(response.headers.get('etag')).toMatch(/^"/);
    expect(upstream?.asked).toEqual(['GET /explorer/health/history?range=24h']);
  });

  test('default: the latest, the token goes upstream and nowhere else', async () => {
    await start(json({ network: { ...health, ...secrets }, extra: secrets }));
    const { answer: response, body } = await ask('?endpoint=latest&range=7d&debug=1');
    expect(body).toEqual({ network: health });
    expect(upstream?.asked).toEqual(['GET /explorer/health/latest?range=7d']);
    expect(headers['x-explorer-token']).toBe(token);
    expect(JSON.stringify([...response.headers])).not.toContain(token);
  });

  test('behavior: a caller’s own token and cookies are not what is sent', async () => {
    await start(json({ network: health }));
    const own = { 'x-explorer-token': 'guess', cookie: 'a=b', authorization: 'Bearer x' };
    await gateway.rest('/explorer/health?endpoint=latest', { headers: own });
    expect(headers['x-explorer-token']).toBe(token);
    expect(headers.cookie).toBeUndefined();
    expect(headers.authorization).toBeUndefined();
  });

  test('behavior: values of another type are left out, decimal strings are numbers', async () => {
    await start(
      json({
        network: {
          ...health,
          quorum_met: 'yes',
          worst_status: 'healthy at http://10.0.0.7',
          avg_consensus_time_ms: '120.5',
          total_peers: { secret: 1 },
          signatures_collected: null,
          pending_order_count: '<script>',
        },
      }),
    );
    const { quorum_met: _q, worst_status: _w, total_peers: _t, ...rest } = health;
    const { signatures_collected: _s, pending_order_count: _p, ...left } = rest;
    expect((await ask('?endpoint=latest')).body).toEqual({ network: left });
  });

  test.each(['1h', '6h', '24h', '7d', '30d'])('args: range %s is passed on', async (range) => {
    await start(json({ snapshots: [] }));
    expect((await ask(`?endpoint=history&range=${range}`)).body).toEqual({ snapshots: [] });
    expect(upstream?.asked).toEqual([`GET /explorer/health/history?range=${range}`]);
  });

  test.each([
    [
      '204 without a body',
      ((_q, response) => void response.writeHead(204).end()) as RequestListener,
    ],
    ['an empty object', json({})],
    ['an array', json([health])],
    ['null', json('null')],
    ['a string', json('"healthy"')],
    ['other types inside', json({ network: 'up', snapshots: 'many' })],
  ])('behavior: %s is nothing known, not a failure', async (_name, response) => {
    await start(response);
    expect(await ask('?endpoint=latest')).toMatchObject({
      answer: { status: 200 },
      body: { network: null },
    });
    expect(await ask('')).toMatchObject({ answer: { status: 200 }, body: { snapshots: [] } });
  });

  test.each(['', '?endpoint=x', '?range=x', '?endpoint=latest'])(
    'error: without a token %j is 503, before anything else is looked at',
    async (query) => {
      await start(json({ network: health }), { EXPLORER_TOKEN: '' });
      const { answer: response, body } = await ask(query);
      expect(response.status).toBe(503);
      expect(body).toEqual({ error: 'EXPLORER_TOKEN is not configured' });
      expect(response.headers.get('cache-control')).toBe('no-store');
      expect(upstream?.asked).toEqual([]);
    },
  );

  test.each([
    ['?endpoint=x', 'endpoint'],
    ['?endpoint=', 'endpoint'],
    ['?endpoint=../admin', 'endpoint'],
    ['?endpoint=x&range=x', 'endpoint'],
    ['?endpoint=__proto__', 'endpoint'],
    ['?range=2h', 'range'],
    ['?range=24H', 'range'],
    ['?range=', 'range'],
    ['?endpoint=latest&range=1y', 'range'],
    ['?range=24h&range=7d', 'range'],
  ])('error: %s is 400 and names %s', async (query, name) => {
    await start(json({ network: health }));
    const { answer: response, body } = await ask(query);
    expect(response.status).toBe(400);
    expect(body).toEqual({ error: expect.stringMatching(new RegExp(`^${name} must`)) });
    expect(upstream?.asked).toEqual([]);
  });

  test.each([400, 401, 403, 404, 429, 500, 503, 302])(
    'error: upstream %i is 502',
    async (status) => {
      await start(json({ error: `denied for ${token} at 10.0.0.7` }, status));
      const { answer: response, body } = await ask('');
      expect(response.status).toBe(502);
      expect(Object.keys(body)).toEqual(['error']);
      expect(JSON.stringify(body)).not.toMatch(/10\.0\.0\.7|explorer-token/);
      expect(response.headers.get('cache-control')).toBe('no-store');
    },
  );

  test.each([
    ['that is no JSON', json('<html>')],
    [
      'that is cut off',
      ((_q, response) => {
        response.writeHead(200, { 'content-length': '1000' });
        response.write('{"network":');
        setTimeout(() => response.destroy(), 20);
      }) as RequestListener,
    ],
    ['over 5 MB', json({ network: health, pad: 'x'.repeat(5_100_000) })],
    [
      'over 5 MB when unpacked by nobody',
      ((_q, response) => {
        response.writeHead(200, { 'content-encoding': 'gzip' });
        response.end(Buffer.alloc(100));
      }) as RequestListener,
    ],
    ['that resets', ((_q, response) => void response.socket?.resetAndDestroy()) as RequestListener],
  ])('error: an answer %s is 502', async (_name, response) => {
    await start(response);
    expect((await ask('')).answer.status).toBe(502);
  });

  test('error: a data node that hangs is 502 after 15 s, and the request there is given up', async () => {
    const left = Promise.withResolvers<void>();
    await start((request) => request.once('close', left.resolve));
    const begun = performance.now();
    const { answer: response, body } = await ask('');
    await left.promise;
    expect(response.status).toBe(502);
    expect(body).toEqual({ error: 'the data node did not respond in time; try again later' });
    expect(performance.now() - begun).toBeGreaterThan(14_500);
    expect(performance.now() - begun).toBeLessThan(20_000);
  });

  test('error: a data node that refuses connections is 502', async () => {
    gateway = await startGateway({ DATA_NODE_URL: unreachableUrl, EXPLORER_TOKEN: token });
    const { answer: response, body } = await ask('?endpoint=latest');
    expect(response.status).toBe(502);
    expect(body).toEqual({ error: 'the data node is unavailable; try again later' });
  });
});

describe('explorerHealth', () => {
  const query = `{
    explorerHealth {
      latest { polledAt quorumMet worstStatus signaturesCollected avgConsensusTimeMs totalPeers }
      history(range: D7) { polledAt p2pMessagesSent ordersProcessedLast60s totalPeersUnhealthy }
    }
  }`;

  test('default: says what REST says', async () => {
    await start((request, response) =>
      json(request.url?.includes('latest') ? { network: health } : { snapshots: [health] })(
        request,
        response,
      ),
    );
    const { data, errors } = await gateway.query(query);
    expect(errors).toBeUndefined();
    expect(data).toEqual({
      explorerHealth: {
        latest: {
          polledAt: health.poll_batch_ts,
          quorumMet: true,
          worstStatus: 'HEALTHY',
          signaturesCollected: 3,
          avgConsensusTimeMs: 120.5,
          totalPeers: 3,
        },
        history: [
          {
            polledAt: health.poll_batch_ts,
            p2pMessagesSent: 999,
            ordersProcessedLast60s: 7,
            totalPeersUnhealthy: 0,
          },
        ],
      },
    });
    expect(upstream?.asked.toSorted()).toEqual([
      'GET /explorer/health/history?range=7d',
      'GET /explorer/health/latest?range=24h',
    ]);
    const rest = await ask('?range=7d');
    expect(rest.answer.headers.get('x-cache')).toBe('HIT');
  });

  test('error: a history that fails leaves the latest', async () => {
    await start((request, response) =>
      json({ network: health }, request.url?.includes('latest') ? 200 : 500)(request, response),
    );
    const { data, errors } = await gateway.query(
      '{ explorerHealth { latest { totalPeers } history { totalPeers } } }',
    );
    expect(data).toEqual({ explorerHealth: { latest: { totalPeers: 3 }, history: null } });
    expect(errors?.map(({ path }) => path)).toEqual([['explorerHealth', 'history']]);
  });

  test('error: without a token NOT_CONFIGURED, without a data node UPSTREAM_UNAVAILABLE', async () => {
    gateway = await startGateway();
    expect((await gateway.query(query)).errors?.[0]?.extensions.code).toBe('NOT_CONFIGURED');
    await gateway[Symbol.asyncDispose]();
    gateway = await startGateway({ EXPLORER_TOKEN: token });
    expect((await gateway.query(query)).errors?.[0]?.extensions.code).toBe('UPSTREAM_UNAVAILABLE');
  });
});
