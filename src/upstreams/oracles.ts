import { UpstreamFailedError, UpstreamUnavailableError } from '../core/errors.ts';
import type { CallOptions, HttpClient, UpstreamAnswer } from './http-client.ts';

/** The oracles: reads go to the first healthy one in the configured order, bitmaps to all. */
export type Oracles = {
  readonly get: (path: string, options: CallOptions) => Promise<UpstreamAnswer>;
  readonly post: (path: string, body: unknown, options: CallOptions) => Promise<UpstreamAnswer>;
  readonly all: readonly HttpClient[];
  /** The healthy ones first, each group in the configured order. */
  readonly inOrder: () => readonly HttpClient[];
};

/** @param all - In the order of preference for reads. */
export function createOracles(all: readonly HttpClient[]): Oracles {
  const inOrder = () => [
    ...all.filter((oracle) => oracle.health() !== 'down'),
    ...all.filter((oracle) => oracle.health() === 'down'),
  ];
  async function first(call: (oracle: HttpClient) => Promise<UpstreamAnswer>) {
    let failure: unknown = new UpstreamUnavailableError('no oracle is configured');
    for (const oracle of inOrder()) {
      try {
        return await call(oracle);
      } catch (error) {
        // The next oracle holds the same state; only an unavailable one is passed over.
        if (!(error instanceof UpstreamUnavailableError)) throw error;
        // An oracle that says what is wrong tells more than one that cannot be reached.
        if (!(failure instanceof UpstreamFailedError)) failure = error;
      }
    }
    throw failure;
  }
  return {
    all,
    inOrder,
    get: (path, options) => first((oracle) => oracle.get(path, options)),
    post: (path, body, options) => first((oracle) => oracle.post(path, body, options)),
  };
}
