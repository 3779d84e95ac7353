import { readFragment } from '../../generated/fragment-masking.ts';
import { graphql } from '../../generated/gql.ts';
import type {
  BenchmarkChoicesQuery,
  BenchmarkSymbol,
  ComparePeerFiguresQuery,
  ComparePeersQuery,
  NavRange,
  PeerFiguresFragment,
} from '../../generated/graphql.ts';
import { formatIsoDay } from '../../lib/format.ts';
import { comparedCoins, fundWord } from '../../lib/fund-word.ts';
import { firstDayOf, readRange, selectFrom } from '../../performance/nav-ranges.ts';
import { formatRunName } from '../backtest/format-run.ts';
import type { PeerChoice } from './peer-picker.tsx';

const peerFigures = graphql(`
  fragment PeerFigures on Performance {
    totalReturnPct
    annualizedReturnPct
    volatilityPct
    maxDrawdownPct
    sharpe
    sortino
    calmar
    positiveDaysPct
    versus(benchmark: { coin: $reference }) @include(if: $hasReference) {
      excessReturnPct
      betaToBenchmark
    }
  }
`);

export const comparePeersQuery = graphql(`
  query ComparePeers(
    $funds: [ID!]!
    $runs: [ID!]!
    $range: NavRange!
    $firstDay: Date!
    $hasFunds: Boolean!
    $hasRuns: Boolean!
    $hasCoins: Boolean!
  ) {
    dtfs(first: 10, filter: { ids: $funds }) @include(if: $hasFunds) {
      edges {
        node {
          id
          itpId
          name
          symbol
          aumUsd
          navPerShareUsd
          createdAt
          unchangedPricesPct
          navSeries(range: $range) {
            timestamp
            nav
          }
        }
      }
    }
    simulations(ids: $runs) @include(if: $hasRuns) {
      id
      runId
      ...RunName
      navSeries {
        date
        nav
      }
    }
    benchmarks(startDate: $firstDay) @include(if: $hasCoins) {
      symbol
      navSeries {
        date
        nav
      }
    }
  }
`);

/** The figures of the peers over the days that all of them have. */
export const peerFiguresQuery = graphql(`
  query ComparePeerFigures(
    $funds: [ID!]!
    $runs: [ID!]!
    $range: NavRange!
    $from: Date!
    $to: Date!
    $reference: BenchmarkSymbol!
    $hasFunds: Boolean!
    $hasRuns: Boolean!
    $hasCoins: Boolean!
    $hasReference: Boolean!
  ) {
    dtfs(first: 10, filter: { ids: $funds }) @include(if: $hasFunds) {
      edges {
        node {
          id
          itpId
          performance(range: $range, from: $from, to: $to) {
            ...PeerFigures
          }
        }
      }
    }
    simulations(ids: $runs) @include(if: $hasRuns) {
      id
      runId
      performance(from: $from, to: $to) {
        ...PeerFigures
      }
    }
    benchmarks(startDate: $from, endDate: $to) @include(if: $hasCoins) {
      symbol
      performance {
        ...PeerFigures
      }
    }
  }
`);

type Fund = NonNullable<ComparePeersQuery['dtfs']>['edges'][number]['node'];

/** A series that is compared with others. */
export type Peer = {
  readonly word: string;
  readonly name: string;
  readonly text: string;
  /** The fund, if it is one. */
  readonly fund: Fund | null;
  /** Number of the run, if it is one. */
  readonly runId: number | null;
  readonly points: readonly { readonly timestamp: number; readonly nav: number }[];
  /** Day of the creation of a fund, first day of a run; null for a coin. */
  readonly since: string | null;
};

/** A peer with its figures over the common days. */
export type PeerRow = Peer & { readonly figures: PeerFiguresFragment | null };

/** Before the first day of all benchmarks. */
const firstOfAll = '2015-01-01';

/** Returns what can be chosen; a fund with the ticker of a coin has its id as its word. */
export function listChoices(data: BenchmarkChoicesQuery): readonly PeerChoice[] {
  const funds = (data.dtfs?.edges ?? []).map(({ node: { itpId, symbol, name } }): PeerChoice => {
    const word = fundWord({ itpId, symbol });
    const text = name === null ? '' : ` · ${name}`;
    return { word, name: symbol ?? itpId, text: `${symbol ?? itpId}${text}`, kind: 'Funds' };
  });
  return [
    ...comparedCoins.map(
      ([word, name]): PeerChoice => ({
        word,
        name: word,
        text: `${word} · ${name}`,
        kind: 'Coins',
      }),
    ),
    ...funds.sort((a, b) => a.name.localeCompare(b.name)),
    ...(data.simulationResults?.edges ?? []).map(({ node }): PeerChoice => {
      const word = String(node.runId);
      return { word, name: `#${word}`, text: formatRunName(node), kind: 'Latest runs' };
    }),
  ];
}

