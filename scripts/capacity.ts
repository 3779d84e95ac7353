/**
 * Prints what a load needs: `npm run capacity -- --subscribers 1000000 --rps 20000`. Without
 * arguments it prints a small load; `--simulate` adds a minute of 1,000 gateways.
 */
import { parseArgs } from 'node:util';
import { measuredFigures } from './capacity/measured-figures.ts';
import {
  type CapacityInput,
  defaultCapacityInput,
  planCapacity,
} from './capacity/plan-capacity.ts';
import { simulateFleet } from './capacity/simulate-replicas.ts';

const toOption = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
const names = Object.keys(defaultCapacityInput) as (keyof CapacityInput)[];
const { values } = parseArgs({
  options: {
    ...Object.fromEntries(names.map((name) => [toOption(name), { type: 'string' as const }])),
    simulate: { type: 'boolean' },
  },
});

const input = Object.fromEntries(
  names.map((name) => {
    const given = (values as Readonly<Record<string, unknown>>)[toOption(name)];
    const number = given === undefined ? defaultCapacityInput[name] : Number(given);
    if (!Number.isFinite(number) || number < 0) {
      console.error(`--${toOption(name)} must be a number, not negative`);
      process.exit(2);
    }
    return [name, number];
  }),
) as CapacityInput;

const format = (value: number) => value.toLocaleString('en', { maximumFractionDigits: 3 });
const plan = planCapacity(input);
console.log('Load:');
for (const name of names) console.log(`  --${toOption(name)} ${format(input[name])}`);
console.log(`
Gateways      ${format(plan.replicas)} (by CPU ${format(plan.replicasBy.cpu)}, memory ${format(plan.replicasBy.memory)}, streams ${format(plan.replicasBy.streams)}, network ${format(plan.replicasBy.network)})
Cores         ${plan.cores.toFixed(1)}
Redis         ${format(Math.ceil(plan.redisOperations))} scripts/s at most, ${format(plan.redisShards)} nodes
Network out   ${format(Math.ceil(plan.megabitsOut))} Mbit/s
Upstreams     ${format(plan.upstreamCalls)} calls/s at most
Data node     ${plan.dataNodeCores.toFixed(2)} cores, if all these calls reach it
First limit   ${plan.firstLimit}
`);
console.log('From:');
for (const { value, unit, command, assumes } of Object.values(measuredFigures)) {
  console.log(`  ${format(value)} ${unit}: ${assumes} (${command})`);
}

if (values.simulate) {
  const fleet = {
    ...{ seed: 1, gateways: 1000, resources: input.resources, freshSeconds: input.freshSeconds },
    ...{ fetchSeconds: 0.05, rps: input.rps, seconds: 60, deathsPerMinute: 10, isShared: true },
  };
  const { requests, upstreamCalls, redisOperations } = simulateFleet(fleet);
  const mean = (counts: readonly number[]) =>
    Math.round(counts.slice(10).reduce((sum, count) => sum + count, 0) / (counts.length - 10));
  console.log(`
A minute of 1,000 gateways, 10 of which die: ${format(requests)} requests. Each second, after the first ten
that fill the caches: ${format(mean(upstreamCalls))} upstream calls and ${format(mean(redisOperations))} Redis scripts.`);
}
