import { setTimeout as sleep } from 'node:timers/promises';
import { formatGetPath, formatPostBody, smallQuery } from '../cases/graphql-queries.ts';
import { startNode } from '../machine/child-processes.ts';
import { createControl, sumCounts } from '../upstream/upstream-control.ts';
import { fundIds } from '../upstream/upstream-data.ts';
import { startUpstream } from '../upstream/upstream-server.ts';
import { startBalancer } from './balancer.ts';
import type { ClientRequest, ClientTotals } from './clients.ts';
import type { ClientsCommand } from './clients-main.ts';
import { createGateways } from './gateway-cluster.ts';

export type ScaleTestOptions = {
  readonly gateways: number;
  readonly subscribers: number;
  readonly requesters: number;
  /** Milliseconds between two requests of one requester. */
  readonly pace: number;
  /** Milliseconds of a phase in which upstream calls are counted. */
  readonly window: number;
  /** Milliseconds between two events. */
  readonly every: number;
};

/** Changes from the start of a phase until all subscribers have received the events sent in it. */
export type PhaseResult = {
  readonly name: string;
  readonly seconds: number;
  /** Events that the upstream sent. */
  readonly sent: number;
  /** Reads of the upstream, without event streams. */
  readonly upstreamCalls: number;
  /** Events that subscribers have not received. */
  readonly missing: number;
} & Omit<ClientTotals, 'failures' | 'mostReconnects' | 'listening' | 'ended'>;

export type ScaleTestResult = {
  readonly options: ScaleTestOptions;
  /** Result of the same requests to a single gateway. */
  readonly alone: PhaseResult;
  readonly calm: PhaseResult;
  readonly killed: PhaseResult;
  /** Streams that were open at the gateway when it was killed. */
  readonly killedStreams: number;
  readonly restarted: PhaseResult;
  /** Totals of the clients since their start. */
  readonly total: ClientTotals;
  /** Events that the upstream has sent. */
  readonly sent: number;
  /** Number of upstream requests for the sweep whose events all subscribers receive. */
  readonly sweeps: number;
};

const subscription =
  'subscription { sweep(input: { sweep: TOP_N, categoryId: "all" }) { ... on SweepVariant { index run { runId } } ... on SimulationFailure { message } } }';
const streamPath = formatGetPath(subscription).replace('/graphql', '/graphql/stream');

const byFund = (make: (id: string) => ClientRequest) => fundIds.map(make);
const requests: readonly ClientRequest[] = [
  ...byFund((id) => ({ path: `/api/itp-price?itp_id=${id}` })),
  ...byFund((id) => ({
    path: '/graphql',
    body: formatPostBody(
      `{ dtf(id: "${id}") { symbol nav { usd } navSeries(range: D30) { nav } } }`,
    ),
  })),
  ...byFund((id) => ({ path: `/api/nav-series?itp_id=${id}&range=30d` })),
  ...byFund(() => ({ path: '/graphql', body: formatPostBody(smallQuery) })),
  ...byFund((id) => ({ path: formatGetPath(`{ dtf(id: "${id}") { nav { wei } } }`) })),
];

const sweepPath = '/sim/sweep-stream';
/** Milliseconds until nginx uses a gateway again after refused connections (`fail_timeout`). */
const returnTime = 1500;
/** Milliseconds after which events that are still missing count as lost. */
const settleTime = 20_000;

/**
 * Runs clients against gateways behind nginx with one Redis: first without disturbance, then one
 * gateway is killed, then all are restarted in turn. All processes have exited when the promise
 * resolves.
 *
 * @param onPhase - Called at the start of each phase.
 */
