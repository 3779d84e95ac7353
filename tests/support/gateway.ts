import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseConfig } from '../../src/config.ts';
import { createGateway, type Gateway, type GatewayOverrides } from '../../src/gateway.ts';
import { type PostOptions, postJson } from './post-json.ts';

/** An address that refuses connections. */
export const unreachableUrl = 'http://127.0.0.1:1';

/** What configures a silent gateway on a free port whose upstreams refuse connections. */
export const isolatedEnv = {
  PORT: '0',
  DATA_NODE_URL: unreachableUrl,
  ORACLE_URLS: unreachableUrl,
  L3_RPC_URL: unreachableUrl,
  SETTLEMENT_RPC_URL: unreachableUrl,
  MARKET_DATA_URL: unreachableUrl,
  LOG_LEVEL: 'silent',
  EXPLORER: 'off',
  DRAIN_SECONDS: '0',
  /** `COMPILED_EXECUTION=off npm test` tests every gateway without compiled plans. */
  COMPILED_EXECUTION: process.env.COMPILED_EXECUTION ?? '',
} as const;

/** A running gateway of a test. */
export type TestGateway = {
  readonly url: string;
  /** GET below `/api`. */
  readonly rest: (path: string, init?: RequestInit) => Promise<Response>;
  /** POST of JSON below `/api`; a text goes as it is. */
  readonly post: (path: string, body: unknown, options?: PostOptions) => Promise<Response>;
  /** POST to `/graphql`; resolves to the result. */
  readonly query: <T = Record<string, never>>(
    source: string,
    variables?: Record<string, unknown>,
  ) => Promise<{
    data: T;
    errors?: { message: string; path?: (string | number)[]; extensions: { code: string } }[];
  }>;
  readonly [Symbol.asyncDispose]: () => Promise<void>;
};

/** Starts a gateway on a free port; upstreams that are not named refuse connections. */
export async function startGateway(
  env: Readonly<Record<string, string>> = {},
  overrides: GatewayOverrides = {},
): Promise<TestGateway> {
  const stateDir = await mkdtemp(join(tmpdir(), 'gateway-'));
  const config = parseConfig({
    ...isolatedEnv,
    STATE_DIR: stateDir,
    ...env,
  });
  // The runner keeps what a test file saw; a closed gateway and its caches shall not be in it.
  let gateway: Gateway | undefined = createGateway(config, {
    shutdownIdleGrace: 0,
    ...overrides,
  });
  const url = await gateway.listen();
  return {
    url,
    rest: (path, init) => fetch(`${url}/api${path}`, init),
    post: (path, body, options) => postJson(`${url}/api${path}`, body, options),
    query: async (query, variables) => {
      const response = await postJson(`${url}/graphql`, { query, variables });
      return (await response.json()) as never;
    },
    [Symbol.asyncDispose]: async () => {
      await gateway?.close();
      gateway = undefined;
      await rm(stateDir, { recursive: true, force: true });
    },
  };
}

/** A small upstream on a real socket that records what it was asked. */
export type FakeUpstream = {
  readonly url: string;
  readonly asked: string[];
  readonly [Symbol.asyncDispose]: () => Promise<void>;
};

/** Starts an upstream that answers with `answer`. */
export async function startUpstream(answer: RequestListener): Promise<FakeUpstream> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Answers JSON by path; unknown paths are 404. */
export function respondByPath(bodies: Readonly<Record<string, unknown>>): RequestListener {
  return (request, response) => {
    const path = request.url?.split('?', 1)[0] ?? '';
    const found = Object.hasOwn(bodies, path);
    response.writeHead(found ? 200 : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify(found ? bodies[path] : { error: 'not found' }));
  };
}
