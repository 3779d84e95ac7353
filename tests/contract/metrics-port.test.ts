import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { freePort } from '../support/free-port.ts';
import { respondByPath, startGateway, startUpstream } from '../support/gateway.ts';

const statusOf = async (url: string) => (await fetch(url)).status;

test('default: /metrics and the probes are on the port of the API', async () => {
  await using upstream = await startUpstream(respondByPath({ '/health': {} }));
  await using gateway = await startGateway({ DATA_NODE_URL: upstream.url });
  for (const path of ['/metrics', '/healthz', '/readyz'])
    expect(await statusOf(gateway.url + path), path).toBe(200);
});

test('behavior: METRICS_PORT moves /metrics and adds a copy of the probes', async () => {
  await using upstream = await startUpstream(respondByPath({ '/health': {} }));
  const port = await freePort();
  await using gateway = await startGateway({
    DATA_NODE_URL: upstream.url,
    METRICS_PORT: String(port),
  });
  const other = `http://127.0.0.1:${port}`;
  expect(await statusOf(`${gateway.url}/metrics`)).toBe(404);
  for (const path of ['/healthz', '/readyz']) {
    expect(await statusOf(gateway.url + path), path).toBe(200);
    expect(await statusOf(other + path), path).toBe(200);
  }
  expect(await (await fetch(`${other}/metrics`)).text()).toContain('gateway_ready 1');
  expect(await statusOf(`${other}/api/prices`)).toBe(404);
  expect(await statusOf(`${other}/graphql`)).toBe(404);
  const post = await fetch(`${other}/metrics`, { method: 'POST' });
  expect(post.status).toBe(405);
  expect(post.headers.get('allow')).toBe('GET, HEAD');
});

test('error: a METRICS_PORT that is taken refuses the start and is named', async () => {
  await using upstream = await startUpstream(() => {});
  const port = new URL(upstream.url).port;
  await expect(startGateway({ METRICS_PORT: port })).rejects.toThrow(
    'METRICS_PORT: the gateway cannot listen there',
  );
});

test('default: promtool accepts every metric', async () => {
  await using gateway = await startGateway({});
  await gateway.rest('/aum-ranking');
  await gateway.query('{ __typename }');
  const input = await (await fetch(`${gateway.url}/metrics`)).text();
  expect(input).toMatch(/gateway_build_info\{version="[\d.]+",node="v\d+/);
  const promtool = spawnSync('promtool', ['check', 'metrics'], { input, encoding: 'utf8' });
  if (promtool.error) {
    throw new Error('promtool is missing: install the Debian package prometheus', {
      cause: promtool.error,
    });
  }
  expect(promtool.stderr + promtool.stdout).toBe('');
  expect(promtool.status).toBe(0);
});
