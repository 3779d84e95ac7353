import type {
  Resolvers,
  ResolversParentTypes,
  ResolversTypes,
} from '../../../generated/graphql/resolvers.ts';
import type { Context } from '../../context.ts';
import { decimalToNumber } from '../../finance/decimal.ts';
import { holdingDays } from '../../finance/ledger.ts';
import { valueOrIfNotFound } from '../../lib/maybe-promise.ts';
import { type Address, type Bytes32, weiToNumber } from '../../lib/units.ts';
import { findDtfOrBareId } from '../dtf/index.ts';
import type { PortfolioContext } from './loaders.ts';
import type { PortfolioParent } from './resolvers.ts';
import {
  parseShocks,
  stressStakes,
  type WalletStake,
  walletExposure,
  walletLedger,
  walletPerformance,
} from './wallet-figures.ts';

/** Context of a request that may look through the shares that a wallet pledged. */
export type WalletFiguresContext = PortfolioContext &
  Context<{
    readonly lending: {
      readonly pledgedShares: (
        account: Address,
      ) => Promise<readonly { readonly itpId: Bytes32; readonly shares: bigint }[]>;
      readonly stressedLoans: (
        account: Address,
        growthOf: (itpId: string) => number,
      ) => Promise<readonly StressedLoanParent[]>;
    };
  }>;

/** A loan after changes of prices. */
export type StressedLoanParent = {
  readonly market: ResolversParentTypes['LendingMarket'];
  readonly healthFactor: number | null;
  readonly isLiquidatable: boolean;
  readonly state: ResolversTypes['LoanHealth'];
};

const load = ({ address, portfolio }: PortfolioParent, { loaders }: PortfolioContext) =>
  portfolio ?? loaders.portfolio.portfolio(address);

/** Returns the positions of a wallet and the shares that it has pledged. */
async function readHeldAndPledged(wallet: PortfolioParent, context: WalletFiguresContext) {
  const [{ positions }, pledged] = await Promise.all([
    load(wallet, context),
    context.loaders.lending.pledgedShares(wallet.address),
  ]);
  return { positions, pledged };
}

/** Returns held and pledged shares of each fund with its assets, the largest value first. */
async function readStakes(
  wallet: PortfolioParent,
  context: WalletFiguresContext,
): Promise<readonly WalletStake[]> {
  const { dtf } = context.loaders;
  const { positions, pledged } = await readHeldAndPledged(wallet, context);
  const held = new Map(positions.map((one) => [one.itp_id as Bytes32, one.value_usd]));
  const funds = new Set([...held.keys(), ...pledged.map(({ itpId }) => itpId)]);
  const stakes = await Promise.all(
    [...funds].map(async (fund) => {
      const snapshot = await valueOrIfNotFound(() => dtf.snapshotOf(fund), null);
      const shares = pledged.reduce((sum, one) => sum + (one.itpId === fund ? one.shares : 0n), 0n);
      const valueUsd = (held.get(fund) ?? 0) + weiToNumber(shares) * (snapshot?.nav ?? 0);
      return { fund, valueUsd, assets: snapshot?.assets ?? [] };
    }),
  );
  return stakes.sort((left, right) => right.valueUsd - left.valueUsd);
}

/** Returns the NAV per share of each fund that the wallet holds or has pledged, USD. */
async function readSharePrices(
  wallet: PortfolioParent,
  context: WalletFiguresContext,
): Promise<ReadonlyMap<string, number>> {
  const { dtf } = context.loaders;
  const { positions, pledged } = await readHeldAndPledged(wallet, context);
  const prices = new Map<string, number>(positions.map((one) => [one.itp_id, one.nav_per_share]));
  const others = new Set(pledged.map(({ itpId }) => itpId).filter((itpId) => !prices.has(itpId)));
  await Promise.all(
    [...others].map(async (itpId) => {
      const snapshot = await valueOrIfNotFound(() => dtf.snapshotOf(itpId), null);
      if (snapshot?.nav != null) prices.set(itpId, snapshot.nav);
    }),
  );
  return prices;
}

const numberOrNull = (value: bigint | null) => (value === null ? null : decimalToNumber(value));
const dtfOf = ({ itpId }: { readonly itpId: string }, context: PortfolioContext) =>
  findDtfOrBareId(itpId as Bytes32, context);

/** Resolvers of what is computed from a wallet's trades, positions and loans. */
export const walletFigureResolvers: Resolvers<WalletFiguresContext> = {
  Portfolio: {
    performance: async ({ address }, { riskFreePct }, { loaders }) => {
      const [history, trades] = await Promise.all([
        loaders.portfolio.history(address),
        loaders.portfolio.trades(address),
      ]);
      return walletPerformance(history, trades, riskFreePct);
    },
    ledger: async (wallet, { method }, context) => {
      const [trades, prices] = await Promise.all([
        context.loaders.portfolio.trades(wallet.address),
        readSharePrices(wallet, context),
      ]);
      return walletLedger(trades, prices, method);
    },
    exposure: async (wallet, _args, context) => walletExposure(await readStakes(wallet, context)),
    stress: async (wallet, args, context) => {
      const shocks = parseShocks(args.shocks);
      const { growthOf, ...after } = stressStakes(await readStakes(wallet, context), shocks);
      const loans = await context.loaders.lending.stressedLoans(wallet.address, growthOf);
      return { ...after, loans };
    },
  },
  OpenLot: {
    dtf: (lot, _args, context) => dtfOf(lot, context),
    shares: ({ shares }) => String(shares),
    costUsd: ({ costUsd }) => decimalToNumber(costUsd),
    valueUsd: ({ valueUsd }) => numberOrNull(valueUsd),
    unrealizedUsd: ({ unrealizedUsd }) => numberOrNull(unrealizedUsd),
  },
  RealizedLot: {
    dtf: (lot, _args, context) => dtfOf(lot, context),
    shares: ({ shares }) => String(shares),
    proceedsUsd: ({ proceedsUsd }) => decimalToNumber(proceedsUsd),
    costUsd: ({ costUsd }) => numberOrNull(costUsd),
    gainUsd: ({ gainUsd }) => numberOrNull(gainUsd),
    holdingDays: (lot) => holdingDays(lot),
  },
  LedgerTotals: {
    boughtUsd: ({ boughtUsd }) => decimalToNumber(boughtUsd),
    soldUsd: ({ soldUsd }) => decimalToNumber(soldUsd),
    realizedUsd: ({ realizedUsd }) => decimalToNumber(realizedUsd),
    unrealizedUsd: ({ unrealizedUsd }) => decimalToNumber(unrealizedUsd),
  },
  Exposure: { asset: ({ symbol }) => ({ symbol }) },
  FundValue: { dtf: (fund, _args, context) => dtfOf(fund, context) },
};
