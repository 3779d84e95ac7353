import { expect, test } from 'vitest';
import { findScaleFaults } from '../scale/judge-scale-test.ts';
import { runScaleTest } from '../scale/run-scale-test.ts';

test('default: 200 clients on two gateways lose nothing, also when one is killed and all are restarted', async () => {
  const result = await runScaleTest(
    {
      ...{ gateways: 2, subscribers: 150, requesters: 50 },
      ...{ pace: 500, window: 2000, every: 200 },
    },
    () => {},
  );
  expect(findScaleFaults(result)).toEqual([]);
  expect(result.killedStreams).toBeGreaterThan(0);
  expect(result.sent).toBeGreaterThan(20);
  expect(result.sweeps).toBeGreaterThan(1);
}, 240_000);
