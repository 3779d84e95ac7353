import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { logAccessOnFinish } from './access-log.ts';

/** Sends one raw request and returns the log lines it causes. */
async function linesOf(raw: string, leaveEarly = false): Promise<Record<string, unknown>[]> {
  const lines: Record<string, unknown>[] = [];
  const log = pino({ base: null }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const server = createServer((request, response) => {
    logAccessOnFinish(request, response, log);
    response.setHeader('X-Request-Id', 'r-1');
    if (!leaveEarly) response.writeHead(202).end('x');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => {}).write(raw);
  if (leaveEarly) setTimeout(() => socket.destroy(), 30);
  await expect.poll(() => lines.length).toBe(1);
  socket.destroy();
  server.close();
  return lines;
}

test('default: a line with method, path, status, duration and ids, without the query', async () => {
  const [line] = await linesOf('GET /api/price?asset=SECRET HTTP/1.1\r\nHost: x\r\n\r\n');
  expect(line).toMatchObject({ method: 'GET', path: '/api/price', status: 202, requestId: 'r-1' });
  expect(line?.ms).toBeLessThan(1000);
  expect(JSON.stringify(line)).not.toContain('SECRET');
});

test('behavior: a disconnect is logged as 499, a long path is cut', async () => {
  const [line] = await linesOf(`GET /${'a'.repeat(5000)} HTTP/1.1\r\nHost: x\r\n\r\n`, true);
  expect(line).toMatchObject({ status: 499 });
  expect(String(line?.path)).toHaveLength(200);
});
