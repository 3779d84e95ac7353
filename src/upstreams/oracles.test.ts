import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ResponseHandler } from '@dtf-graph/http1-client';
import { afterEach, describe, expect, test } from 'vitest';
import { createTelemetry } from '../telemetry/telemetry.ts';
import { createHttpClient } from './http-client.ts';
import { createOraclePool } from './oracles.ts';

const opened: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0)) await close();
});

/** Starts oracles with these listeners, in order, and records what each receives. */
async function connect(...listeners: readonly RequestListener[]) {
  const asked: (string | undefined)[][] = [];
  const clients = [];
  for (const listener of listeners) {
    const urls: (string | undefined)[] = [];
    asked.push(urls);
    const server = createServer((request, response) => {
      urls.push(request.url);
      listener(request, response);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const baseUrl = `http://127.0.0.1:${port}/base?key=k`;
    const client = createHttpClient({
      name: 'oracle',
      baseUrl,
      telemetry: createTelemetry(),
    });
    clients.push(client);
    opened.push(async () => {
      await client.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    });
  }
  return { oracles: createOraclePool(clients), clients, asked };
}

/** Records every call of a handler as text. */
function listen() {
  const told: string[] = [];
  let over: (() => void) | undefined;
  const isOver = new Promise<void>((resolve) => {
    over = resolve;
  });
  const handler: ResponseHandler = {
    onHead: ({ status }) => told.push(`head ${status}`),
    onData: (chunk) => told.push(`data ${chunk}`),
    onEnd: () => {
      told.push('end');
      over?.();
    },
    onError: (error) => {
      told.push(`error ${error.message}`);
      over?.();
    },
  };
  return { told, handler, isOver };
}

const request = { method: 'GET', path: '/x?a=1', headers: ['X-Odd', 'yes'] } as const;
const ask = { ...request, headers: [...request.headers] };

describe('dispatch to the oracles', () => {
  test('default: the first oracle responds, with any status; base path and query of its URL are used', async () => {
    const { oracles, asked } = await connect(
      ({ headers }, response) => response.writeHead(503).end(headers['x-odd']),
      (_request, response) => response.end('second'),
    );
    const { told, handler, isOver } = listen();
    oracles.dispatch(ask, handler, 1000);
    await isOver;
    expect(told).toEqual(['head 503', 'data yes', 'end']);
    expect(asked).toEqual([['/base/x?a=1&key=k'], []]);
  });

  test.each<readonly [string, RequestListener]>([
    ['sends nothing', () => {}],
    ['closes the connection', (_request, response) => response.destroy()],
  ])('behavior: an oracle that %s before its response head is skipped', async (_name, listener) => {
    const { oracles, clients, asked } = await connect(listener, (_request, response) =>
      response.end('second'),
    );
    const { told, handler, isOver } = listen();
    oracles.dispatch(ask, handler, 100);
    await isOver;
    expect(told).toEqual(['head 200', 'data second', 'end']);
    expect(asked.map(({ length }) => length)).toEqual([1, 1]);
    expect(clients.map(({ health }) => health())).toEqual(['down', 'up']);
  });

  test('error: if no oracle sends a response head the handler gets one error', async () => {
    const down: RequestListener = (_request, response) => response.destroy();
    const { oracles } = await connect(down, down);
    const { told, handler, isOver } = listen();
    oracles.dispatch(ask, handler, 1000);
    await isOver;
    expect(told).toEqual(['error the oracle is unavailable; try again later']);
  });

  test('error: after the response head no other oracle is called', async () => {
    const { oracles, asked } = await connect(
      (_request, response) => {
        response.writeHead(200, { 'content-length': 100 }).write('part');
        setTimeout(() => response.destroy(), 50);
      },
      (_request, response) => response.end('second'),
    );
    const { told, handler, isOver } = listen();
    oracles.dispatch(ask, handler, 1000);
    await isOver;
    expect(told.slice(0, 2)).toEqual(['head 200', 'data part']);
    expect(told).toHaveLength(3);
    expect(asked[1]).toEqual([]);
  });

  test('behavior: an abort before the response head closes the connection and calls no other oracle', async () => {
    let closed: (() => void) | undefined;
    const gone = new Promise<void>((resolve) => {
      closed = resolve;
    });
    const { oracles, clients, asked } = await connect(
      ({ socket }) => void socket.once('close', () => closed?.()),
      (_request, response) => response.end('second'),
    );
    const { told, handler } = listen();
    const exchange = oracles.dispatch(ask, handler, 5000);
    setTimeout(exchange.abort, 50);
    await gone;
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(told).toEqual([]);
    expect(asked[1]).toEqual([]);
    expect(clients[0]?.health()).toBe('unknown');
  });
});
