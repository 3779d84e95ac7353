import type { Socket } from 'node:net';
import { type RunningProxy, startProxy, type TestProxyOptions } from './proxy.ts';
import { type RawUpstream, startRawUpstream } from './raw-upstream.ts';

/** An upstream with the proxy before it, which each test starts in its own way. */
export type ProxyWithUpstream = {
  /** Starts both; `answer` gets every complete request head with its socket. */
  readonly start: (
    response: (socket: Socket, head: string) => void,
    options?: Partial<TestProxyOptions>,
  ) => Promise<void>;
  /** @throws {Error} (like `proxy`) nothing was started. */
  readonly upstream: RawUpstream;
  readonly proxy: RunningProxy;
  /** Connections that the upstream has open. */
  readonly sockets: () => number;
  /** To be called after each test. */
  readonly close: () => Promise<void>;
};

/** Creates the pair of a test file; nothing runs before `start`. */
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
