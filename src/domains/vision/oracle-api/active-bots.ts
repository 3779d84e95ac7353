import { visionAbi } from '../../../../generated/abi/vision.ts';
import type { RequestCache } from '../../../cache/request-cache.ts';
import { createUpstreamUnavailableError, GatewayError } from '../../../lib/errors.ts';
import { type Address, parseAddress } from '../../../lib/units.ts';
import type { ContractAddressLookup } from '../../../upstreams/contract-addresses.ts';
import type { EvmChainClients } from '../../../upstreams/evm-chain.ts';

/** A wallet that the contract lists as an active bot. */
export type ActiveBot = { readonly wallet: Address; readonly endpoint: string };

/** Maximum characters of an endpoint, which anyone can register. */
const maxEndpoint = 200;

/** Creates the reader of the bots that the `Vision` contract of the deployment lists as active. */
export function createActiveBotReader(deps: {
  readonly requestCache: RequestCache;
  readonly chain: EvmChainClients;
  readonly contracts: ContractAddressLookup;
}) {
  const { requestCache, chain, contracts } = deps;

  async function fetchBots(signal: AbortSignal): Promise<readonly ActiveBot[]> {
    const address = await contracts.address('Vision');
    const [wallets, bots] = await chain.clientFor(signal).readContract({
      address,
      abi: visionAbi,
      functionName: 'getAllActiveBots',
    });
    return wallets.flatMap((text, index) => {
      const wallet = parseAddress(text);
      const endpoint = bots[index]?.endpoint ?? '';
      return wallet ? [{ wallet, endpoint: endpoint.slice(0, maxEndpoint) }] : [];
    });
  }

  /** @throws {UpstreamUnavailableError} the chain cannot be read. */
  return (): readonly ActiveBot[] | Promise<readonly ActiveBot[]> =>
    requestCache.read('chain', 'active bots', async (signal) => {
      try {
        const value = await fetchBots(signal);
        return { value, bytes: 100 + value.length * (maxEndpoint + 100) };
      } catch (cause) {
        if (cause instanceof GatewayError) throw cause;
        throw createUpstreamUnavailableError('L3 chain', { cause });
      }
    });
}
