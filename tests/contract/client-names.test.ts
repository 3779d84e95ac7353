import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createClient } from 'graphql-ws';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { createLog } from '../../src/lib/log.ts';
import { copyProject } from '../support/copy-project.ts';
import { type FaultyWorld, startFaultyWorld } from '../support/faulty-world.ts';
import { startGateway, type TestGateway } from '../support/gateway.ts';
import { startGatewayProcess } from '../support/gateway-process.ts';
import { postJson } from '../support/post-json.ts';

let world: FaultyWorld;
let gateway: TestGateway;
const lines: string[] = [];
beforeAll(async () => {
  world = await startFaultyWorld();
  const log = createLog('info', null, { write: (line: string) => void lines.push(line) });
  gateway = await startGateway(
    {
      ...world.env,
      KNOWN_CLIENTS: 'shop, wallet app',
      PERSISTED_DOCUMENTS: 'schema/operations',
    },
    { log },
  );
});
afterAll(async () => {
  await gateway[Symbol.asyncDispose]();
  await world[Symbol.asyncDispose]();
});

type At = { readonly url: string };

const send = (query: string, headers: Record<string, string>, { url }: At = gateway) =>
  postJson(`${url}/graphql`, { query }, { headers });

async function metrics(name: string, { url }: At = gateway): Promise<readonly string[]> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return text.split('\n').filter((line) => line.startsWith(name));
}

test('default: uses of a deprecated member are counted for each known client, cached or not', async () => {
  const query = '{ simulationResults(categoryId: "all", first: 1) { edges { node { runId } } } }';
  const uses = () => metrics('gateway_deprecated_uses_total');
  expect(await uses()).toEqual([]);
  for (let count = 0; count < 3; count += 1) {
    await (await send(query, { 'graphql-client-name': 'shop' })).text();
  }
  await (await send(query, { 'apollographql-client-name': 'wallet app' })).text();
  await (await send(query, { 'graphql-client-name': 'unknown' })).text();
  await (await send(query, {})).text();
  const use = (client: string, count: number) =>
    `gateway_deprecated_uses_total{member="Query.simulationResults(categoryId:)",client="${client}"} ${count}`;
  expect((await uses()).toSorted()).toEqual([
    use('other', 2),
    use('shop', 3),
    use('wallet app', 1),
  ]);
  await send('{ simulationResults(first: 1) { edges { node { runId } } } }', {});
  await send(
    '{ simulationResults(categoryId: "all", nothing: 1) { edges { node { runId } } } }',
    {},
  );
  expect(await uses()).toContain(use('other', 2));
});

test('behavior: a field that is deprecated in the schema is counted for those who still use it', async () => {
  await using project = await copyProject();
  const file = join(project.path, 'schema/prices.graphql');
  const sdl = await readFile(file, 'utf8');
  const changed = sdl.replace(
    /(type Asset [^}]*\n {2}price: Float)\n/,
    '$1 @deprecated(reason: "Use `quote`.")\n',
  );
  expect(changed).not.toBe(sdl);
  await writeFile(file, changed);
  const { STATE_DIR: _shared, ...env } = world.env;
  await using next = await startGatewayProcess({ ...env, KNOWN_CLIENTS: 'shop' }, project.path);
  const uses = () => metrics('gateway_deprecated_uses_total', next);
  const ask = async (field: string, name: string) => {
    const query = `{ asset(symbol: "BTC") { ${field} } }`;
    return (await send(query, { 'graphql-client-name': name }, next)).json();
  };
  const { data } = await ask('quote { usd }', 'shop');
  expect(await uses()).toEqual([]);

  expect(await ask('price', 'shop')).toEqual({
    data: { asset: { price: data.asset.quote.usd } },
  });
  await ask('price', 'shop');
  await ask('price', 'unknown');
  const use = (client: string, count: number) =>
    `gateway_deprecated_uses_total{member="Asset.price",client="${client}"} ${count}`;
  expect((await uses()).toSorted()).toEqual([use('other', 1), use('shop', 2)]);
});

test('default: requests of both APIs are counted for each known client', async () => {
  const requests = () => metrics('gateway_client_requests_total');
  await (await send('{ __typename }', { 'graphql-client-name': 'wallet app' })).text();
  await gateway.rest('/nothing', { headers: { 'graphql-client-name': 'shop' } });
  await gateway.rest('/prices?ids=BTC', { headers: { 'graphql-client-name': 'shop' } });
  const seen = (await requests()).join('\n');
  expect(seen).toMatch(/\{api="graphql",client="wallet app",status="200"\} \d/);
  expect(seen).toMatch(/\{api="rest",client="shop",status="\d+"\} \d/);
  expect(seen).not.toContain('unknown');
});

test('default: operations of trusted documents have their latency and errors by client', async () => {
  const id = 'dtf.graphql';
  const operations = () => metrics('gateway_operation_seconds_count');
  const { readdirSync, readFileSync } = await import('node:fs');
  const name = readdirSync('schema/operations').find((file) => file.endsWith('.graphql')) ?? id;
  const query = readFileSync(`schema/operations/${name}`, 'utf8');
  const response = await postJson(
    `${gateway.url}/graphql`,
    { documentId: name },
    { headers: { 'graphql-client-name': 'shop' } },
  );
  await response.text();
  const operation = /(?:query|mutation|subscription) (\w+)/.exec(query)?.[1];
  expect((await operations()).join('\n')).toMatch(
    new RegExp(`operation="${operation}",client="shop",outcome="(ok|errors|refused)"\\} 1`),
  );
  await (await send('query Untrusted { __typename }', {})).text();
  expect((await operations()).join('\n')).not.toContain('Untrusted');
});

test('default: log lines name the client, in safe characters', async () => {
  const headers = { 'graphql-client-name': 'shop', 'graphql-client-version': '1.2.3' };
  await (await send('{ a: __typename }', headers)).text();
  await (await send('{ b: __typename }', { 'graphql-client-name': 'x'.repeat(101) })).text();
  await expect.poll(() => lines.some((line) => line.includes('"version":"1.2.3"'))).toBe(true);
  const named = lines.map((line) => JSON.parse(line)).filter(({ client }) => client);
  expect(named.at(-1)?.client).toEqual({ name: 'shop', version: '1.2.3' });
  expect(lines.join('')).not.toContain('xxxx');
});

test('default: the log names a client of WebSocket that says its name when it connects', async () => {
  const client = createClient({
    url: `${gateway.url.replace('http', 'ws')}/graphql`,
    webSocketImpl: WebSocket,
    connectionParams: { 'graphql-client-name': 'page', 'graphql-client-version': '7' },
    retryAttempts: 0,
  });
  for await (const { data } of client.iterate({ query: '{ __typename }' })) {
    expect(data).toEqual({ __typename: 'Query' });
  }
  await client.dispose();
  const named = () => lines.map((line) => JSON.parse(line)).filter((line) => line.status === 101);
  await expect.poll(named).toMatchObject([{ client: { name: 'page', version: '7' } }]);
});
