import { expect, test } from 'vitest';
import { collect, sendRaw, until } from '../../src/http/passthrough/testing/proxy.ts';
import { startGateway } from '../support/gateway.ts';

test.each(['/graphql', '/api/faucet'])(
  'error: a body of %s that turns out too large is refused, and its connection goes on',
  async (path) => {
    await using gateway = await startGateway();
    const socket = sendRaw(
      Number(new URL(gateway.url).port),
      `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`,
    );
    const seen = collect(socket);
    const statuses = () => seen.text.match(/(?<=HTTP\/1\.1 )\d+/g) ?? [];
    const chunk = `${(60_000).toString(16)}\r\n${'x'.repeat(60_000)}\r\n`;
    // More than the request and the system keep of it.
    for (let sent = 0; sent < 50; sent += 1) socket.write(chunk);
    await until(() => statuses().length === 1);
    socket.write('0\r\n\r\nGET /healthz HTTP/1.1\r\nHost: x\r\n\r\n');
    await until(() => statuses().length === 2);
    expect(statuses()).toEqual(['413', '200']);
    socket.destroy();
  },
);
