import { connect } from 'node:net';
import { getCACertificates, setDefaultCACertificates, type TLSSocket } from 'node:tls';
import { afterEach, describe, expect, onTestFinished, test } from 'vitest';
import { makeCertificate } from './testing/certificate.ts';
import { sendRequest } from './testing/send-request.ts';
import { plainResponse, startSocketServer } from './testing/socket-server.ts';
import { createTestServers, echoRequestLine } from './testing/test-servers.ts';

const { startTls, poolOf, close } = createTestServers();
afterEach(close);

describe('TLS', () => {
  const certificate = makeCertificate();
  const trusted = getCACertificates('default');
  afterEach(() => setDefaultCACertificates(trusted));

  test('default: requests over TLS reuse connections', async () => {
    setDefaultCACertificates([...trusted, certificate.cert]);
    const { server, pool } = await startTls(echoRequestLine, certificate);
    expect(await sendRequest(pool, { path: '/a' })).toMatchObject({ body: 'GET /a HTTP/1.1' });
    expect(await sendRequest(pool, { path: '/b' })).toMatchObject({ body: 'GET /b HTTP/1.1' });
    expect(server.accepted()).toBe(1);
    expect(server.requests[0]).toContain(`host: localhost:${server.port}\r\n`);
  });

  test('behavior: a new connection resumes an earlier TLS session until a connection fails', async () => {
    setDefaultCACertificates([...trusted, certificate.cert]);
    const resumed: boolean[] = [];
    const { server } = await startTls((socket) => {
      resumed.push((socket as TLSSocket).isSessionReused());
      socket.end(plainResponse('', 'Connection: close\r\n'));
    }, certificate);
    let isBroken = false;
    const relay = await startSocketServer((socket) => {
      if (isBroken) socket.end('no TLS');
      else socket.pipe(connect(server.port, '127.0.0.1')).pipe(socket);
    });
    onTestFinished(relay.close);
    const pool = poolOf(`https://localhost:${relay.port}`);
    for (const path of ['/a', '/b']) await sendRequest(pool, { path });
    isBroken = true;
    await expect(sendRequest(pool)).rejects.toThrow();
    isBroken = false;
    for (const path of ['/c', '/d']) await sendRequest(pool, { path });
    expect(resumed).toEqual([false, true, false, true]);
  });

  test('behavior: large responses and backpressure work as without TLS', async () => {
    setDefaultCACertificates([...trusted, certificate.cert]);
    const body = 'x'.repeat(3_000_000);
    const { pool } = await startTls(
      (socket) => void socket.write(plainResponse(body)),
      certificate,
    );
    let received = 0;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const exchange = pool.send(
      { method: 'GET', path: '/', headers: [] },
      {
        onHead: () => undefined,
        onData: (chunk) => {
          received += chunk.length;
          exchange.pause();
          setTimeout(exchange.resume, 1);
        },
        onEnd: resolve,
        onError: reject,
      },
    );
    await promise;
    expect(received).toBe(body.length);
  });

  test('error: an untrusted certificate is rejected, nothing is sent', async () => {
    const { server, pool } = await startTls(echoRequestLine, certificate);
    await expect(sendRequest(pool)).rejects.toThrow(/self.signed/);
    expect(server.requests).toEqual([]);
  });

  test('error: a certificate for another name is rejected', async () => {
    setDefaultCACertificates([...trusted, certificate.cert]);
    const { server } = await startTls(echoRequestLine, certificate);
    const pool = poolOf(`https://127.0.0.1:${server.port}`);
    await expect(sendRequest(pool)).rejects.toMatchObject({ code: 'ERR_TLS_CERT_ALTNAME_INVALID' });
    expect(server.requests).toEqual([]);
  });
});
