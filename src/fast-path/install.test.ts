import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { getFastPathHooks, writeResponse } from '../http/response/serialized-response.ts';
import { installFastPath } from './install.ts';
import { countSentBytes, nodeInternals } from './node-internals.ts';

const ready = { status: 200, head: 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n', body: 'ok' };
const sent = 6;

/** Sends requests on one connection to a server; returns the bodies and the parser's requests. */
async function exchange(names: typeof nodeInternals | Record<keyof typeof nodeInternals, string>) {
  let parsed = 0;
  const server = createServer((_request, response) => {
    parsed += 1;
    getFastPathHooks(response)?.attach(response);
    writeResponse(response, ready);
  });
  const requestDispatcher = {
    canServe: () => true,
    serve: (_request: unknown, write: (response: typeof ready) => void) => {
      write(ready);
      return () => {};
    },
  };
  const log = pino({ level: 'silent' });
  installFastPath(server, { requestDispatcher, acceptProxyId: () => {}, log }, names);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  let received = '';
  socket.on('data', (chunk) => {
    received += chunk;
  });
  const bodies = () => received.match(/\r\n\r\nok/g)?.length ?? 0;
  for (let count = 1; count <= sent; count += 1) {
    socket.write('GET /a HTTP/1.1\r\nHost: x\r\n\r\n');
    await expect.poll(bodies, { interval: 1 }).toBe(count);
    await turn();
  }
  socket.destroy();
  server.close();
  return { received: received.replaceAll(/(Date|Keep-Alive|Connection): .*\r\n/g, ''), parsed };
}

test('default: requests bypass the parser after the first two of a connection', async () => {
  expect((await exchange(nodeInternals)).parsed).toBe(2);
});

test.each(Object.keys(nodeInternals) as (keyof typeof nodeInternals)[])(
  'behavior: a node without %s serves the same responses',
  async (name) => {
    const { received, parsed } = await exchange({ ...nodeInternals, [name]: 'renamed' });
    expect(received).toBe((await exchange(nodeInternals)).received);
    expect(parsed).toBe(name === 'responseInProgress' ? sent : 2);
  },
);

test('behavior: a socket without a handle counts the bytes that it has written', () => {
  expect(countSentBytes(new Socket())).toBe(0);
});
