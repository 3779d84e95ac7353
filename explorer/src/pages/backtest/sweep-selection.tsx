import type { ReactNode } from 'react';
import { selectionDefinitions as definitions } from '../../generated/definitions.ts';
import { type FragmentType, readFragment } from '../../generated/fragment-masking.ts';
import { graphql } from '../../generated/gql.ts';
import type { SweepSelectionFragment } from '../../generated/graphql.ts';
import {
  formatCount,
  formatFixed,
  formatFraction,
  formatGivenPercent,
  formatNumber,
} from '../../lib/format.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Hint } from '../../ui/fields.tsx';
import { PercentChange } from '../../ui/figures.tsx';
import { EmptyNote, PageSection } from '../../ui/page-section.tsx';
import { QuerySection } from '../../ui/query-section.tsx';
import { SweepBesideBtc } from './sweep-beside-btc.tsx';

const sweepSelection = graphql(`
  fragment SweepSelection on Selection {
    split
    commonDays
    rankCorrelation
    winnerRank
    deflatedSharpe
    expectedBestSharpe
    probabilityOfOverfitting
    variants {
      label
      inSampleSharpe
      outOfSampleSharpe
      inSampleReturnPct
      outOfSampleReturnPct
      inSampleRank
      outOfSampleRank
      run {
        id
        runId
      }
    }
  }
`);

type Variant = SweepSelectionFragment['variants'][number];

const columnsOf = (nameOf: (variant: Variant) => string): readonly Column<Variant>[] => [
  {
    key: 'variant',
    label: 'Variant',
    cell: nameOf,
    sortBy: nameOf,
    csv: { run: ({ run }) => run.runId, variant: nameOf },
  },
  {
    key: 'rank-in',
    label: 'Rank',
    window: 'in sample',
    align: 'right',
    cell: ({ inSampleRank }) => formatNumber(inSampleRank),
    sortBy: ({ inSampleRank }) => inSampleRank,
    csv: 'rank_in_sample',
  },
  {
    key: 'rank-out',
    label: 'Rank',
    window: 'after',
    align: 'right',
    cell: ({ outOfSampleRank }) => formatNumber(outOfSampleRank),
    sortBy: ({ outOfSampleRank }) => outOfSampleRank,
    csv: 'rank_after',
  },
  {
    key: 'sharpe-in',
    label: 'Sharpe',
    window: 'in sample',
    align: 'right',
    cell: ({ inSampleSharpe }) => formatFixed(inSampleSharpe),
    sortBy: ({ inSampleSharpe }) => inSampleSharpe,
    csv: 'sharpe_in_sample',
  },
  {
    key: 'sharpe-out',
    label: 'Sharpe',
    window: 'after',
    align: 'right',
    cell: ({ outOfSampleSharpe }) => formatFixed(outOfSampleSharpe),
    sortBy: ({ outOfSampleSharpe }) => outOfSampleSharpe,
    csv: 'sharpe_after',
  },
  {
    key: 'return-in',
    label: 'Return',
    window: 'in sample',
    align: 'right',
    minor: true,
    cell: ({ inSampleReturnPct }) => <PercentChange percent={inSampleReturnPct} />,
    sortBy: ({ inSampleReturnPct }) => inSampleReturnPct,
    csv: 'return_in_sample_pct',
  },
  {
    key: 'return-out',
    label: 'Return',
    window: 'after',
    align: 'right',
    minor: true,
    cell: ({ outOfSampleReturnPct }) => <PercentChange percent={outOfSampleReturnPct} />,
    sortBy: ({ outOfSampleReturnPct }) => outOfSampleReturnPct,
    csv: 'return_after_pct',
  },
];

type SelectionProps = {
  /** Names of the runs, in place of the labels of the API. */
  readonly names: ReadonlyMap<number, string>;
  readonly isRunning: boolean;
  /** Which variants are the best so far. */
  readonly best: ReactNode;
  /** The variants themselves, between the verdict and its table. */
  readonly children: ReactNode;
};

