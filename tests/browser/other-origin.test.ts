import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chromiumPath, launchChromium } from '../support/chromium.ts';
import { startGateway, type TestGateway } from '../support/gateway.ts';
import { requestIdFor } from '../support/request-id-for.ts';

describe.skipIf(chromiumPath === null)('a page of another origin', () => {
  const host = createServer((_request, response) => {
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end('<!doctype html><title>page</title>');
  });
  let gateway: TestGateway;
  let browser: Browser;
  let page: Page;
  beforeAll(async () => {
    gateway = await startGateway();
    browser = await launchChromium();
    await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
    page = await browser.newPage();
    await page.goto(`http://localhost:${(host.address() as AddressInfo).port}`);
  });
  afterAll(async () => {
    await browser?.close();
    await gateway?.[Symbol.asyncDispose]();
    host.close();
  });

  /** Asks from within the page: the status, the id that the gateway gave, and the text. */
  const ask = (path: string, init: Omit<RequestInit, 'signal' | 'window'> = {}) =>
    page.evaluate(
      async ([url, options]) => {
        const response = await fetch(url as string, options as RequestInit);
        const id = response.headers.get('x-request-id');
        return { status: response.status, id, text: await response.text() };
      },
      [gateway.url + path, init] as const,
    );

  const body = '{"query":"{ __typename }"}';
  const json = { 'content-type': 'application/json' };
  test.each([
    ['GraphQL', '/graphql', { method: 'POST', headers: json, body }],
    ['REST', '/api/deployment?file=active-deployment.json', {}],
  ])(
    'default: asks %s with header fields of its libraries, and reads the id',
    async (_, path, init) => {
      const headers = { ...json, 'cache-control': 'no-cache', 'apollographql-client-name': 'page' };
      const response = await ask(path, {
        ...init,
        headers: {
          ...headers,
          'if-none-match': '"x"',
          'x-request-id': requestIdFor('of-the-page'),
        },
      });
      expect([response.status, response.id]).toEqual([200, requestIdFor('of-the-page')]);
    },
  );

  test('default: uses a connection for several operations', async () => {
    const { status, text: token } = await ask('/graphql/stream', { method: 'PUT' });
    expect(status).toBe(201);
    const headers = { ...json, 'x-graphql-event-stream-token': token };
    const operation = '{"query":"{ __typename }","extensions":{"operationId":"one"}}';
    const operate = await ask('/graphql/stream', { method: 'POST', headers, body: operation });
    expect(operate.status).toBe(202);
    const stop = await ask('/graphql/stream?operationId=two', { method: 'DELETE', headers });
    expect(stop.status).toBe(200);
    const data = await page.evaluate(
      (url) =>
        new Promise<string>((resolve) => {
          const source = new EventSource(url);
          source.addEventListener('next', (event) => {
            source.close();
            resolve(event.data);
          });
        }),
      `${gateway.url}/graphql/stream?token=${token}`,
    );
    expect(JSON.parse(data)).toEqual({ id: 'one', payload: { data: { __typename: 'Query' } } });
  });

  test('error: reads why a request was refused that is no HTTP of ours', async () => {
    const { status, text } = await ask(`/api/price?asset=${'x'.repeat(20_000)}`);
    expect([status, JSON.parse(text)]).toEqual([431, { error: 'the request head is too large' }]);
  });
});
