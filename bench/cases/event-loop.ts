import { setTimeout as sleep } from 'node:timers/promises';
import {
  longestTurn,
  send,
  startMeteredGateway,
  upstreamOf,
} from '../../tests/support/measure-turns.ts';
import { startLargestValues, worstRequests } from '../../tests/support/worst-requests.ts';
import type { BenchPart, RunExtent } from '../harness/bench-part.ts';
import type { Report } from '../harness/report.ts';

/** Number of requests of each document: the first is cold, and the third compiles the document. */
const requestsEach = 5;
/**
 * Number of new documents on which each kind is measured. The minimum counts, because other work
 * slows some measurements.
 */
const rounds: Readonly<Record<RunExtent, number>> = { full: 3, quick: 1 };
/** Maximum duration of one turn of the event loop, milliseconds of CPU. */
const limit = 100;

/** Measures how long the largest permitted requests block the event loop. */
export const eventLoopPart: BenchPart = {
  kind: 'own',
  name: 'event-loop',
  title: 'Longest turn of the event loop, by kind of request',
  needs: [],
  run: async function* (_world, extent) {
    yield await measure(rounds[extent]);
  },
};

async function measure(roundCount: number): Promise<Report> {
  await using upstream = await startLargestValues();
  const rows: string[][] = [];
  let worst = 0;
  for (const request of worstRequests) {
    await using gateway = await startMeteredGateway(upstreamOf(upstream, request));
    let lowest = { cold: Number.POSITIVE_INFINITY, most: Number.POSITIVE_INFINITY };
    for (let round = 0; round < roundCount; round += 1) {
      const turns: number[] = [];
      await longestTurn(gateway);
      for (let count = 0; count < requestsEach; count += 1) {
        await send(gateway.url, request, round);
        await sleep(20);
        turns.push(await longestTurn(gateway));
      }
      const most = Math.max(...turns);
      if (most < lowest.most) lowest = { cold: turns[0] ?? 0, most };
    }
    worst = Math.max(worst, lowest.most);
    rows.push([request.kind, lowest.cold.toFixed(0), lowest.most.toFixed(0)]);
    console.error(`event-loop: ${request.kind}`);
  }
  return {
    title: eventLoopPart.title,
    columns: ['request', 'cold, ms of CPU', `longest of ${requestsEach}`],
    rows,
    notes: [
      'CPU time of the main thread between two rounds of timers, in steps of 4 ms. The upstream sends the largest values that the gateway takes.',
    ],
    verdicts: [{ what: `${limit} ms ÷ longest turn`, ratio: limit / worst, goal: { least: 1 } }],
  };
}