/**
 * What the choice of the best variant of a sweep is worth: in words before the variants, and before
 * and after a split behind them.
 */
export function SweepSelection(
  props: SelectionProps & { readonly selection: FragmentType<typeof sweepSelection> | null },
) {
  const { selection, children, ...verdict } = props;
  return (
    <>
      <Verdict {...verdict}>
        {selection !== null && <Findings selection={selection} names={props.names} />}
      </Verdict>
      {children}
      {selection !== null && <SplitTable selection={selection} names={props.names} />}
    </>
  );
}

const selectionQuery = graphql(`
  query RunSelection($runs: [ID!]!) {
    simulationSelection(runs: $runs) {
      ...SweepSelection
    }
  }
`);

/** Numbers of runs of which the API says what the choice of the best is worth. */
const selectable = { from: 2, to: 50 } as const;

const isJudged = ({ names, isRunning }: Pick<SelectionProps, 'names' | 'isRunning'>) =>
  !isRunning && names.size >= selectable.from && names.size <= selectable.to;

/** What the choice of the best of some runs is worth that are no variants of one sweep of the API. */
export function RunSelection(props: SelectionProps) {
  const { names, children } = props;
  const load = (
    height: number,
    show: (selection: FragmentType<typeof sweepSelection>) => ReactNode,
  ) =>
    isJudged(props) && (
      <QuerySection
        query={selectionQuery}
        variables={{ runs: [...names.keys()].map(String) }}
        height={height}
      >
        {({ simulationSelection }) => simulationSelection !== null && show(simulationSelection)}
      </QuerySection>
    );
  return (
    <>
      <Verdict {...props}>
        {load(160, (selection) => (
          <Findings selection={selection} names={names} />
        ))}
      </Verdict>
      {children}
      {load(400, (selection) => (
        <SplitTable selection={selection} names={names} />
      ))}
    </>
  );
}

/** The best variants by their figures, how many beat BTC, then whether the best one is luck. */
function Verdict(props: SelectionProps) {
  return (
    <PageSection
      title="The best variants, and whether they are luck"
      {...(props.isRunning
        ? { note: 'The best so far; whether they are luck is judged when all have finished.' }
        : {})}
    >
      {props.best}
      {isJudged(props) && <SweepBesideBtc names={props.names} />}
      {props.children}
    </PageSection>
  );
}

type ShownSelection = {
  readonly selection: FragmentType<typeof sweepSelection>;
  readonly names: ReadonlyMap<number, string>;
};

const createNames =
  (names: ReadonlyMap<number, string>) =>
  ({ label, run }: Variant) =>
    names.get(run.runId) ?? label ?? `#${run.runId}`;

function SplitTable({ selection, names }: ShownSelection) {
  const { split, commonDays, variants } = readFragment(sweepSelection, selection);
  return (
    <PageSection
      title="Before and after the split"
      note={`In sample: the first ${formatGivenPercent(100 * split)} of ${formatCount(commonDays, 'daily return')} that all variants share. After it: the rest.`}
    >
      <DataTable
        label="Variants before and after the split"
        columns={columnsOf(createNames(names))}
        rows={variants}
        rowKey={({ run }) => run.id}
        initialSort={{ key: 'rank-in', descending: false }}
        csv="sweep-selection"
      />
    </PageSection>
  );
}

