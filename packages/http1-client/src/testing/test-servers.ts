import type { Socket } from 'node:net';
import { vi } from 'vitest';
import { createHttp1Pool, type Http1Pool, type Http1PoolOptions } from '../pool.ts';
import type { Certificate } from './certificate.ts';
import { type RawResponder, type RawServer, startRawServer } from './raw-server.ts';
import { plainResponse } from './socket-server.ts';

type Pair = { readonly server: RawServer; readonly pool: Http1Pool };

/** Starts servers and pools for a test file, and closes them after each test. */
export type TestServers = {
  readonly start: (response: RawResponder, options?: Partial<Http1PoolOptions>) => Promise<Pair>;
  readonly startTls: (response: RawResponder, certificate: Certificate) => Promise<Pair>;
  /** Creates another pool, for any origin. */
  readonly poolOf: (origin: string, options?: Partial<Http1PoolOptions>) => Http1Pool;
  readonly close: () => Promise<void>;
};

const defaults = { connectTimeout: 2000, keepAliveTimeout: 10_000, maxHeadBytes: 16_384 };

/** Creates the helpers for one test file. Nothing is started yet. */
export function createTestServers(): TestServers {
  const opened: (() => Promise<void> | void)[] = [];

  const poolOf: TestServers['poolOf'] = (origin, options) => {
    const pool = createHttp1Pool({ origin, ...defaults, ...options });
    opened.push(pool.close);
    return pool;
  };
  const begin = (server: RawServer, options?: Partial<Http1PoolOptions>): Pair => {
    opened.push(server.close);
    return { server, pool: poolOf(server.origin, options) };
  };

  return {
    poolOf,
    start: async (response, options) => begin(await startRawServer(response), options),
    startTls: async (response, certificate) => begin(await startRawServer(response, certificate)),
    close: async () => {
      for (const close of opened.splice(0).reverse()) await close();
    },
  };
}

/** Responds to every request with its request line. */
export const echoRequestLine: RawResponder = (socket, request) =>
  void socket.write(plainResponse(request.split('\r\n')[0] ?? ''));

/** A socket that a test marks after its first request. */
export type SocketWithUsedMark = Socket & { used?: boolean };

/** Waits until the condition holds; throws if it does not within five seconds. */
export const waitForCondition = (condition: () => boolean): Promise<boolean> =>
  vi.waitUntil(condition, { timeout: 5000, interval: 5 });
