import { pino } from 'pino';
import { expect, test } from 'vitest';
import { startGateway } from '../support/gateway.ts';
import { startFakeDataNode } from './support/fake-data-node.ts';

const path = '/sim/run?category_id=all&top_n=5&weighting=equal&rebalance_days=30&force=true';

test('behavior: runs that upstreams failed are logged, invalid requests are not', async () => {
  await using node = await startFakeDataNode();
  const lines: { readonly level: number; readonly msg: string }[] = [];
  const write = (line: string) => void lines.push(JSON.parse(line));
  const log = pino({ level: 'warn', base: null }, { write });
  await using gateway = await startGateway({ DATA_NODE_URL: node.url }, { log });
  const askedInVain = async (error: string) => {
    const response = gateway.rest(path);
    (await node.nextRun()).send({ type: 'error', error });
    return (await response).status;
  };
  expect(await askedInVain('not enough coins: 0 available, 5 required')).toBe(400);
  expect(lines).toEqual([]);
  expect(await askedInVain('cannot connect to postgres')).toBe(502);
  expect(lines).toContainEqual(expect.objectContaining({ msg: 'run failed' }));
});
