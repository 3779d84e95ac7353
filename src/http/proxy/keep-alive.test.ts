import { plainResponse } from '@dtf-graph/http1-client/testing/socket-server.ts';
import { expect, test } from 'vitest';
import { sendRawAndRead, startProxy } from './testing/proxy.ts';
import { startRawUpstream } from './testing/raw-upstream.ts';

const responses = [
  plainResponse('body', 'Date: Thu, 01 Jan 2026 00:00:00 GMT\r\nX-Odd: \u00e9\r\n'),
  plainResponse('body', 'Vary: Accept\r\nVary: Origin\r\n', '404 Nope'),
  plainResponse('', 'ETag: "x"\r\n', '299 '),
  'HTTP/1.1 304 Not Modified\r\nETag: "x"\r\n\r\n',
  'HTTP/1.1 204 Nothing\r\n\r\n',
];
const close = 'Connection: close\r\n';

/** Returns the first response on a connection, without connection headers and `Date`. */
async function firstHeard(port: number, requests: string): Promise<readonly string[]> {
  const heard = await sendRawAndRead(port, requests);
  const [first = ''] = heard.split(/(?<=.)(?=HTTP\/1\.1 )/s);
  return first
    .replace(/Date: (?!Thu, 01 Jan)[^\r]+/, 'Date: now')
    .split('\r\n')
    .filter((line) => !/^(Connection|Keep-Alive):/.test(line));
}

test.each(['GET', 'HEAD'])(
  'behavior: a %s gets the same response whether the connection stays open or not',
  async (method) => {
    const sent = method === 'HEAD' ? responses.map((one) => one.replace(/body$/, '')) : responses;
    const upstream = await startRawUpstream((socket, head) => {
      socket.write(sent[Number(/^\w+ \/(\d)/.exec(head)?.[1])] ?? '', 'latin1');
    });
    const proxy = await startProxy({ upstream: upstream.url });
    const request = (index: number, last = '') =>
      `${method} /dn/${index} HTTP/1.1\r\nHost: x\r\n${last}\r\n`;
    for (const index of responses.keys()) {
      const cached = await firstHeard(proxy.port, request(index) + request(4, close));
      expect(cached).toEqual(await firstHeard(proxy.port, request(index, close)));
      expect(cached[0]).toMatch(/^HTTP\/1\.1 (200|404|299|304|204) /);
    }
    await proxy.close();
    await upstream.close();
  },
);
