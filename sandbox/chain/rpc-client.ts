import { Pool } from 'undici';
import type { Address, Hex } from 'viem';
import { z } from 'zod';

/** One JSON-RPC call: method and parameters. */
export type RpcCall = readonly [method: string, params: readonly unknown[]];

/** An error response of a chain, with the chain's message. */
export class RpcError extends Error {
  override readonly name = 'RpcError';
}

/** A transaction from an account for which the node signs. */
export type NodeTransaction = {
  readonly from: Address;
  readonly to?: Address;
  readonly data?: Hex;
  readonly value?: Hex;
  readonly gas: Hex;
  readonly gasPrice: Hex;
  readonly nonce: Hex;
};

/** A JSON-RPC client of one chain. */
export type RpcClient = {
  readonly url: string;
  /** @throws {RpcError} the chain returns an error. */
  readonly call: (method: string, params?: readonly unknown[]) => Promise<unknown>;
  /**
   * Sends all calls in one request; the chain may execute them in any order.
   *
   * @returns the results in the order of the calls.
   * @throws {RpcError} the chain returns an error for one of them.
   */
  readonly batch: (calls: readonly RpcCall[]) => Promise<readonly unknown[]>;
  readonly close: () => Promise<void>;
};

const response = z.object({
  id: z.number(),
  result: z.unknown().optional(),
  error: z.object({ message: z.string() }).optional(),
});
const responses = z.array(response);

/**
 * Creates a JSON-RPC client.
 *
 * @param options.deadline - Maximum duration of one request in milliseconds, connecting included.
 */
export function createRpcClient(url: string, options: { readonly deadline: number }): RpcClient {
  const pool = new Pool(url, { connections: 2 });
  let nextId = 0;

  const batch = async (calls: readonly RpcCall[]) => {
    if (calls.length === 0) return [];
    const firstId = nextId;
    nextId += calls.length;
    const request = calls.map(([method, params], i) => {
      return { jsonrpc: '2.0', id: firstId + i, method, params };
    });
    const response = await pool.request({
      path: '/',
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(request),
      signal: AbortSignal.timeout(options.deadline),
    });
    const results = new Array<unknown>(calls.length);
    for (const item of responses.parse(await response.body.json())) {
      const method = calls[item.id - firstId]?.[0] ?? 'call';
      if (item.error !== undefined) throw new RpcError(`${method}: ${item.error.message}`);
      results[item.id - firstId] = item.result;
    }
    return results;
  };

  return {
    url,
    batch,
    call: async (method, params = []) => (await batch([[method, params]]))[0],
    close: () => pool.destroy(),
  };
}
