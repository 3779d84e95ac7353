import { type FragmentType, readFragment } from '../../generated/fragment-masking.ts';
import { graphql } from '../../generated/gql.ts';
import type { SimulationInput } from '../../generated/graphql.ts';
import { formatDay, formatGivenPercent, formatLabel } from '../../lib/format.ts';
import type { TimedValue } from '../../lib/timed-value.ts';
import { leastReturns } from '../../performance/least-lengths.ts';
import { type Config, readConfig } from './run-config.ts';

const runName = graphql(`
  fragment RunName on SimulationRun {
    runId
    ...RunConfig
  }
`);

/**
 * Formats the name of a run from its parameters: those of each run, then those it differs in.
 *
 * @param input - The input of the run, if it is known: the API lists only some parameters of it.
 */
export function formatRunName(
  run: FragmentType<typeof runName>,
  input: Partial<SimulationInput> = {},
): string {
  const named = readFragment(runName, run);
  const { runId } = named;
  const { config, stats, unlistedRebalances } = readConfig(named, input);
  if (config === null) return `Run ${runId}`;
  const since = stats?.startDate == null ? null : `since ${formatDay(stats.startDate)}`;
  return `#${runId} ${describeConfig(config, { since, unlistedRebalances })}`;
}

/** What the API assumes for parameters that are not given. */
const usual = {
  baseFeePct: 0.1,
  spreadMultiplier: 1,
  delistHaircut: 0,
  fngCashPct: 0.4,
  fngFearThreshold: 25,
  fngGreedThreshold: 75,
  domLookback: 30,
} as const;

const fngNames: Readonly<Record<string, string>> = {
  GREED: 'stablecoins in greed',
  FEAR: 'reserve for fear',
  BOTH: 'sells greed, buys fear',
};

const domNames: Readonly<Record<string, string>> = {
  BTC: 'to BTC on rising dominance',
  ETH: 'to ETH on rising dominance',
  INVERSE: 'to BTC on falling dominance',
};

function describeRebalancing(
  { rebalanceDays, thresholdPct }: Config,
  unlistedRebalances: number | null,
): string {
  if (unlistedRebalances !== null) return `rebalanced ${unlistedRebalances} times, rule not stored`;
  return thresholdPct === null
    ? `every ${rebalanceDays} d`
    : `on drift beyond ${thresholdPct} points`;
}

function describeConfig(
  config: Config,
  of: { readonly since: string | null; readonly unlistedRebalances: number | null },
): string {
  const { topN, categoryId, weighting } = config;
  const differs = (name: keyof typeof usual) =>
    config[name] !== null && config[name] !== usual[name];
  return [
    `Top ${topN} ${formatLabel(categoryId)}`,
    formatWeighting(weighting),
    describeRebalancing(config, of.unlistedRebalances),
    of.since,
    differs('baseFeePct') && `fee ${formatGivenPercent(config.baseFeePct)}`,
    differs('spreadMultiplier') &&
      `slippage ${formatGivenPercent((config.spreadMultiplier ?? 1) / 10)}`,
    differs('delistHaircut') &&
      `delisting − ${formatGivenPercent(100 * (config.delistHaircut ?? 0))}`,
    config.fngMode !== null && fngNames[config.fngMode],
    config.fngMode !== null &&
      differs('fngCashPct') &&
      `${formatGivenPercent(100 * (config.fngCashPct ?? 0))} to stablecoins`,
    config.fngMode !== null &&
      differs('fngFearThreshold') &&
      `fear below ${config.fngFearThreshold}`,
    config.fngMode !== null &&
      differs('fngGreedThreshold') &&
      `greed above ${config.fngGreedThreshold}`,
    config.domMode !== null && domNames[config.domMode],
    config.domMode !== null && differs('domLookback') && `over ${config.domLookback} d`,
    config.vcMode !== null && `funding: ${formatLabel(config.vcMode).toLowerCase()}`,
    (config.vcInvestors ?? []).length > 0 && config.vcInvestors?.join(' or '),
    (config.vcRoundTypes ?? []).length > 0 && config.vcRoundTypes?.map(formatLabel).join(' or '),
    config.vcMinAmountM !== null && `at least $${config.vcMinAmountM}M raised`,
  ]
    .filter((part) => part !== false && part != null)
    .join(', ');
}

/** Formats a weighting with its parameter: `mcap_cap25` is `market cap, at most 25 %`. */
export function formatWeighting(weighting: string): string {
  const [, scheme = weighting, number] = /^(.+?)_?(\d+)$/.exec(weighting) ?? [];
  if (number === undefined) return formatLabel(weighting).toLowerCase();
  if (scheme.endsWith('_cap')) {
    return `${formatLabel(scheme.slice(0, -4)).toLowerCase()}, at most ${number} %`;
  }
  return `${formatLabel(scheme).toLowerCase()} over ${number} d`;
}

type Days = { readonly startDate: string | null; readonly endDate: string | null };

const spanOf = (stats: Days | null | undefined): number =>
  stats?.startDate == null || stats.endDate === null
    ? 0
    : (Date.parse(stats.endDate) - Date.parse(stats.startDate)) / 86_400_000;

/** Whether a run is as long as a year, so that annual figures say something. */
export const isYear = (stats: Days | null | undefined): boolean => spanOf(stats) >= 365;

/** Whether a run is long enough for ratios of return and risk. */
export const hasRatios = (stats: Days | null | undefined): boolean => spanOf(stats) >= leastReturns;

/**
 * Returns names of compared runs: their numbers, and of their parts those that not all of them have.
 */
export function shortenRunNames(names: readonly string[]): readonly string[] {
  const parts = names.map((name) =>
    name
      .replace(/^#\d+ /, '')
      .replace(/^(Top \d+) /, '$1, ')
      .split(/, (?!at most|\d{4}\b)/),
  );
  return names.map((name, index) => {
    const own = (parts[index] ?? []).filter(
      (part) => !parts.every((other) => other.includes(part)),
    );
    return [name.split(' ')[0], own.join(', ')].join(' ').trim();
  });
}

/** Converts a NAV series to points of a chart. */
export const toNavPoints = (
  series: readonly { readonly date: string; readonly nav: number }[] | null | undefined,
): readonly TimedValue[] =>
  (series ?? []).map(({ date, nav }) => ({ timestamp: toUnixSeconds(date), value: nav }));

/** Converts a calendar day to the Unix seconds of its start in UTC. */
export const toUnixSeconds = (date: string): number => Date.parse(date) / 1000;
