import type { DtfResolvers } from '../../../generated/graphql/resolvers.ts';
import { selectDates } from '../../finance/daily-series.ts';
import { concentrationOf } from '../../finance/holdings-figures.ts';
import { performanceOf } from '../../finance/performance.ts';
import { mapMaybePromise, valueOrIfNotFound } from '../../lib/maybe-promise.ts';
import type { DtfContext } from './loaders.ts';

/** Figures of a DTF that are computed from its series and its basket. */
export const dtfPerformanceResolvers: Pick<
  DtfResolvers<DtfContext>,
  'performance' | 'concentration'
> = {
  performance: ({ itpId }, { range, from, to, riskFreePct }, { loaders }) =>
    range === 'D1'
      ? null
      : mapMaybePromise(
          valueOrIfNotFound(() => loaders.dtf.dailySeries(itpId, range), null),
          (series) => series && performanceOf(selectDates(series, { from, to }), riskFreePct),
        ),
  concentration: ({ itpId }, _args, { loaders }) =>
    mapMaybePromise(loaders.dtf.snapshotOf(itpId), ({ assets }) =>
      concentrationOf(assets.map(({ weight }) => weight)),
    ),
};
