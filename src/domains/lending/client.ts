import { zeroAddress } from 'viem';
import type { z } from 'zod';
import type { CachePolicyName } from '../../cache/cache-policies.ts';
import type { RequestCache } from '../../cache/request-cache.ts';
import type { Address, Bytes32 } from '../../lib/units.ts';
import {
  type HttpClient,
  matchesRequestedResource,
  parseRequiredResponse,
  parseResponse,
} from '../../upstreams/index.ts';
import type { LendingEvent, LendingMarket } from './schema.ts';
import {
  upstreamLendingEventsSchema,
  upstreamLendingMarketSchema,
  upstreamLendingPositionSchema,
  upstreamLendingWalletBalancesSchema,
  upstreamVaultSchema,
} from './upstream-schema.ts';

const emptyPosition = upstreamLendingPositionSchema.parse({
  collateral: '0',
  borrow_shares: '0',
  oracle_price: '0',
  market: {
    total_supply_assets: '0',
    total_supply_shares: '0',
    total_borrow_assets: '0',
    total_borrow_shares: '0',
  },
});

const emptyWallet = upstreamLendingWalletBalancesSchema.parse({
  usdc_balance: '0',
  bridged_itp_balance: '0',
});

/**
 * Creates the client that reads lending data from the data node for one request. It sends the
 * account as both `user` and `address`; an unknown account has zero amounts and no history.
 */
export function createLendingClient(options: {
  readonly requestCache: RequestCache;
  readonly dataNode: HttpClient;
}) {
  const { requestCache, dataNode } = options;

  /** Reads a path. A 404 resolves to `unknown`; if `unknown` is null, a 404 is an error. */
  function read<T>(lookup: {
    readonly path: string;
    readonly policy?: CachePolicyName;
    readonly account?: Address;
    readonly itpId?: Bytes32 | undefined;
    readonly shape: z.ZodType<T>;
    readonly unknown: T | null;
  }): T | Promise<T> {
    const { path, policy = 'lending', account, itpId, shape, unknown } = lookup;
    const names = {
      ...(account ? { user: account, address: account } : {}),
      ...(itpId ? { itp_id: itpId } : {}),
    };
    const query = new URLSearchParams(names);
    const target = query.size > 0 ? `${path}?${query}` : path;
    return requestCache.read(policy, target, async (signal) => {
      const belongsToRequest = matchesRequestedResource(names);
      const response = await dataNode.get(target, { signal, belongsToRequest });
      if (response.status === 404 && unknown !== null) return { value: unknown, bytes: 0 };
      const parse = itpId ? parseResponse : parseRequiredResponse;
      return { value: parse(response, shape, 'data node'), bytes: response.bytes };
    });
  }

  const position = (account: Address, itpId?: Bytes32) =>
    read({
      path: '/morpho-position',
      account,
      itpId,
      shape: upstreamLendingPositionSchema,
      unknown: itpId ? null : emptyPosition,
    });

  return {
    /**
     * The position of an account in the market of the DTF; without `itpId` the data node picks the
     * market. For the zero address only the market is valid.
     *
     * @throws {NotFoundError} no market lends against the DTF.
     */
    position,
    /** In the order of the data node. */
    history: (account: Address) =>
      read<readonly LendingEvent[]>({
        path: '/morpho-history',
        account,
        shape: upstreamLendingEventsSchema,
        unknown: [],
      }),
    markets: async () => {
      const markets = await read<readonly LendingMarket[] | 'unstated'>({
        path: '/lending/markets',
        shape: upstreamLendingMarketSchema.array(),
        unknown: 'unstated',
      });
      if (markets !== 'unstated') return markets;
      // Data nodes with a single market have no list of markets; each position contains the market.
      const { market, oracle_price } = await position(zeroAddress);
      const isNone = oracle_price === '0' && market.total_supply_shares === '0';
      return isNone ? [] : [{ ...market, oracle_price }];
    },
    /** @throws {NotFoundError} the DTF does not exist. */
    wallet: (account: Address, itpId?: Bytes32) =>
      read({
        path: '/user-state',
        policy: 'wallet',
        account,
        itpId,
        shape: upstreamLendingWalletBalancesSchema,
        unknown: itpId ? null : emptyWallet,
      }),
    vault: () => read({ path: '/vault-balances', shape: upstreamVaultSchema, unknown: null }),
  };
}
