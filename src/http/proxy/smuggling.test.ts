import { plainResponse } from '@dtf-graph/http1-client/testing/socket-server.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningProxy, sendRawAndRead, startProxy } from './testing/proxy.ts';
import { type RawUpstream, startRawUpstream } from './testing/raw-upstream.ts';

let upstream: RawUpstream;
let proxy: RunningProxy;

beforeAll(async () => {
  upstream = await startRawUpstream((socket) => socket.write(plainResponse('ok')));
  proxy = await startProxy({ upstream: upstream.url });
});

afterAll(async () => {
  await proxy.close();
  await upstream.close();
});

const hidden = 'GET /dn/hidden HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';
const head = (lines: string) => `GET /dn/seen HTTP/1.1\r\nHost: x\r\n${lines}\r\n`;

test.each([
  [
    'both lengths (CL.TE)',
    `${head('Content-Length: 5\r\nTransfer-Encoding: chunked\r\n')}0\r\n\r\n${hidden}`,
  ],
  [
    'both lengths (TE.CL)',
    `${head('Transfer-Encoding: chunked\r\nContent-Length: 4\r\n')}0\r\n\r\n${hidden}`,
  ],
  ['two lengths', `${head('Content-Length: 0\r\nContent-Length: 5\r\n')}${hidden}`],
  ['a list of lengths', `${head('Content-Length: 0, 5\r\n')}${hidden}`],
  ['a signed length', `${head('Content-Length: +0\r\n')}${hidden}`],
  ['a hexadecimal length', `${head('Content-Length: 0x0\r\n')}${hidden}`],
  ['an unknown transfer coding', `${head('Transfer-Encoding: xchunked\r\n')}0\r\n\r\n${hidden}`],
  ['chunked not last', `${head('Transfer-Encoding: chunked, identity\r\n')}0\r\n\r\n${hidden}`],
  ['a bare line feed', `GET /dn/seen HTTP/1.1\nHost: x\nConnection: close\n\n`],
  ['a bare carriage return', `GET /dn/seen HTTP/1.1\r\nHost: x\rX: y\r\n\r\n`],
  ['a folded line', head('X: a\r\n b\r\n')],
  ['a blank before the colon', head('Transfer-Encoding : chunked\r\n')],
  ['a header line without a name', head(': chunked\r\n')],
  ['NUL in a header', head('X: a\0b\r\n')],
  ['a blank in the target', 'GET /dn/a b HTTP/1.1\r\nHost: x\r\n\r\n'],
  ['no host', 'GET /dn/seen HTTP/1.1\r\n\r\n'],
])('error: %s gets 400 and the connection is closed', async (_name, bytes) => {
  upstream.heads.length = 0;
  const response = await sendRawAndRead(proxy.port, bytes);
  expect(response).toMatch(/^HTTP\/1.1 400 /);
  expect(response.match(/HTTP\/1.1 /g)).toHaveLength(1);
  expect(upstream.heads).toEqual([]);
});

test.each([
  ['a chunked body', `${head('Transfer-Encoding: chunked\r\n')}5\r\nhello\r\n0\r\n\r\n`, 1],
  [
    'a body that looks like a request',
    `${head(`Content-Length: ${hidden.length}\r\n`)}${hidden}`,
    1,
  ],
])('behavior: %s is the body of one request', async (_name, bytes, requests) => {
  upstream.heads.length = 0;
  const after = 'GET /dn/after HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';
  await sendRawAndRead(proxy.port, bytes + after);
  const lines = upstream.heads.map((seen) => seen.split('\r\n')[0]);
  expect(lines).toEqual([
    ...Array.from({ length: requests }, () => 'GET /seen HTTP/1.1'),
    'GET /after HTTP/1.1',
  ]);
});

test('behavior: an absolute-form target is not proxied, whatever its authority', async () => {
  upstream.heads.length = 0;
  const bytes =
    'GET http://evil.example/dn/x HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n';
  expect(await sendRawAndRead(proxy.port, bytes)).toMatch(/^HTTP\/1.1 404 /);
  expect(upstream.heads).toEqual([]);
});

test('error: a target above the header limit is rejected, and the process continues', async () => {
  const response = await sendRawAndRead(
    proxy.port,
    `GET /dn/x?q=${'a'.repeat(100_000)} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
  );
  expect(response).toMatch(/^HTTP\/1.1 431 /);
  expect(await sendRawAndRead(proxy.port, head('Connection: close\r\n'))).toMatch(
    /^HTTP\/1.1 200 /,
  );
});