/**
 * Returns the choices of the words of an address, each once, and the words that name no fund, coin
 * or run. A run that is not among the latest can be named by its number.
 */
export function findChoices(
  words: readonly string[],
  offered: readonly PeerChoice[],
  data: BenchmarkChoicesQuery,
): { readonly chosen: readonly PeerChoice[]; readonly unknown: readonly string[] } {
  const symbolOf = new Map(
    (data.dtfs?.edges ?? []).map(({ node }) => [node.itpId.toLowerCase(), node.symbol]),
  );
  const chosen = new Map<string, PeerChoice>();
  const unknown = new Set<string>();
  for (const word of words) {
    const names = [word.toLowerCase(), symbolOf.get(word.toLowerCase())?.toLowerCase()];
    const known = offered.find((one) => names.includes(one.word.toLowerCase()));
    if (known !== undefined) chosen.set(known.word, known);
    else if (!/^\d{1,9}$/.test(word)) unknown.add(word);
    else chosen.set(word, { word, name: `#${word}`, text: `Run ${word}`, kind: 'Latest runs' });
  }
  return { chosen: [...chosen.values()], unknown: [...unknown] };
}

/** Returns a choice with the name of its run, if a response has it. */
export function nameRun(choice: PeerChoice, response: ComparePeersQuery | undefined): PeerChoice {
  if (choice.kind !== 'Latest runs') return choice;
  const run = response?.simulations?.find((one) => String(one?.runId) === choice.word);
  return run == null ? choice : { ...choice, text: formatRunName(run) };
}

/** Returns the variables of the query that reads the chosen peers. */
export function peerVariables(
  chosen: readonly PeerChoice[],
  data: BenchmarkChoicesQuery,
  range: NavRange,
) {
  const idOf = new Map((data.dtfs?.edges ?? []).map(({ node }) => [node.symbol, node.itpId]));
  const funds = chosen.filter(({ kind }) => kind === 'Funds');
  const runs = chosen.filter(({ kind }) => kind === 'Latest runs').map(({ word }) => word);
  return {
    funds: funds.map(({ word }) => idOf.get(word) ?? word),
    runs,
    range: readRange(range).range,
    firstDay: firstDayOf(range) ?? firstOfAll,
    hasFunds: funds.length > 0,
    hasRuns: runs.length > 0,
    hasCoins: chosen.some(({ kind }) => kind === 'Coins'),
  };
}

const toPoints = (series: readonly { readonly date: string; readonly nav: number }[] | null) =>
  (series ?? []).map(({ date, nav }) => ({ timestamp: Date.parse(date) / 1000, nav }));

/** Returns the peers of a response in the order in which they were chosen, from the first day on. */
export function toPeers(
  chosen: readonly PeerChoice[],
  { dtfs, simulations, benchmarks }: ComparePeersQuery,
  from: string | null,
): readonly Peer[] {
  return chosen.flatMap(({ word, name, text, kind }): Peer | readonly Peer[] => {
    const describe = (series: Peer['points'], more: Partial<Peer> = {}): Peer => {
      const points = selectFrom(series, from);
      return { word, name, text, fund: null, runId: null, since: null, points, ...more };
    };
    if (kind === 'Coins') {
      const coin = benchmarks?.find(({ symbol }) => symbol.toUpperCase() === word);
      return coin === undefined ? [] : describe(toPoints(coin.navSeries));
    }
    if (kind === 'Latest runs') {
      const run = simulations?.find((one) => String(one?.runId) === word);
      if (run == null) return [];
      return describe(toPoints(run.navSeries), {
        runId: run.runId,
        text: formatRunName(run),
        since: run.navSeries?.[0]?.date ?? null,
      });
    }
    const fund = dtfs?.edges.find(({ node }) => node.symbol === word || node.itpId === word)?.node;
    if (fund === undefined) return [];
    const since = fund.createdAt === null ? null : formatIsoDay(fund.createdAt);
    return describe(fund.navSeries ?? [], { fund, since });
  });
}

/** Returns the coin with which the others are compared: the first one of them; null without one. */
export const findReference = (peers: readonly Peer[]): BenchmarkSymbol | null =>
  comparedCoins.find(([coin]) => peers.some(({ word }) => word === coin))?.[0] ?? null;

/** Returns the peers with the figures of a response. */
export function addFigures(
  peers: readonly Peer[],
  { dtfs, simulations, benchmarks }: ComparePeerFiguresQuery,
): readonly PeerRow[] {
  return peers.map((peer) => {
    const { fund, runId, word } = peer;
    const found =
      fund !== null
        ? dtfs?.edges.find(({ node }) => node.itpId === fund.itpId)?.node
        : runId !== null
          ? simulations?.find((run) => run?.runId === runId)
          : benchmarks?.find(({ symbol }) => symbol.toUpperCase() === word);
    return { ...peer, figures: readFragment(peerFigures, found?.performance ?? null) };
  });
}
