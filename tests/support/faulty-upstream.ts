import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What an upstream answers when nothing is wrong. */
export type SuccessResponse = {
  readonly status?: number;
  readonly type?: string;
  readonly body: string;
};

/** What an upstream is asked; the path is the one below its base path. */
export type UpstreamRequest = {
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: string;
};

/** A request to an upstream, and what it should have been answered. */
export type FaultExchange = {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly good: SuccessResponse;
};

/** How an upstream misbehaves, and what may come of it. */
export type Fault = {
  readonly name: string;
  /**
   * `broken`: there is no usable answer. `harmless`: there is one, oddly wrapped. `either`: usable or not
   * by the field it hits. `refused`: the upstream says 429 and why.
   */
  readonly kind: 'broken' | 'harmless' | 'either' | 'refused';
  /** The status that the upstream gives, where a route tells them apart. */
  readonly status?: number;
  /** True when not even a status line arrives, so that a proxy has nothing to pass on. */
  readonly headless?: boolean;
  /** True for a 200 whose body is JSON, or nothing: only its shape is wrong. */
  readonly nonsense?: boolean;
  readonly respond: (exchange: FaultExchange) => void;
};

/** An upstream on a real socket that can be made to misbehave. */
export type FaultyUpstream = AsyncDisposable & {
  /** With a base path and a key in the query, so that leaks show. */
  readonly url: string;
  readonly port: number;
  /** What is done to a request; `null` for nothing. */
  faultOf: (asked: UpstreamRequest) => Fault | null;
  /** Every request so far: method, path and query below the base path. */
  readonly asked: string[];
  /** Requests that lacked the key. */
  readonly keyless: string[];
  /** Requests whose connection still waits for the rest of an answer. */
  readonly open: () => number;
  /** Stops listening: connections are refused. */
  readonly goDown: () => Promise<void>;
  readonly comeUp: () => Promise<void>;
};

/** Words that upstreams say when they fail, and that nobody else may hear. */
export const upstreamErrorText = 'thread-7-panicked-at-ledger.rs';

/** Starts one; `answer` gives the good answer for a path (without base path) and body. */
export async function startFaultyUpstream(options: {
  readonly basePath: string;
  /** Value of `apikey`, which every request must bring. */
  readonly key: string;
  readonly answer: (asked: UpstreamRequest) => SuccessResponse;
}): Promise<FaultyUpstream> {
  const { basePath, key, answer } = options;
  const asked: string[] = [];
  const keyless: string[] = [];
  let open = 0;
  const server = createServer({ keepAliveTimeout: 60_000 }, async (request, response) => {
    open += 1;
    response.once('close', () => {
      open -= 1;
    });
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const url = new URL(request.url ?? '/', 'http://upstream');
    const isBelow = url.pathname.startsWith(basePath);
    const path = isBelow ? url.pathname.slice(basePath.length) : url.pathname;
    if (url.searchParams.get('apikey') !== key) keyless.push(request.url ?? '');
    url.searchParams.delete('apikey');
    asked.push(`${request.method} ${path}${url.search}`);
    const body = Buffer.concat(chunks).toString();
    const question = { path, query: url.searchParams, body };
    const good = answer(question);
    const fault = upstream.faultOf(question);
    if (fault) fault.respond({ request, response, good });
    else sendSuccess({ request, response, good });
  });
  const listen = (port: number) =>
    new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const upstream: FaultyUpstream = {
    url: `http://127.0.0.1:${port}${basePath}?apikey=${key}`,
    port,
    faultOf: () => null,
    asked,
    keyless,
    open: () => open,
    goDown: close,
    comeUp: async () => {
      if (!server.listening) await listen(port);
    },
    [Symbol.asyncDispose]: close,
  };
  return upstream;
}

/** Answers as if nothing were wrong. */
export function sendSuccess({ response, good }: FaultExchange): void {
  response.writeHead(good.status ?? 200, { 'content-type': good.type ?? 'application/json' });
  response.end(good.body);
}
