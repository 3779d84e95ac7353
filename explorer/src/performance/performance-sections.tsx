import type { ComponentProps } from 'react';
import { type FragmentType, readFragment } from '../generated/fragment-masking.ts';
import { graphql } from '../generated/gql.ts';
import { PageSection } from '../ui/page-section.tsx';
import { DrawdownTable } from './drawdown-table.tsx';
import { MonthTable } from './month-table.tsx';
import { PeriodTable } from './period-table.tsx';
import { ReturnHistogram } from './return-histogram.tsx';
import { RollingPlots } from './rolling-plots.tsx';
import { UnderwaterPlot } from './underwater-plot.tsx';
import { YearBars } from './year-bars.tsx';

const performanceSections = graphql(`
  fragment PerformanceSections on Performance {
    ...UnderwaterPoints
    ...DrawdownRows
    ...MonthReturns
    ...YearReturns
    ...PeriodRows
    ...RollingRows
    ...ReturnBins
  }
`);

/**
 * Drawdowns, months, rolling figures and the distribution of a series; years for long series,
 * usual periods for those that go on.
 */
export function PerformanceSections(props: {
  readonly performance: FragmentType<typeof performanceSections>;
  /** The series of the usual periods, if it is longer than that of the other figures. */
  readonly periods?: ComponentProps<typeof PeriodTable>['performance'];
  /** Name of the period since the first day; null leaves it out. */
  readonly inception?: string | null;
  readonly file: string;
  readonly layout: 'report' | 'factsheet' | 'wallet';
}) {
  const performance = readFragment(performanceSections, props.performance);
  const { file, layout } = props;
  const years = (
    <PageSection id="years" title="Returns by year" className="narrow-part">
      <YearBars performance={performance} file={file} />
    </PageSection>
  );
  return (
    <>
      <PageSection id="drawdown" title="Drawdown" className="half">
        <UnderwaterPlot performance={performance} file={file} />
      </PageSection>
      <PageSection title="Worst drawdowns" className="half">
        <DrawdownTable performance={performance} file={file} />
      </PageSection>
      <div id="months" className={`second-sheet ${layout === 'report' ? 'wide' : 'whole'}`}>
        <MonthTable performance={performance} file={file} />
      </div>
      {layout === 'report' ? (
        years
      ) : (
        <PageSection title="Returns by period" className="narrow-part">
          <PeriodTable
            performance={props.periods ?? performance}
            inception={props.inception}
            file={file}
          />
        </PageSection>
      )}
      <PageSection id="rolling" title="Rolling, 90 days" className="wide">
        <RollingPlots
          performance={performance}
          file={file}
          height={layout === 'report' ? 170 : 244}
        />
      </PageSection>
      {layout === 'wallet' && years}
      <div id="distribution" className={layout === 'report' ? 'narrow-part' : 'wide'}>
        <ReturnHistogram
          performance={performance}
          file={file}
          height={layout === 'factsheet' ? 280 : 170}
        />
      </div>
    </>
  );
}
