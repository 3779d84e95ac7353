import {
  type AbiParameter,
  concatHex,
  decodeAbiParameters,
  encodeFunctionData,
  toFunctionSelector,
  zeroAddress,
} from 'viem';
import { lendingAbi } from '../../../generated/abi/lending.ts';
import type { LoaderDeps } from '../../context.ts';
import { memoizeByString } from '../../lib/collections/memoize-by-string.ts';
import { NotConfiguredError } from '../../lib/errors.ts';
import { maxUnixSeconds } from '../../lib/parse.ts';
import {
  type Address,
  type Bytes32,
  type Hex,
  parseAddress,
  weiToNumber,
} from '../../lib/units.ts';
import { createContractDataLoader } from '../../upstreams/index.ts';

/** What decides the rate of the loans of a market. */
type RateModel = 'FIXED' | 'RATE_MODEL' | 'NONE';

/**
 * What a loan costs and what a deposit earns in one market, percent a year; the fee in percent of
 * it. Unix seconds of the last update, up to which debts include interest.
 */
export type MarketRates = {
  readonly model: RateModel;
  readonly borrowRatePct: number;
  readonly borrowApyPct: number;
  readonly supplyApyPct: number;
  readonly feePct: number;
  readonly accruedAt: number;
};

/** Names of the contract of the markets in deployment files: the sandbox's, and Morpho's. */
const contractNames = ['LENDING', 'MORPHO'] as const;

const secondsPerYear = 365 * 24 * 60 * 60;

/** Terms of a market of the contract `Lending`, which has a fixed rate per year. */
const fixedRateTerms = ['address', 'address', 'bytes32', 'address', 'uint256', 'uint256'] as const;
/** Terms of a market of Morpho, whose rate is computed by the contract `irm`. */
const rateModelTerms = ['address', 'address', 'address', 'address', 'uint256'] as const;
/** Totals of supply and debt with their shares, time of the last update, fee. */
const marketState = ['uint128', 'uint128', 'uint128', 'uint128', 'uint128', 'uint128'] as const;

const rateSelector = toFunctionSelector(
  `borrowRateView((${rateModelTerms.join()}),(${marketState.join()}))`,
);

/** Returns the values of the data; null for data of another length. */
function decodeWords(data: Hex | null, types: readonly string[]): readonly unknown[] | null {
  if (data?.length !== 2 + 64 * types.length) return null;
  const parameters = types.map((type): AbiParameter => ({ type }));
  try {
    return decodeAbiParameters(parameters, data);
  } catch {
    // Another contract may have other values of the same length under this selector.
    return null;
  }
}

type MarketState = {
  readonly supplied: bigint;
  readonly borrowed: bigint;
  /** Share of the interest that the market keeps, 18 decimals. */
  readonly fee: bigint;
  /** Unix seconds. */
  readonly lastUpdate: bigint;
};

/** The rate of loans for a year, without compounding. */
type YearlyRate = { readonly model: RateModel; readonly rate: number };

/** Computes the rates of a market from the rate of its loans. */
export function computeRates(
  { model, rate: yearlyRate }: YearlyRate,
  market: MarketState,
): MarketRates {
  const { supplied, borrowed, fee, lastUpdate } = market;
  const lentShare =
    supplied === 0n ? 0 : Math.min(1, weiToNumber((borrowed * 10n ** 18n) / supplied));
  const keptShare = weiToNumber(fee);
  return {
    model,
    borrowRatePct: 100 * yearlyRate,
    borrowApyPct: 100 * Math.expm1(yearlyRate),
    supplyApyPct: 100 * Math.expm1(yearlyRate * lentShare * (1 - keptShare)),
    feePct: 100 * keptShare,
    accruedAt: Number(lastUpdate),
  };
}

/**
 * Creates a reader of the rates of lending markets, from the contract `LENDING` or `MORPHO` of the
 * deployment. Null when the deployment names neither, and for a market that the contract does not
 * know or that states no rate.
 *
 * @throws {UpstreamUnavailableError} (from the reader) the chain cannot be read.
 */
export function createMarketRatesReader({
  requestCache,
  upstreams,
}: Pick<LoaderDeps, 'requestCache' | 'upstreams'>) {
  const { contracts } = upstreams;
  async function findContract(): Promise<Address | null> {
    for (const name of contractNames) {
      try {
        return await contracts.address(name);
      } catch (error) {
        if (!(error instanceof NotConfiguredError)) throw error;
      }
    }
    return null;
  }
  // A few rate models serve all markets of a contract.
  const loaderOf = memoizeByString(10, (address) =>
    createContractDataLoader({
      chain: upstreams.l3,
      contracts: {
        address: async (name) =>
          name === 'market' ? (address as Address) : contracts.address(name),
      },
      contract: 'market',
      signal: requestCache.signal,
    }),
  );

  /** Returns the rate of a market that has no fixed one; null when its model states none. */
  async function readRateModel(terms: Hex | null, state: Hex): Promise<YearlyRate | null> {
    const model = decodeWords(terms, rateModelTerms)?.[3];
    if (terms === null || typeof model !== 'string') return null;
    const address = parseAddress(model);
    if (address === null || address === zeroAddress) return { model: 'NONE', rate: 0 };
    const call = concatHex([rateSelector, terms, state]);
    const rate = decodeWords(await loaderOf(address).load(call), ['uint256'])?.[0];
    return typeof rate === 'bigint'
      ? { model: 'RATE_MODEL', rate: weiToNumber(rate) * secondsPerYear }
      : null;
  }

  async function readRates(id: Bytes32): Promise<MarketRates | null> {
    const address = await findContract();
    if (address === null) return null;
    const call = (functionName: 'idToMarketParams' | 'market') =>
      loaderOf(address).load(encodeFunctionData({ abi: lendingAbi, functionName, args: [id] }));
    const [terms, state] = await Promise.all([call('idToMarketParams'), call('market')]);
    const values = decodeWords(state, marketState) as readonly bigint[] | null;
    if (state === null || values === null) return null;
    const [supplied = 0n, , borrowed = 0n, , lastUpdate = 0n, fee = 0n] = values;
    // Contracts have zeros for markets that they do not know; a time is a date.
    if (lastUpdate === 0n || lastUpdate > maxUnixSeconds) return null;
    const fixed = decodeWords(terms, fixedRateTerms)?.[4];
    const rate: YearlyRate | null =
      typeof fixed === 'bigint'
        ? { model: 'FIXED', rate: weiToNumber(fixed) }
        : await readRateModel(terms, state);
    return rate === null ? null : computeRates(rate, { supplied, borrowed, fee, lastUpdate });
  }

  return (id: Bytes32): MarketRates | null | Promise<MarketRates | null> =>
    requestCache.read<MarketRates | null>('lendingRates', id, async () => ({
      value: await readRates(id),
      bytes: 100,
    }));
}