function Findings({ selection, names }: ShownSelection) {
  const judged = readFragment(sweepSelection, selection);
  const {
    split,
    commonDays,
    variants,
    rankCorrelation,
    winnerRank,
    deflatedSharpe,
    expectedBestSharpe,
    probabilityOfOverfitting,
  } = judged;
  const winner = variants.find(({ inSampleRank }) => inSampleRank === 1);
  if (expectedBestSharpe === null || winner === undefined)
    return <EmptyNote>Three variants with 60 common days are needed to judge.</EmptyNote>;
  const name = createNames(names)(winner);
  return (
    <>
      <p className="verdict">{describeVerdict(judged, winner)}</p>
      <p className="small muted">
        The split is after the first {formatGivenPercent(100 * split)} of{' '}
        {formatCount(commonDays, 'daily return')}; in sample is before it.
      </p>
      <ul className="findings">
        <li>
          By chance alone, the best of {formatCount(variants.length, 'variant')} would reach a
          Sharpe of <strong>{formatFixed(expectedBestSharpe)}</strong>.{' '}
          <Hint
            label="the Sharpe by chance"
            text={`The more variants are tried, the better the best one looks without any skill; this is how good. ${definitions.expectedBestSharpe}`}
          />
        </li>
        <li>
          The best in sample, {name}, had {formatFixed(winner.inSampleSharpe)} there and{' '}
          {formatFixed(winner.outOfSampleSharpe)} after it: rank{' '}
          <strong>{formatNumber(winnerRank)}</strong> of {formatNumber(variants.length)}.{' '}
          <Hint
            label="the rank after the split"
            text={`Where the variant that was best at first ended up later. ${definitions.winnerRank}`}
          />
        </li>
        {deflatedSharpe !== null && (
          <li>
            The probability that its Sharpe over all days is more than chance is{' '}
            <strong>{formatFraction(deflatedSharpe)}</strong>.{' '}
            <Hint
              label="the deflated Sharpe"
              text={`How likely it is that the best variant is better than luck, given how many were tried. ${definitions.deflatedSharpe}`}
            />
          </li>
        )}
        {probabilityOfOverfitting !== null && (
          <li>
            In <strong>{formatFraction(probabilityOfOverfitting)}</strong> of all splits into
            halves, the best of one half was not above the median of the other.{' '}
            <Hint
              label="the probability of overfitting"
              text={`How often the best of one half of the days disappoints in the other half. ${definitions.probabilityOfOverfitting}`}
            />
          </li>
        )}
        {rankCorrelation !== null && (
          <li>
            Ranks before and after correlate by <strong>{formatFixed(rankCorrelation)}</strong>:{' '}
            {describeCorrelation(rankCorrelation, variants.length)}.{' '}
            <Hint
              label="the correlation of ranks"
              text={`Whether variants that were good at first were also good later: 1 is the same order, −1 the reverse. ${definitions.rankCorrelation}`}
            />
          </li>
        )}
      </ul>
    </>
  );
}

/** What a sweep comes to, in a sentence. */
function describeVerdict(
  { variants, winnerRank }: SweepSelectionFragment,
  winner: Variant,
): string {
  const gains = variants.filter(({ outOfSampleReturnPct }) => (outOfSampleReturnPct ?? 0) > 0);
  const fate =
    gains.length === 0
      ? 'all variants lose'
      : gains.length === variants.length
        ? 'all variants gain'
        : `${formatNumber(gains.length)} of ${formatCount(variants.length, 'variant')} gain`;
  const best =
    winnerRank === 1
      ? 'the best in sample is also the best after it'
      : 'the best in sample is not the best after it';
  const sharpe = winner.outOfSampleSharpe;
  return `After the split ${fate}; ${best}${sharpe === null ? '' : ` (Sharpe ${formatFixed(winner.inSampleSharpe)}, then ${formatFixed(sharpe)})`}.`;
}

/** Correlation of ranks from which most of the order is said to have stayed. */
const strong = 0.5;

/** Standard normal quantile of a two-sided test at 5 %. */
const quantile = 1.96;

/** Says what a correlation of ranks means; its standard error without a relation is 1/√(n − 1). */
function describeCorrelation(correlation: number, variants: number): string {
  if (Math.abs(correlation) * Math.sqrt(variants - 1) < quantile)
    return `with ${formatCount(variants, 'variant')}, that may be chance`;
  if (correlation < 0) return 'what was good became bad';
  return correlation >= strong ? 'the order mostly stayed' : 'the order partly stayed';
}
