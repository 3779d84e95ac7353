import { expect, test } from 'vitest';
import { startGatewayProcess } from '../support/gateway-process.ts';
import { startRestartingGateway, stopUnderLoad } from '../support/stop-under-load.ts';

test('behavior: no request on a new connection is lost when the service stops under load and clients watch /readyz', async () => {
  await using gateways = await startRestartingGateway();
  const counts = await stopUnderLoad({ stops: 12, start: gateways.start });
  expect(counts).toMatchObject({ stops: 12, lost: 0, badExits: 0 });
  expect(counts.answered).toBeGreaterThan(12 * 20);
});

test('behavior: the same for a process, which then exits with 0', async () => {
  const start = () => startGatewayProcess({ DRAIN_SECONDS: '1' });
  const counts = await stopUnderLoad({ stops: 2, start, busyProcesses: 1 });
  expect(counts).toMatchObject({ stops: 2, lost: 0, badExits: 0 });
  expect(counts.answered).toBeGreaterThan(20);
});
