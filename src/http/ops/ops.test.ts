import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { createTelemetry } from '../../telemetry/telemetry.ts';
import { createMetricsApp } from './ops.ts';

test('error: an unexpected error becomes a 500 and is logged in full', async () => {
  const lines: { readonly msg: string; readonly err: { readonly message: string } }[] = [];
  const ops = createMetricsApp({
    health: () => ({}),
    details: () => ({}),
    probe: () => Promise.reject(new Error('no memory at 10.0.0.7')),
    isUsable: () => true,
    isDraining: () => false,
    telemetry: createTelemetry(),
    log: pino({}, { write: (line) => void lines.push(JSON.parse(line)) }),
  });
  const server = createServer(ops).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const response = await fetch(`http://127.0.0.1:${port}/readyz`);
  expect(response.status).toBe(500);
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(response.headers.get('access-control-allow-origin')).toBe('*');
  expect(await response.json()).toEqual({ error: 'Internal server error' });
  expect(lines).toMatchObject([
    { msg: 'request failed', err: { message: 'no memory at 10.0.0.7' } },
  ]);
});
