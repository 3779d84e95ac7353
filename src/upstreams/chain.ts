import { createPublicClient, custom, type PublicClient, RpcRequestError } from 'viem';
import { z } from 'zod';
import { UpstreamUnavailableError } from '../core/errors.ts';
import type { Millis } from '../core/units.ts';
import type { HttpClient } from './http-client.ts';

const rpcAnswer = z.union([
  z.object({ error: z.object({ code: z.number(), message: z.string() }) }),
  z.object({ result: z.unknown() }),
]);

/** One EVM chain, read through viem over the same guarded client as every other upstream. */
export type Chain = {
  readonly client: PublicClient;
  readonly health: HttpClient['health'];
};

/** Every single RPC call ends by then (spec: itp-price, on-chain fallback 5 s). */
const callTimeout: Millis = 5000;

/**
 * A viem client whose transport is `http`; calls made in one tick are not batched, use multicall.
 *
 * @throws {UpstreamUnavailableError} (from calls) the node cannot be reached; viem's own errors wrap it.
 */
export function createChain(name: string, http: HttpClient): Chain {
  let id = 0;
  const transport = custom(
    {
      async request({ method, params }: { method: string; params?: unknown }) {
        id += 1;
        const body = { jsonrpc: '2.0', id, method, params: params ?? [] };
        const signal = AbortSignal.timeout(callTimeout);
        const answer = await http.post('', body, { signal, timeout: callTimeout });
        const parsed = rpcAnswer.safeParse(answer.value);
        if (!parsed.success) throw new UpstreamUnavailableError(`the ${name} gave no RPC answer`);
        if ('error' in parsed.data) {
          throw new RpcRequestError({ body, url: name, error: parsed.data.error });
        }
        return parsed.data.result;
      },
    },
    { retryCount: 0 },
  );
  return { client: createPublicClient({ transport }) as PublicClient, health: http.health };
}