export async function runScaleTest(
  options: ScaleTestOptions,
  onPhase: (phase: string) => void,
): Promise<ScaleTestResult> {
  const { subscribers, window } = options;
  await using stack = new AsyncDisposableStack();
  const upstream = await startUpstream();
  stack.defer(upstream.close);
  const control = createControl(upstream.url);
  const gateways = await createGateways(upstream.url, options.gateways);
  stack.defer(gateways.stop);
  const [first = 0] = gateways.ports;
  let sent = 0;
  let sweeps = 0;

  /** Runs a phase and returns its changes. */
  async function measure(
    name: string,
    clients: ScaleClients,
    run: () => Promise<unknown>,
  ): Promise<PhaseResult> {
    onPhase(name);
    const begun = performance.now();
    const sentBefore = sent;
    sweeps += (await control.takeCounts())[sweepPath] ?? 0;
    const before = await clients.sendCommand('tally');
    await run();
    const due = sent * subscribers;
    const { failures, mostReconnects, listening, ended, ...after } = await clients.until(
      (tally) => tally.events - tally.repeatedEvents >= due,
    );
    const { [sweepPath]: opened = 0, ...counts } = await control.takeCounts();
    sweeps += opened;
    const changes = Object.entries(after).map(([key, value]) => [
      key,
      value - before[key as keyof typeof after],
    ]);
    return {
      ...(Object.fromEntries(changes) as typeof after),
      name,
      seconds: (performance.now() - begun) / 1000,
      sent: sent - sentBefore,
      upstreamCalls: sumCounts(counts),
      missing: Math.max(0, due - after.events + after.repeatedEvents),
    };
  }

  const single = await gateways.startAlone();
  const port = Number(new URL(single.url).port);
  const alone = await withClients({ ...options, subscribers: 0 }, [port], async (clients) => {
    return await measure('one gateway', clients, async () => {
      await clients.sendCommand('request');
      await sleep(window);
    });
  });
  await single.stop();

  await Promise.all(gateways.ports.map(gateways.start));
  return await withClients(options, gateways.ports, async (clients) => {
    // The gateway of the first subscriber computes the sweep for all; this gateway is killed later.
    const leaving = new AbortController();
    await fetch(gateways.urlOf(first) + streamPath, { signal: leaving.signal });
    await clients.sendCommand('subscribe');
    leaving.abort();
    const timer = setInterval(() => {
      control.addVariant().then((count) => {
        sent = count;
      });
    }, options.every);
    stack.defer(() => clearInterval(timer));
    const calm = await measure(`${options.gateways} gateways`, clients, async () => {
      await clients.sendCommand('request');
      await sleep(window);
    });

    const killedStreams = await gateways.countStreams(first);
    const killed = await measure('one of them killed', clients, async () => {
      await gateways.kill(first);
      await sleep(window / 2);
    });

    await gateways.start(first);
    await sleep(returnTime);
    const restarted = await measure('rolling restart', clients, async () => {
      for (const port of gateways.ports) {
        await gateways.restart(port);
        await sleep(returnTime);
      }
      clearInterval(timer);
    });

    await clients.sendCommand('stopRequests');
    await control.finishSweep();
    const total = await clients.until(({ ended }) => ended === subscribers);
    return { options, alone, calm, killed, killedStreams, restarted, total, sent, sweeps };
  });
}

/** The clients in a process of their own. */
type ScaleClients = {
  readonly sendCommand: (
    command: 'subscribe' | 'request' | 'stopRequests' | 'tally',
  ) => Promise<ClientTotals>;
  /** Resolves when the condition is met, or after a timeout. */
  readonly until: (condition: (tally: ClientTotals) => boolean) => Promise<ClientTotals>;
};

/** Runs `use` with clients of a balancer in front of the gateways. */
async function withClients<T>(
  { subscribers, requesters, pace }: ScaleTestOptions,
  gatewayPorts: readonly number[],
  use: (clients: ScaleClients) => Promise<T>,
): Promise<T> {
  await using stack = new AsyncDisposableStack();
  const balancer = await startBalancer(gatewayPorts);
  stack.defer(balancer.stop);
  const child = await startNode({
    script: ['bench/scale/clients-main.ts'],
    flags: [],
    core: null,
    env: {},
  });
  stack.defer(child.stop);
  const send = (command: ClientsCommand) => child.sendMessage<ClientTotals>(command);
  const origin = balancer.url;
  await send({
    do: 'create',
    options: { origin, subscribers, requesters, streamPath, requests, pace },
  });
  return await use({
    sendCommand: (command) => send({ do: command }),
    until: async (condition) => {
      const end = performance.now() + settleTime;
      for (;;) {
        const tally = await send({ do: 'tally' });
        if (condition(tally) || performance.now() > end) return tally;
        await sleep(100);
      }
    },
  });
}
