import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { startGateway } from '../support/gateway.ts';
import { hasRedis } from './support/redis-server.ts';
import { startSentinelGroup } from './support/sentinel.ts';

const within3s = { interval: 50, timeout: 3000 };

describe.skipIf(!hasRedis)('a Redis behind sentinels', () => {
  test.each([
    ['is killed', 'kill'],
    ['hangs', 'hang'],
  ] as const)(
    'behavior: a master that %s is named within 3 s, and the next one is used',
    async (_what, fail) => {
      await using stack = new AsyncDisposableStack();
      const group = stack.use(await startSentinelGroup());
      const lines: string[] = [];
      const log = pino({ level: 'debug' }, { write: (line: string) => lines.push(line) });
      const gateway = stack.use(await startGateway({ REDIS_URL: group.url }, { log }));
      const readiness = async () => {
        const response = await fetch(`${gateway.url}/readyz`);
        return (await response.json()) as { redis: string; details?: Record<string, string> };
      };
      await expect.poll(readiness, within3s).toMatchObject({ redis: 'up' });

      await group.master[fail]();
      await expect.poll(readiness, within3s).toMatchObject({
        redis: 'down',
        details: { redis: expect.stringMatching(/closed|cannot/) },
      });
      await expect.poll(readiness, { timeout: 10_000 }).toMatchObject({ redis: 'up' });
      const about = lines.filter((line) => line.includes('redis'));
      expect(about.filter((line) => line.includes('redis is down'))).toHaveLength(1);
      // Neither the sentinels nor the masters that they named.
      expect(about.join('')).not.toContain('127.0.0.1');
      group.master.goOn();
    },
  );
});
