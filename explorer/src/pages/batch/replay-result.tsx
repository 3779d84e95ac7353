import './replay-result.css';
import { useMemo } from 'react';
import { TimeChart } from '../../charts/time-chart.tsx';
import { graphql } from '../../generated/gql.ts';
import type { ReplayQuery, ReplayQueryVariables } from '../../generated/graphql.ts';
import {
  formatCount,
  formatExactWei,
  formatFixed,
  formatFraction,
  formatNumber,
  formatUsdc,
  formatWei,
  toDate,
  weiToNumber,
} from '../../lib/format.ts';
import { sum } from '../../lib/sum.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { PercentChange, Stat, Stats, UsdcGain } from '../../ui/figures.tsx';
import { EmptyNote } from '../../ui/page-section.tsx';
import { QuerySection } from '../../ui/query-section.tsx';
import { returnDefinition, returnOnStake } from '../markets/return-on-stake.ts';
import { rightDefinition } from '../markets/right-definition.ts';
import { SkillFindings } from '../markets/skill-findings.tsx';
import { PoolProofNote } from './pool-proof.tsx';

const replayQuery = graphql(`
  query Replay(
    $batchId: ID!
    $bitmap: Hex
    $rule: ReplayRule
    $from: Int
    $to: Int
    $stakePerTick: Wei!
  ) {
    replayBitmap(
      batchId: $batchId
      bitmap: $bitmap
      rule: $rule
      from: $from
      to: $to
      stakePerTick: $stakePerTick
    ) {
      total
      fee
      winRate
      ticksPlayed
      ticks {
        tickId
        pnl
        cumulative
        hits
        decided
        markets
        tick {
          id
          resolvedAt
          outcomes(first: 1) {
            edges {
              node {
                pools {
                  unknownStakes
                  unexplainedMatched
                  isComplete
                }
              }
            }
          }
        }
      }
    }
    batch(id: $batchId) {
      id
      tickDuration
    }
  }
`);

type Result = NonNullable<ReplayQuery['replayBitmap']>;
type Tick = Result['ticks'][number];

const formatMark = (usdc: number) => formatNumber(usdc, 2);

const definitions = {
  profit:
    'Payouts less stakes, by the rules of settlement and with the stake added to the real pools.',
  fee: '0.05 % of the profit, which one claim at the end would cost; nothing without a profit.',
  cumulative: 'The profit up to and with the tick, USDC, before the fee.',
} as const;

const columns: readonly Column<Tick>[] = [
  {
    key: 'tick',
    label: 'Tick',
    cell: ({ tickId }) => formatNumber(tickId),
    sortBy: ({ tickId }) => tickId,
    csv: 'tick',
  },
  {
    key: 'hits',
    label: 'Right',
    definition: `${rightDefinition} Shown of all markets of the tick.`,
    align: 'right',
    cell: ({ hits, markets }) => `${formatNumber(hits)} of ${formatNumber(markets)}`,
    sortBy: ({ hits }) => hits,
    csv: { right: ({ hits }) => hits, markets: ({ markets }) => markets },
  },
  {
    key: 'profit',
    label: 'Profit, USDC',
    definition: `${definitions.profit} Of one tick, before the fee.`,
    align: 'right',
    cell: ({ pnl }) => formatFixed(weiToNumber(pnl)),
    sortBy: ({ pnl }) => weiToNumber(pnl),
    csv: { profit_usdc: ({ pnl }) => formatExactWei(pnl) },
  },
  {
    key: 'cumulative',
    label: 'Profit so far, USDC',
    definition: definitions.cumulative,
    align: 'right',
    cell: ({ cumulative }) => formatFixed(weiToNumber(cumulative)),
    sortBy: ({ cumulative }) => weiToNumber(cumulative),
    csv: { total_usdc: (tick) => formatExactWei(tick.cumulative) },
  },
];

