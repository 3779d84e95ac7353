import type { Socket } from 'node:net';
import { type ProxyOptions, type RunningProxy, startProxy } from './proxy.ts';
import { type RawUpstream, startRawUpstream } from './raw-upstream.ts';

/** An upstream with the proxy before it, which each test starts in its own way. */
export type Pair = {
  /** Starts both; `answer` gets every complete request head with its socket. */
  readonly start: (
    answer: (socket: Socket, head: string) => void,
    options?: Partial<ProxyOptions>,
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
export function createPair(): Pair {
  let running: { readonly upstream: RawUpstream; readonly proxy: RunningProxy } | undefined;
  const started = () => {
    if (running === undefined) throw new Error('nothing was started');
    return running;
  };
  return {
    start: async (answer, options = {}) => {
      const upstream = await startRawUpstream(answer);
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
