import { useMemo } from 'react';
import { useQuery } from 'urql';
import { type FragmentType, readFragment } from '../../generated/fragment-masking.ts';
import { graphql } from '../../generated/gql.ts';
import type { TimedValue } from '../../lib/timed-value.ts';
import { toGrowth } from '../compare/growth.ts';
import { toNavPoints } from './format-run.ts';

const btcOfRun = graphql(`
  fragment BtcOfRun on SimulationRun {
    btc: benchmark(symbol: BTC) {
      symbol
      navSeries {
        date
        nav
      }
    }
  }
`);

const btcQuery = graphql(`
  query BtcLine($ids: [ID!]!) {
    simulations(ids: $ids) {
      id
      ...BtcOfRun
    }
  }
`);

/** Returns the values of BTC over the days of a run, if there are any. */
export const readBtc = (run: FragmentType<typeof btcOfRun> | null | undefined) =>
  readFragment(btcOfRun, run)?.btc?.navSeries;

/** Returns the line of BTC in a chart of runs, 1 on their first day; none without two common days. */
export function toBtcLine(
  btc: Parameters<typeof toNavPoints>[0],
  runs: readonly TimedValue[] | undefined,
) {
  const days = new Set(runs?.map(({ timestamp }) => timestamp));
  const points = toNavPoints(btc).filter(({ timestamp }) => days.has(timestamp));
  if (points.length < 2) return [];
  const growth = toGrowth(points);
  return [{ name: 'BTC', look: 'dashed' as const, token: '--ink-2', points: growth }];
}

/** Reads the line of BTC over the days of a run; none until it is there. */
export function useBtcLine(runId: number | undefined, run: readonly TimedValue[] | undefined) {
  const [{ data }] = useQuery({
    query: btcQuery,
    variables: { ids: [String(runId)] },
    pause: runId === undefined,
  });
  const btc = readBtc(data?.simulations?.[0]);
  return useMemo(() => toBtcLine(btc, run), [btc, run]);
}