/** Runs a replay and shows its sums, its chart and its ticks. */
export function ReplayResult({ variables }: { readonly variables: ReplayQueryVariables }) {
  return (
    <div className="below-controls">
      <QuerySection query={replayQuery} variables={variables} height={300}>
        {({ replayBitmap, batch }) =>
          replayBitmap === null || replayBitmap.ticksPlayed === 0 ? (
            <EmptyNote>
              {variables.from == null && variables.to == null
                ? 'No tick of this batch is settled and revealed yet.'
                : 'No tick from the first to the last one is settled and revealed.'}
            </EmptyNote>
          ) : (
            <Result
              result={replayBitmap}
              stakePerMarket={variables.stakePerTick}
              tickDuration={batch?.tickDuration}
            />
          )
        }
      </QuerySection>
    </div>
  );
}

function Result(props: {
  readonly result: Result;
  /** Wei. */
  readonly stakePerMarket: string;
  /** Seconds. */
  readonly tickDuration: number | undefined;
}) {
  const { result, stakePerMarket, tickDuration } = props;
  const staked = weiToNumber(stakePerMarket) * sum(result.ticks.map(({ markets }) => markets));
  const series = useMemo(() => toSeries(result.ticks), [result]);
  return (
    <>
      <Stats>
        <Stat
          label="Profit"
          definition={`${definitions.profit} Of all ticks, before the fee.`}
          note={`over ${formatCount(result.ticksPlayed, 'real tick')}`}
        >
          <UsdcGain amount={weiToNumber(result.total)} />
        </Stat>
        <Stat
          label="Return on stake"
          definition={returnDefinition}
          note={`${formatUsdc(staked)} staked, before the fee`}
        >
          <PercentChange percent={returnOnStake(weiToNumber(result.total), staked)} />
        </Stat>
        <Stat label="Fee" definition={definitions.fee} note="of one claim at the end">
          {formatWei(result.fee, 'USDC')}
        </Stat>
        <Stat
          label="Right"
          definition={rightDefinition}
          note="of predictions of markets that moved"
        >
          {formatFraction(result.winRate)}
        </Stat>
      </Stats>
      <div className="below-controls">
        <SkillFindings ticks={result.ticks.map(toPlayed)} />
      </div>
      <PoolProofNote of="some ticks" pools={result.ticks.flatMap(poolsOf)} />
      {(series[0]?.points.length ?? 0) > 1 && (
        <div className="below-controls">
          <TimeChart
            label="Profit of the replay up to each tick and by tick"
            series={series}
            format={formatUsdc}
            formatMark={formatMark}
            spacing={tickDuration}
            legendAtRest="names"
            height={200}
          />
        </div>
      )}
      <div className="replay-ticks">
        <DataTable
          label="Replayed ticks"
          columns={columns}
          rows={result.ticks}
          rowKey={({ tickId }) => String(tickId)}
          initialSort={{ key: 'tick', descending: true }}
          csv="replay"
        />
      </div>
    </>
  );
}

/** Returns a replayed tick as one of a player, who reveals each. */
const toPlayed = ({ hits, decided, pnl }: Tick) => ({
  hits,
  decided,
  profit: pnl,
  isForfeit: false,
});

/** Returns the pools of a tick in one market, which stands for all: they are proved together. */
const poolsOf = ({ tick }: Tick) =>
  (tick.outcomes?.edges ?? []).flatMap(({ node }) => node.pools ?? []);

/** Returns the lines of the chart, with the ticks whose time is known. */
function toSeries(ticks: readonly Tick[]) {
  const pointsOf = (read: (tick: Tick) => string) =>
    ticks.flatMap((tick) => {
      const at = tick.tick.resolvedAt;
      if (at === null) return [];
      const timestamp = Math.floor(toDate(at).getTime() / 1000);
      return [{ timestamp, value: weiToNumber(read(tick)) }];
    });
  return [
    {
      name: 'Profit so far',
      look: 'area' as const,
      points: pointsOf(({ cumulative }) => cumulative),
    },
    {
      name: 'Tick',
      look: 'bars' as const,
      token: '--series-2',
      points: pointsOf(({ pnl }) => pnl),
    },
  ];
}
