/** A JSON-RPC endpoint. */
export type RpcClient = {
  /**
   * Calls one method.
   *
   * @throws {RpcError} the chain does not respond in time, returns an error, or returns something
   * else than JSON-RPC.
   */
  readonly call: (method: string, params: readonly unknown[]) => Promise<unknown>;
};

/** A chain did not respond, or returned an error. */
export class RpcError extends Error {
  override readonly name = 'RpcError';
}

const DEADLINE_MS = 5_000;

/** Creates a client of a chain's JSON-RPC endpoint. A call has a deadline of five seconds. */
export function createRpcClient(url: string, stopping: AbortSignal): RpcClient {
  let id = 0;
  return {
    async call(method, params) {
      id += 1;
      let reply: { readonly result?: unknown; readonly error?: { readonly message?: string } };
      try {
        const response = await fetch(url, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ jsonrpc: '2.0', id, method, params }),
          signal: AbortSignal.any([stopping, AbortSignal.timeout(DEADLINE_MS)]),
        });
        reply = (await response.json()) as typeof reply;
      } catch (cause) {
        throw new RpcError(`${method}: the chain does not respond`, { cause });
      }
      if (reply.error !== undefined) throw new RpcError(`${method}: ${reply.error.message}`);
      return reply.result;
    },
  };
}
