import { Agent, type IncomingMessage, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/** Totals of all clients since their start. */
export type ClientTotals = {
  /** Subscribers whose stream is open now. */
  readonly listening: number;
  /** Events received by subscribers, without the ends of streams. */
  readonly events: number;
  /** Events that a subscriber received twice. */
  readonly repeatedEvents: number;
  /** Streams that ended early, after which the subscriber opened another stream. */
  readonly reconnects: number;
  /** Maximum number of reconnects of one subscriber. */
  readonly mostReconnects: number;
  /** Rejected streams, which the subscriber then requested again. */
  readonly refusedStreams: number;
  /** Subscribers that have received the end of the stream. */
  readonly ended: number;
  readonly requests: number;
  /** POST requests that failed and were sent again. */
  readonly repeatedRequests: number;
  /** Requests that failed finally. */
  readonly lostRequests: number;
  /** The first few errors of failed requests and streams. */
  readonly failures: readonly string[];
};

/** A request of a requester. A failed POST is sent again once; a failed GET is not. */
export type ClientRequest = { readonly path: string; readonly body?: string };

export type ClientsOptions = {
  readonly origin: string;
  readonly subscribers: number;
  readonly requesters: number;
  /** Target of the event stream. Each event has an `index` in its data. */
  readonly streamPath: string;
  readonly requests: readonly ClientRequest[];
  /** Milliseconds between two requests of one requester. */
  readonly pace: number;
};

/** Subscribers and requesters in this process. Each requester has a connection of its own. */
export type Clients = {
  /** Opens the event streams. */
  readonly subscribe: () => Promise<void>;
  /** Starts the requests. */
  readonly request: () => void;
  /** Ends the requests. Resolves when all have their responses. */
  readonly stopRequests: () => Promise<void>;
  readonly tally: () => ClientTotals;
};

/** Connections that are opened in parallel. */
const parallelConnections = 100;
/** Addresses of the clients on the loopback interface, because the gateway limits each address. */
const addresses = 50;
/** Milliseconds until a subscriber reconnects, unless its stream has sent another time. */
const reconnectTime = 1000;
const deadline = 30_000;

/** Creates the clients, without any connections. */
export function createClients(options: ClientsOptions): Clients {
  const { origin, subscribers, requesters, streamPath, requests, pace } = options;
  const { hostname, port } = new URL(origin);
  const tally = {
    ...{ listening: 0, events: 0, repeatedEvents: 0, reconnects: 0, mostReconnects: 0 },
    ...{ refusedStreams: 0, ended: 0, requests: 0, repeatedRequests: 0, lostRequests: 0 },
    failures: [] as string[],
  };
  const fail = (text: string) => {
    if (tally.failures.length < 5) tally.failures.push(text.slice(0, 200));
  };
  const target = (client: number) => ({
    hostname,
    port,
    localAddress: `127.0.1.${1 + (client % addresses)}`,
  });

  /** Subscribes like an `EventSource`. Resolves when the first stream is open. */
  function subscribe(client: number): Promise<void> {
    const seen = new Set<string>();
    let lastEventId = '';
    let retry = reconnectTime;
    let reconnects = 0;
    let isEnded = false;

    function read(block: string): void {
      const field = (name: string) => new RegExp(`^${name}: ?(.*)$`, 'm').exec(block)?.[1];
      lastEventId = field('id') ?? lastEventId;
      retry = Number(field('retry') ?? retry);
      const event = field('event');
      if (event === 'complete') {
        isEnded = true;
        tally.ended += 1;
      }
      if (event === 'next' && block.includes('"errors"')) fail(block);
      const index = event === 'next' ? /"index":(\d+)/.exec(block)?.[1] : undefined;
      if (index === undefined) return;
      if (seen.has(index)) tally.repeatedEvents += 1;
      seen.add(index);
      tally.events += 1;
    }

    return new Promise((resolve) => {
      const connect = () => {
        let isOpen = false;
        let isOver = false;
        const over = () => {
          if (isOver) return;
          isOver = true;
          if (isOpen) tally.listening -= 1;
          if (isEnded) return;
          if (isOpen) {
            reconnects += 1;
            tally.reconnects += 1;
            tally.mostReconnects = Math.max(tally.mostReconnects, reconnects);
          } else {
            tally.refusedStreams += 1;
          }
          setTimeout(connect, retry);
        };
        const headers = {
          accept: 'text/event-stream',
          ...(lastEventId === '' ? {} : { 'last-event-id': lastEventId }),
        };
        const sent = request({ ...target(client), path: streamPath, headers, agent: false });
        sent.on('error', over).on('close', over);
        sent.on('response', (response) => {
          if (response.statusCode !== 200) {
            fail(`${response.statusCode} for a stream`);
            return void response.resume();
          }
          isOpen = true;
          tally.listening += 1;
          resolve();
          let rest = '';
          response.setEncoding('utf8').on('error', over);
          response.on('data', (text: string) => {
            const blocks = (rest + text).split('\n\n');
            rest = blocks.pop() ?? '';
            for (const block of blocks) read(block);
          });
        });
        sent.end();
      };
      connect();
    });
  }

  /**
   * Sends a request and checks the response.
   *
   * @throws {Error} there is no response, or it has an error.
   */
  async function send(client: number, agent: Agent, { path, body }: ClientRequest): Promise<void> {
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const sent = request({
        ...{ ...target(client), path, agent, signal: AbortSignal.timeout(deadline) },
        ...(body === undefined
          ? {}
          : { method: 'POST', headers: { 'content-type': 'application/json' } }),
      });
      sent.on('error', reject).on('response', resolve).end(body);
    });
    let text = '';
    for await (const chunk of response.setEncoding('utf8')) text += chunk;
    if (response.statusCode !== 200 || text.includes('"errors"')) {
      throw new Error(`${path}: ${response.statusCode} ${text.slice(0, 100)}`);
    }
  }

  let isStopping = false;
  const running: Promise<void>[] = [];
  async function requestInTurn(client: number): Promise<void> {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    await sleep(Math.random() * pace);
    for (let turn = client; !isStopping; turn += 1) {
      const one = requests[turn % requests.length];
      if (one === undefined) break;
      const begun = performance.now();
      try {
        await send(client, agent, one).catch((error: unknown) => {
          if (one.body === undefined) throw error;
          tally.repeatedRequests += 1;
          return send(client, agent, one);
        });
        tally.requests += 1;
      } catch (error) {
        tally.lostRequests += 1;
        fail(String(error));
      }
      await sleep(Math.max(0, pace - (performance.now() - begun)));
    }
    agent.destroy();
  }

  return {
    subscribe: async () => {
      for (let client = 0; client < subscribers; client += parallelConnections) {
        const count = Math.min(parallelConnections, subscribers - client);
        await Promise.all(Array.from({ length: count }, (_, index) => subscribe(client + index)));
      }
    },
    request: () => {
      isStopping = false;
      running.push(...Array.from({ length: requesters }, (_, client) => requestInTurn(client)));
    },
    stopRequests: async () => {
      isStopping = true;
      await Promise.all(running.splice(0));
    },
    tally: () => tally,
  };
}
