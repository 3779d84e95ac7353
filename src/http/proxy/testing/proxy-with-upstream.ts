import type { Socket } from 'node:net';
import { type RunningProxy, startProxy, type TestProxyOptions } from './proxy.ts';
import { type RawUpstream, startRawUpstream } from './raw-upstream.ts';

/** An upstream behind the proxy, which each test starts with its own options. */
export type ProxyWithUpstream = {
  /** Starts both; `response` is called with the socket and each complete request head. */
  readonly start: (
    response: (socket: Socket, head: string) => void,
    options?: Partial<TestProxyOptions>,
  ) => Promise<void>;
  /** @throws {Error} (as does `proxy`) `start` was not called. */
  readonly upstream: RawUpstream;
  readonly proxy: RunningProxy;
  readonly sockets: () => number;
  /** Call it after each test. */
  readonly close: () => Promise<void>;
};

/** Creates the pair for a test file; nothing runs before `start`. */
export function createProxyWithUpstream(): ProxyWithUpstream {
  let running: { readonly upstream: RawUpstream; readonly proxy: RunningProxy } | undefined;
  const started = () => {
    if (running === undefined) throw new Error('nothing was started');
    return running;
  };
  return {
    start: async (response, options = {}) => {
      const upstream = await startRawUpstream(response);
      running = { upstream, proxy: await startProxy({ upstream: upstream.url, ...options }) };
    },
    get upstream() {
      return started().upstream;
    },
    get proxy() {
      return started().proxy;
    },
    sockets: () => started().upstream.sockets.size,
    close: async () => {
      const { upstream, proxy } = started();
      running = undefined;
      await proxy.close();
      await upstream.close();
    },
  };
}
