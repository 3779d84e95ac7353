/**
 * Measures the data node's `/sim/run` over a socket, cold and cached, its start with the embedded
 * data, and the longest delay of the event loop: `node bench/engine/latency.ts`.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { createSimulator } from '../../sandbox/data-node/sim/simulator.ts';
import { createHttpService } from '../../sandbox/lib/http-service.ts';
import { loadHistory } from '../../sandbox/world/load-history.ts';

const ROUNDS = 50;
const folder = mkdtempSync(join(tmpdir(), 'sim-bench-'));
const begin = performance.now();
const history = loadHistory({ seed: 20_200_101, endDate: '2026-06-30' });
const simulator = createSimulator({ history, storePath: join(folder, 'runs.sqlite') });
const service = createHttpService({ name: 'bench', routes: simulator.routes });
const url = await service.listen({ host: '127.0.0.1', port: 0 });
console.log(`${(performance.now() - begin).toFixed(0)} ms  start with the embedded data`);
console.log(`${(process.memoryUsage().heapUsed / 2 ** 20).toFixed(0)} MB  heap after the start`);

const agent = new Agent({ keepAlive: true });

/** Returns the time from the request to the last byte, milliseconds. */
function time(path: string): Promise<number> {
  const asked = performance.now();
  return new Promise((resolve, reject) => {
    get(`${url}${path}`, { agent }, (response) => {
      response.resume();
      response.on('end', () => resolve(performance.now() - asked));
    }).on('error', reject);
  });
}

async function median(path: (round: number) => string): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) times.push(await time(path(round)));
  return times.sort((a, b) => a - b)[ROUNDS >> 1] as number;
}

const query = 'category_id=all&weighting=mcap&rebalance_days=30';
const first = await time(`/sim/run?${query}&top_n=10`);
console.log(`${first.toFixed(2)} ms  first run`);
for (let top = 100; top < 130; top += 1) await time(`/sim/run?${query}&top_n=${top}`);
const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();
const cold = await median((round) => `/sim/run?${query}&top_n=${11 + round}`);
console.log(`${cold.toFixed(2)} ms  /sim/run cold, median (goal 10 ms)`);
const cached = await median(() => `/sim/run?${query}&top_n=10`);
console.log(`${cached.toFixed(2)} ms  /sim/run cached, median (goal 1 ms)`);
const sweep = await time('/sim/sweep-stream?sweep=weighting&category_id=dl-dexes&top_n=50');
console.log(`${sweep.toFixed(2)} ms  weighting sweep of 20 schemes, cold, all frames`);
delay.disable();
console.log(`${(delay.max / 1e6).toFixed(1)} ms  longest block of the event loop (goal 25 ms)`);

agent.destroy();
await service.close();
await simulator.close();
rmSync(folder, { recursive: true });
