import { startGatewayProcess } from '../tests/support/gateway-process.ts';
import {
  type StopCounts,
  startRestartingGateway,
  stopUnderLoad,
} from '../tests/support/stop-under-load.ts';

/**
 * Usage: `node scripts/launch.mjs scripts/measure-lost-requests.ts [stops] [--processes]`
 *
 * Stops gateways under load, with other work on the machine, and counts the lost first requests on
 * new connections. With `--processes` each gateway runs in a process of its own, which takes longer
 * to start.
 */
const [stops = '60'] = process.argv.slice(2).filter((arg) => /^\d+$/.test(arg));

const format = ({ stops: done, answered, refused, lost, badExits }: StopCounts): string =>
  `${done} stops: ${answered} got a response, ${refused} refused, ${lost} lost, ${badExits} bad exits`;

async function measure(start: Parameters<typeof stopUnderLoad>[0]['start']): Promise<StopCounts> {
  return stopUnderLoad({
    stops: Number(stops),
    start,
    onStop: (now) => {
      if (now.stops % 10 === 0) console.log(format(now));
    },
  });
}

let counts: StopCounts;
if (process.argv.includes('--processes')) {
  counts = await measure(() => startGatewayProcess({ DRAIN_SECONDS: '1' }));
} else {
  await using gateways = await startRestartingGateway();
  counts = await measure(gateways.start);
}
console.log(format(counts));
process.exitCode = counts.lost + counts.badExits === 0 ? 0 : 1;
