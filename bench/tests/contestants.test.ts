import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { benchParts } from '../cases/bench-parts.ts';
import { sseContestants } from '../cases/sse-subscribers.ts';
import { type SubscriberProcess, startSubscriberProcess } from '../cases/subscriber-process.ts';
import { collectEvents } from '../cases/warm-stream-server.ts';
import type { BenchContext, Contestant } from '../harness/contestant.ts';
import { fetchResponses } from '../harness/send-request.ts';
import type { ServerProcess } from '../machine/child-processes.ts';
import { explainMissingTool, hasTool } from '../machine/cores-and-tools.ts';
import { createControl, sumCounts, type UpstreamControl } from '../upstream/upstream-control.ts';
import { startUpstream, type Upstream } from '../upstream/upstream-server.ts';

/** Contestants with default flags are skipped, because flags do not change the responses. */
const takesPart = ({ flags, needs }: Contestant): boolean =>
  flags !== 'default' && (needs === undefined || hasTool(needs));

const httpParts = benchParts.filter((part) => part.kind === 'http');
const cases = httpParts.flatMap(({ contestants, cases }) =>
  cases.map((one) => ({
    one,
    name: one.name,
    present: contestants.filter(
      (contestant) => takesPart(contestant) && (one.only?.includes(contestant.id) ?? true),
    ),
  })),
);

let upstream: Upstream;
let control: UpstreamControl;
let folder: string;
let listener: SubscriberProcess;
const servers = new Map<string, ServerProcess>();

function serverOf({ process }: Contestant): ServerProcess {
  const server = servers.get(process);
  if (!server) throw new Error(`${process} was not started`);
  return server;
}

/** Starts a few contestants at a time, because each compiles much code at its start. */
async function startAll(contestants: readonly Contestant[], world: BenchContext): Promise<void> {
  const waiting = [...contestants];
  const startNext = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      servers.set(next.process, await next.start(world));
    }
  };
  await Promise.all([startNext(), startNext(), startNext()]);
}

beforeAll(async () => {
  if (!hasTool('nginx')) console.log(`nginx is left out: ${explainMissingTool('nginx')}`);
  upstream = await startUpstream();
  control = createControl(upstream.url);
  folder = await mkdtemp(join(tmpdir(), 'bench-test-'));
  listener = await startSubscriberProcess(null);
  const runningOrigins = new Map<string, string>();
  const world: BenchContext = {
    upstream: upstream.url,
    control,
    folder,
    core: null,
    runningOrigins,
  };
  const all = [
    ...httpParts.flatMap(({ contestants }) => contestants),
    ...sseContestants.map(({ contestant }) => contestant),
  ].filter(takesPart);
  const once = [...new Map(all.map((one) => [one.process, one])).values()];
  // nginx caches the responses of our gateway, which must run before.
  const [first, last] = [true, false].map((isFirst) =>
    once.filter(({ flags }) => (flags !== '-') === isFirst),
  );
  await startAll(first ?? [], world);
  runningOrigins.set('ours tuned', servers.get('ours-standing {}')?.url ?? '');
  await startAll(last ?? [], world);
});

afterAll(async () => {
  await Promise.all([...servers.values(), listener].map((one) => one.stop()));
  await upstream.close();
  await rm(folder, { recursive: true, force: true });
});

describe('contestants', () => {
  test.each(cases)('default: all return the same data: $name', async ({ one, present }) => {
    expect(present.length).toBeGreaterThan(one.only ? 0 : 1);
    const [first, ...others] = await Promise.all(
      present.map((contestant) => fetchResponses(serverOf(contestant).url, one.loadOf(contestant))),
    );
    expect(JSON.stringify(first).length).toBeGreaterThan(200);
    for (const other of others) expect(other).toEqual(first);
  });

  test('behavior: a nested query that finds nothing cached costs everybody 43 upstream calls', async () => {
    const [nested] = cases.filter(({ name }) => name === 'nested-0ms');
    for (const contestant of nested?.present ?? []) {
      const load = nested?.one.loadOf(contestant);
      if (!load) throw new Error('the case has no load');
      await control.takeCounts();
      const answers = await fetchResponses(serverOf(contestant).url, load);
      expect(sumCounts(await control.takeCounts()), contestant.id).toBe(43 * answers.length);
    }
  });

  test('behavior: with cached values the upstream is left alone', async () => {
    const [cached] = cases.filter(({ name }) => name === 'cached');
    await control.takeCounts();
    for (const contestant of cached?.present ?? []) {
      const load = cached?.one.loadOf(contestant);
      if (load) await fetchResponses(serverOf(contestant).url, load);
    }
    expect(sumCounts(await control.takeCounts())).toBe(0);
  });

  test('default: all contestants send the same events', async () => {
    for (const { contestant, api } of sseContestants.filter((one) => takesPart(one.contestant))) {
      const events = await collectEvents(serverOf(contestant).url, api, { control, listener });
      expect(events, contestant.id).toEqual([0, 20, 40, 60, 80, 1]);
    }
  });
});
