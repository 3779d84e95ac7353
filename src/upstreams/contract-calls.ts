import DataLoader from 'dataloader';
import {
  BaseError,
  createPublicClient,
  custom,
  defineChain,
  type PublicClient,
  RawContractError,
  RpcRequestError,
} from 'viem';
import { createUpstreamUnavailableError, GatewayError, NotConfiguredError } from '../lib/errors.ts';
import type { Address, Hex } from '../lib/units.ts';
import type { ContractAddressLookup } from './contract-addresses.ts';
import type { EvmChainClients } from './evm-chain.ts';

/** Returns the address of the contract `MULTICALL3`; undefined when the deployment names none. */
export async function findMulticall3(
  contracts: ContractAddressLookup,
): Promise<Address | undefined> {
  try {
    return await contracts.address('MULTICALL3');
  } catch (error) {
    if (error instanceof NotConfiguredError) return undefined;
    throw error;
  }
}

/**
 * Returns a client that sends the calls of one turn together and returns their data as it is. It
 * fetches nothing that a contract names (EIP-3668).
 */
function createBatchingClient(client: PublicClient, multicall3: Address | undefined): PublicClient {
  const chain =
    multicall3 &&
    defineChain({
      id: 0,
      name: 'L3',
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpcUrls: { default: { http: [] } },
      contracts: { multicall3: { address: multicall3 } },
    });
  return createPublicClient({
    transport: custom({ request: client.request }, { retryCount: 0 }),
    batch: { multicall: { deployless: multicall3 === undefined } },
    ccipRead: false,
    ...(chain ? { chain } : {}),
  }) as PublicClient;
}

const hasCause = (error: unknown, kind: new (...args: never[]) => Error): boolean =>
  error instanceof BaseError && error.walk((one) => one instanceof kind) !== null;

/** Calls view functions together; a node that refuses the call gets it in halves. */
async function readCalls(
  calls: readonly Hex[],
  at: {
    readonly client: PublicClient;
    readonly to: Address;
    readonly multicall3: Address | undefined;
  },
): Promise<readonly (Hex | null | Error)[]> {
  const { client, to, multicall3 } = at;
  const batching = createBatchingClient(client, multicall3);
  const answers = await Promise.allSettled(calls.map((data) => batching.call({ to, data })));
  const isRefused = answers.some(
    (answer) => answer.status === 'rejected' && hasCause(answer.reason, RpcRequestError),
  );
  if (calls.length > 1 && isRefused) {
    const middle = Math.ceil(calls.length / 2);
    const halves = [calls.slice(0, middle), calls.slice(middle)];
    return (await Promise.all(halves.map((half) => readCalls(half, at)))).flat();
  }
  return answers.map((answer) => {
    if (answer.status === 'fulfilled') return answer.value.data ?? null;
    const { reason } = answer;
    return hasCause(reason, RawContractError) ? null : createReadError(reason);
  });
}

function createReadError(cause: unknown): GatewayError {
  return cause instanceof GatewayError
    ? cause
    : createUpstreamUnavailableError('L3 chain', { cause });
}

/** Loads the data that view functions of one contract return, by the data of their calls. */
export type ContractDataLoader = DataLoader<Hex, Hex | null>;

/**
 * Creates a loader of what view functions of a contract return, as it is encoded. Calls that are
 * requested together are one call of the node, at the latest block. Null for a call that reverts, as it
 * does when the contract has no such function.
 *
 * @param deps.contract - Name of the contract in the deployment file.
 * @throws {UpstreamUnavailableError} (from the loader) the chain cannot be read.
 * @throws {NotConfiguredError} (from the loader) the deployment does not name the contract.
 */
export function createContractDataLoader(deps: {
  readonly chain: EvmChainClients;
  readonly contracts: ContractAddressLookup;
  readonly contract: string;
  readonly signal: AbortSignal;
}): ContractDataLoader {
  const { chain, contracts, contract, signal } = deps;
  return new DataLoader<Hex, Hex | null>(
    async (calls) => {
      try {
        const [to, multicall3] = await Promise.all([
          contracts.address(contract),
          findMulticall3(contracts),
        ]);
        return await readCalls(calls, { client: chain.clientFor(signal), to, multicall3 });
      } catch (cause) {
        const error = createReadError(cause);
        return calls.map(() => error);
      }
    },
    { cache: false },
  );
}
