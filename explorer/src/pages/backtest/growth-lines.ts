import { useMemo } from 'react';
import { type FragmentType, readFragment } from '../../generated/fragment-masking.ts';
import { graphql } from '../../generated/gql.ts';
import { readBtc } from './btc-line.ts';
import { toNavPoints } from './format-run.ts';

const growthOfRun = graphql(`
  fragment GrowthOfRun on SimulationRun {
    navSeries {
      date
      nav
    }
    ...BtcOfRun
    eth: benchmark(symbol: ETH) {
      symbol
      navSeries {
        date
        nav
      }
    }
  }
`);

/** Returns the lines of a chart of a run beside BTC and ETH. */
export function useGrowthLines(run: FragmentType<typeof growthOfRun>) {
  const read = readFragment(growthOfRun, run);
  const { navSeries, eth } = read;
  const btc = readBtc(read);
  return useMemo(
    () => [
      { name: 'Strategy', look: 'area' as const, points: toNavPoints(navSeries) },
      { name: 'BTC', token: '--series-2', points: toNavPoints(btc) },
      { name: 'ETH', token: '--series-3', points: toNavPoints(eth?.navSeries) },
    ],
    [navSeries, btc, eth],
  );
}
