import { createPublicClient, custom, type PublicClient, RpcRequestError } from 'viem';
import { z } from 'zod';
import type { Clock } from '../lib/clock.ts';
import { UpstreamTimeoutError, UpstreamUnavailableError } from '../lib/errors.ts';
import { createTracedSignal, type TraceContext } from '../lib/trace-context.ts';
import type { Millis } from '../lib/units.ts';
import {
  type ChainEventIndex,
  createChainEventIndex,
  type SharedChainRanges,
} from './chain-events/event-index.ts';
import type { ChainEventStore } from './chain-events/event-store.ts';
import { type ChainLogReader, createChainLogReader } from './chain-events/log-reader.ts';
import { matchesRequestedResource } from './checks/requested-resource.ts';
import type { HttpClient } from './http-client.ts';

const rpcAnswer = z.union([
  z.object({
    error: z.object({ code: z.number(), message: z.string(), data: z.unknown().optional() }),
  }),
  z.object({ result: z.unknown() }),
]);

/** One EVM chain: viem clients that send their JSON-RPC calls through `HttpClient`. */
export type EvmChainClients = {
  /** Returns a client for calls that outlive a request, each with a deadline of 5 s. */
  readonly backgroundClient: (trace: TraceContext | undefined) => PublicClient;
  /** Returns a client for the calls of one read: the signal aborts them, all share one deadline. */
  readonly clientFor: (signal: AbortSignal) => PublicClient;
  /** Reads logs in bounded windows, with a client of `clientFor`. */
  readonly logs: ChainLogReader;
  /** All events of contracts, read with `logs` and kept in the state folder. */
  readonly events: ChainEventIndex;
  readonly health: HttpClient['health'];
};

/** Deadline of one RPC call, or of all calls of a client from `clientFor`. */
const callTimeout: Millis = 5000;
const never = new AbortController().signal;

/** Methods that change nothing and may be retried. */
const readMethods = new Set([
  ...['eth_blockNumber', 'eth_call', 'eth_chainId', 'eth_estimateGas', 'eth_gasPrice'],
  ...['eth_getBalance', 'eth_getBlockByNumber', 'eth_getLogs', 'eth_getTransactionByHash'],
  ...['eth_getTransactionCount', 'eth_getTransactionReceipt', 'eth_maxPriorityFeePerGas'],
]);

/**
 * Creates the viem clients of a chain, which send through `http`. Reads are retried once within
 * their deadline; other methods are sent once. Calls are not batched: use multicall.
 *
 * @param deps.name - Name of the chain in messages.
 * @param deps.finalityBlocks - Blocks below the head that may still be replaced.
 * @throws {UpstreamUnavailableError} (from calls) the node cannot be reached; wrapped by viem.
 */
export function createEvmChainClients(deps: {
  readonly name: string;
  readonly http: HttpClient;
  readonly finalityBlocks: number;
  /** Opens the store of events, or returns the open one. */
  readonly eventStore: () => ChainEventStore;
  readonly sharedRanges: SharedChainRanges | undefined;
  readonly clock: Clock;
}): EvmChainClients {
  const { name, http, clock } = deps;
  let id = 0;

  function createClient(signal: AbortSignal, timeLeft: () => Millis): PublicClient {
    const transport = custom(
      {
        async request({ method, params }: { method: string; params?: unknown }) {
          id += 1;
          const body = { jsonrpc: '2.0', id, method, params: params ?? [] };
          const timeout = timeLeft();
          if (timeout <= 0)
            throw new UpstreamTimeoutError(`the ${name} did not respond in time; try again later`);
          const send = readMethods.has(method) ? http.postRead : http.post;
          const belongsToRequest = matchesRequestedResource({ id: body.id });
          const response = await send('', body, {
            signal,
            timeout,
            belongsToRequest,
            spanAttributes: { 'rpc.system.name': 'jsonrpc', 'rpc.method': method },
          });
          const parsed = rpcAnswer.safeParse(response.value);
          if (!parsed.success)
            throw new UpstreamUnavailableError(`the ${name} sent no RPC response`);
          if ('error' in parsed.data) {
            throw new RpcRequestError({ body, url: name, error: parsed.data.error });
          }
          return parsed.data.result;
        },
      },
      { retryCount: 0 },
    );
    return createPublicClient({ transport }) as PublicClient;
  }

  const logs = createChainLogReader({ chain: name, finalityBlocks: BigInt(deps.finalityBlocks) });
  return {
    backgroundClient: (trace) => createClient(createTracedSignal(never, trace), () => callTimeout),
    clientFor: (signal) => {
      const deadline = performance.now() + callTimeout;
      return createClient(signal, () => deadline - performance.now());
    },
    logs,
    events: createChainEventIndex({
      logs,
      store: deps.eventStore,
      shared: deps.sharedRanges,
      createClient: () => createClient(never, () => callTimeout),
      clock,
    }),
    health: http.health,
  };
}
