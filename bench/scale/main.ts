import { parseArgs } from 'node:util';
import { toMarkdown } from '../harness/report.ts';
import { killChildrenOnExit } from '../machine/child-processes.ts';
import { explainMissingTool, hasTool } from '../machine/cores-and-tools.ts';
import { findScaleFaults, toScaleReport } from './judge-scale-test.ts';
import { runScaleTest } from './run-scale-test.ts';

/**
 * The scale test: `npm run scale --prefix bench`. Prints a table, and exits with 1 when a request
 * or an event is lost or repeated, or upstreams are called more often than by one gateway.
 */
const { values } = parseArgs({
  options: {
    gateways: { type: 'string', default: '4' },
    subscribers: { type: 'string', default: '4000' },
    requesters: { type: 'string', default: '1000' },
  },
});

const missing = (['nginx', 'redis-server', 'taskset'] as const).filter((tool) => !hasTool(tool));
if (missing.length > 0) {
  console.error(missing.map(explainMissingTool).join('\n'));
  process.exit(2);
}
killChildrenOnExit();
const result = await runScaleTest(
  {
    gateways: Number(values.gateways),
    subscribers: Number(values.subscribers),
    requesters: Number(values.requesters),
    ...{ pace: 4000, window: 12_000, every: 1000 },
  },
  (phase) => console.error(`scale: ${phase}`),
);
console.log(toMarkdown([toScaleReport(result)]));
const faults = findScaleFaults(result);
for (const fault of faults) console.error(fault);
process.exit(faults.length === 0 ? 0 : 1);
