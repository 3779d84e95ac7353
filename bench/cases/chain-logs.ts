import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { longHistory, startLongHistory } from '../../tests/support/long-history.ts';
import { postJson } from '../../tests/support/post-json.ts';
import type { BenchPart } from '../harness/bench-part.ts';
import type { Report } from '../harness/report.ts';
import { cpuSeconds, residentMemory } from '../machine/process-usage.ts';

/** Seconds after which the reading counts as failed. */
const maxSeconds = 280;
/** Maximum growth of the resident memory while events are read, MB. */
const maxGrowth = 157;

/** Measures how a gateway with a small heap reads the events of a fund for the first time. */
export const chainLogsPart: BenchPart = {
  kind: 'own',
  name: 'chain-logs',
  title: 'First read of 1,000,000 blocks with 100,000 events, heap of 96 MB',
  needs: [],
  run: async function* () {
    yield await measure();
  },
};

async function measure(): Promise<Report> {
  await using history = await startLongHistory();
  const before = { cpu: cpuSeconds(history.pid), memory: residentMemory(history.pid).now };
  const started = performance.now();
  await readUntilComplete(history.url);
  const first = performance.now() - started;
  const cpu = cpuSeconds(history.pid) - before.cpu;
  const growth = (residentMemory(history.pid).peak - before.memory) / 1e6;
  const calls = history.countLogCalls();
  return {
    title: chainLogsPart.title,
    columns: ['s', 'events/s', 'CPU s', 'calls for logs', 'growth MB'],
    rows: [
      [
        (first / 1000).toFixed(1),
        (longHistory.events / (first / 1000)).toFixed(0),
        cpu.toFixed(1),
        String(calls),
        growth.toFixed(0),
      ],
    ],
    notes: [
      'The time is that until a response has the holders of the fund; the generated chain, which makes and encodes the logs, runs on the same machine. Growth is the peak of the resident memory above that of the idle gateway.',
    ],
    verdicts: [{ what: `${maxGrowth} MB / growth`, ratio: maxGrowth / growth, goal: { least: 1 } }],
  };
}

/** Sends the query until all events are read. @throws {Error} they are not within the time. */
async function readUntilComplete(url: string): Promise<void> {
  const { query, data } = longHistory;
  const until = performance.now() + maxSeconds * 1000;
  while (performance.now() < until) {
    const response = (await (await postJson(`${url}/graphql`, { query })).json()) as Response;
    const dtf = response.data?.dtf;
    const { flows: _flows, ...rest } = dtf ?? {};
    if (isDeepStrictEqual(rest, data.dtf)) return;
    await sleep(200);
  }
  throw new Error(`the events were not read within ${maxSeconds} s`);
}

type Response = {
  readonly data?: { readonly dtf: Readonly<Record<string, unknown>> | null } | null;
};
