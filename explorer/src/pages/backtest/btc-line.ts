import { useMemo } from 'react';
import { useQuery } from 'urql';
import { graphql } from '../../generated/gql.ts';
import type { TimedValue } from '../../lib/timed-value.ts';
import { toGrowth } from '../compare/growth.ts';
import { toNavPoints } from './format-run.ts';

const btcQuery = graphql(`
  query BtcOfRun($ids: [ID!]!) {
    simulations(ids: $ids) {
      id
      btc: benchmark(symbol: BTC) {
        symbol
        navSeries {
          date
          nav
        }
      }
    }
  }
`);

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
  const btc = data?.simulations?.[0]?.btc?.navSeries;
  return useMemo(() => toBtcLine(btc, run), [btc, run]);
}
