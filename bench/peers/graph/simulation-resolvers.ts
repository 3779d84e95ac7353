import { createPubSub } from 'graphql-yoga';
import { request } from 'undici';

type RunEvent = Readonly<Record<string, unknown>> & { readonly type: string };

/** Yields the events of the upstream's stream. */
async function* readRun(upstream: string): AsyncGenerator<RunEvent> {
  const { body } = await request(`${upstream}/sim/run-stream`);
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of body) {
    const frames = (rest + decoder.decode(chunk, { stream: true })).split('\n\n');
    rest = frames.pop() ?? '';
    for (const frame of frames) yield JSON.parse(frame.slice('data: '.length)) as RunEvent;
  }
}

function toGraph(event: RunEvent) {
  if (event.type === 'result') {
    return { __typename: 'SimulationResult', run: { runId: event.run_id } };
  }
  return {
    __typename: 'SimulationProgress',
    pct: event.pct,
    currentDate: event.current_date,
    totalDates: event.total_dates,
  };
}

/**
 * Creates the subscription as in yoga's documentation: one reader of the upstream publishes events,
 * and every subscription reads the shared pub/sub until the run has ended.
 */
export function createSimulationResolvers(upstream: string) {
  const events = createPubSub<{ run: [RunEvent] }>();
  let isReading = false;
  async function publishAll(): Promise<void> {
    isReading = true;
    for await (const event of readRun(upstream)) events.publish('run', event);
    isReading = false;
  }
  async function* listen() {
    const heard = events.subscribe('run');
    if (!isReading) void publishAll();
    for await (const event of heard) {
      yield { simulation: toGraph(event) };
      if (event.type === 'result') return;
    }
  }
  return { Subscription: { simulation: { subscribe: listen } } };
}
