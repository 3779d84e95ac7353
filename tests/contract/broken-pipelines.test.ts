import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { startGateway, startUpstream } from '../support/gateway.ts';

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;

/** A data node that holds `/held` and breaks every other response behind its head. */
async function startBreakingNode() {
  const held = Promise.withResolvers<() => void>();
  const upstream = await startUpstream((request, response) => {
    if (request.url?.endsWith('/held')) return held.resolve(() => void response.end('held'));
    response.writeHead(200, { 'content-length': 100 });
    response.write('part', () => setTimeout(() => response.destroy(), 20));
  });
  return { upstream, release: async () => (await held.promise)() };
}

test.each(['/dn', '/api/dn', '/api/vision'])(
  'error: a pipelined %s response that breaks behind its head ends the connection, and does not delay the stop',
  async (base) => {
    const { upstream, release } = await startBreakingNode();
    await using _upstream = upstream;
    const gateway = await startGateway({ DATA_NODE_URL: upstream.url, ORACLE_URLS: upstream.url });
    const { port, hostname } = new URL(gateway.url);
    const socket = connect(Number(port), hostname).setEncoding('latin1');
    let text = '';
    socket.on('data', (more) => {
      text += more;
    });
    socket.write(get(`${base}/held`) + get(`${base}/breaks`));
    const closed = once(socket, 'close');
    setTimeout(release, 300);
    await closed;
    expect(text).toContain('held');
    const before = performance.now();
    await gateway[Symbol.asyncDispose]();
    expect(performance.now() - before).toBeLessThan(2000);
  },
);
