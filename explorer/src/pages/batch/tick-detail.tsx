import { graphql } from '../../generated/gql.ts';
import type { TickDetailQuery, TickOutcome } from '../../generated/graphql.ts';
import type { CsvRows } from '../../lib/download.ts';
import {
  formatChange,
  formatCount,
  formatExactWei,
  formatFraction,
  formatInUnit,
  formatLabel,
  formatMarket,
  formatNumber,
  formatWei,
  shortenHex,
} from '../../lib/format.ts';
import { Badge } from '../../ui/figures.tsx';
import { EmptyNote } from '../../ui/page-section.tsx';
import { QuerySection } from '../../ui/query-section.tsx';
import { TableFoot } from '../../ui/table-foot.tsx';
import { Countdown } from '../../ui/time.tsx';
import { PoolProofNote } from './pool-proof.tsx';

const tickDetailQuery = graphql(`
  query TickDetail($id: ID!, $tickId: ID!) {
    batch(id: $id) {
      id
      tick(tickId: $tickId) {
        tickId
        outcomes(first: 60) {
          edges {
            node {
              outcome
              changePct
              startPrice
              endPrice
              pools {
                impliedUpProbability
                upStake
                downStake
                upPlayers
                downPlayers
                unknownStakes
                unexplainedMatched
                isComplete
              }
              market {
                marketId
                symbol
              }
            }
          }
        }
        reveal {
          isSealed
          deadline
          bitmaps {
            hashMatches
            matchesCommitment
            portfolio {
              id
              address
            }
            predictions(first: 60) {
              edges {
                node {
                  direction
                  market {
                    marketId
                  }
                }
              }
            }
          }
        }
      }
    }
  }
`);

type Tick = NonNullable<NonNullable<TickDetailQuery['batch']>['tick']>;
type Outcome = NonNullable<Tick['outcomes']>['edges'][number]['node'];

/** Shows one settled tick: the outcome of each market and the predictions of each player. */
export function TickDetail(props: { readonly batchId: string; readonly tickId: number }) {
  const variables = { id: props.batchId, tickId: String(props.tickId) };
  return (
    <section className="tick-detail" aria-label={`Tick ${props.tickId}`}>
      <h3>Tick {formatNumber(props.tickId)}</h3>
      <QuerySection query={tickDetailQuery} variables={variables} height={220} every={10_000}>
        {({ batch }) =>
          batch?.tick == null ? (
            <EmptyNote>The tick is gone.</EmptyNote>
          ) : (
            <Grid tick={batch.tick} />
          )
        }
      </QuerySection>
    </section>
  );
}

const arrows = { UP: '↑', DOWN: '↓' } as const;

function Grid({ tick }: { readonly tick: Tick }) {
  const outcomes = tick.outcomes?.edges.map(({ node }) => node) ?? [];
  const { reveal } = tick;
  const pools = outcomes.flatMap(({ pools }) => pools ?? []);
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region needs the keyboard */}
      <section className="table-scroll" tabIndex={0} aria-label="Outcomes and bitmaps">
        <table className="bitmaps">
          <thead>
            <tr>
              <th scope="col">Market</th>
              {outcomes.map(({ market }) => (
                <th key={market.marketId} scope="col">
                  {formatMarket(market)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            <tr>
              <th scope="row">Outcome</th>
              {outcomes.map(({ market, outcome }) => (
                <td
                  key={market.marketId}
                  title={outcome === null ? undefined : decisions[outcome]}
                  className={toneOf(outcome)}
                >
                  {outcome === 'UP' || outcome === 'DOWN'
                    ? arrows[outcome]
                    : formatLabel(outcome ?? 'unknown')}
                </td>
              ))}
            </tr>
            {values.map(
              ([field, label]) =>
                outcomes.some(({ [field]: value }) => value !== null) && (
                  <tr key={field}>
                    <th scope="row">{label}</th>
                    {outcomes.map(({ market, [field]: value }) => (
                      <td key={market.marketId}>{formatInUnit(value, null)}</td>
                    ))}
                  </tr>
                ),
            )}
            <tr>
              <th scope="row">Change</th>
              {outcomes.map(({ market, changePct }) => (
                <td key={market.marketId}>{formatChange(changePct)}</td>
              ))}
            </tr>
            {pools.length > 0 && <PoolRows outcomes={outcomes} />}
            {reveal?.bitmaps.map(({ portfolio, predictions, hashMatches, matchesCommitment }) => (
              <tr key={portfolio?.address}>
                <th scope="row">
                  <span className="mono">{shortenHex(portfolio?.address ?? '')}</span>{' '}
                  {!hashMatches || matchesCommitment === false ? (
                    <Badge tone="down">Not as committed</Badge>
                  ) : null}
                </th>
                {outcomes.map(({ market, outcome }) => {
                  const direction = directionOf(predictions, market.marketId);
                  const isRight = direction !== undefined && direction === outcome;
                  return (
                    <td key={market.marketId} className={isRight ? 'hit' : 'miss'}>
                      {direction === undefined ? '–' : arrows[direction]}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <TableFoot
        of="Outcomes and bitmaps"
        file={`tick-${tick.tickId}`}
        rows={() => toCsvRows(tick)}
        count={outcomes.length}
      />
      <PoolProofNote of="this tick" pools={pools.slice(0, 1)} />
      <ul className="small muted decisions">
        {[...new Set(outcomes.map(({ outcome }) => outcome))].map(
          (outcome) =>
            outcome !== null && (
              <li key={outcome}>
                <strong>{formatLabel(outcome)}</strong>: {decisions[outcome]}
              </li>
            ),
        )}
      </ul>
      {reveal?.isSealed && (
        <p className="small muted">
          <Badge tone="second">Sealed</Badge> The bitmaps of this tick are revealed{' '}
          {reveal.deadline === null ? (
            'later'
          ) : (
            <>
              in <Countdown to={reveal.deadline} />
            </>
          )}
          .
        </p>
      )}
    </>
  );
}

/** The stakes on both sides of each market, with their players. */
function PoolRows({ outcomes }: { readonly outcomes: readonly Outcome[] }) {
  return (
    <>
      {sides.map(({ label, stake, players }) => (
        <tr key={label}>
          <th scope="row">{label}</th>
          {outcomes.map(({ market, pools }) => (
            <td key={market.marketId}>
              {pools === null ? (
                '–'
              ) : (
                <>
                  {formatWei(pools[stake], '')}
                  <span className="pool-players muted">
                    {formatCount(pools[players], 'player')}
                  </span>
                </>
              )}
            </td>
          ))}
        </tr>
      ))}
      <tr>
        <th scope="row">Share of UP</th>
        {outcomes.map(({ market, pools }) => (
          <td key={market.marketId}>{formatFraction(pools?.impliedUpProbability, 0)}</td>
        ))}
      </tr>
    </>
  );
}

/** The values that decided a market; oracles of some versions do not send them. */
const values = [
  ['startPrice', 'Value at the start'],
  ['endPrice', 'Value at the end'],
] as const;

const sides = [
  { label: 'USDC on UP', stake: 'upStake', players: 'upPlayers' },
  { label: 'USDC on DOWN', stake: 'downStake', players: 'downPlayers' },
] as const;

/** Returns the table for a file: a market in each row, since their values have units of their own. */
function toCsvRows({ outcomes, reveal }: Tick): CsvRows {
  const bitmaps = reveal?.bitmaps ?? [];
  return [
    [
      'market',
      'symbol',
      'outcome',
      'value_at_start',
      'value_at_end',
      'change_pct',
      'up_stake_usdc',
      'down_stake_usdc',
      ...bitmaps.map(({ portfolio }) => portfolio?.address),
    ],
    ...(outcomes?.edges ?? []).map(({ node }) => [
      node.market.marketId,
      node.market.symbol,
      node.outcome,
      node.startPrice,
      node.endPrice,
      node.changePct,
      formatExactWei(node.pools?.upStake),
      formatExactWei(node.pools?.downStake),
      ...bitmaps.map(({ predictions }) => directionOf(predictions, node.market.marketId)),
    ]),
  ];
}

type Predictions = NonNullable<Tick['reveal']>['bitmaps'][number]['predictions'];

const directionOf = (predictions: Predictions, marketId: string) =>
  predictions?.edges.find(({ node }) => node.market.marketId === marketId)?.node.direction;

/** How a market got its outcome. */
const decisions: Readonly<Record<TickOutcome, string>> = {
  UP: 'the value at the end is above that at the start.',
  DOWN: 'the value at the end is below that at the start.',
  FLAT: 'both values are equal; every stake is given back.',
  CANCELLED: 'there was no fresh value; every stake is given back.',
  ALL_SAME_SIDE: 'all players had predicted the same; every stake is given back.',
  ALL_LOSERS: 'no player was right; every stake is given back.',
};

const toneOf = (outcome: string | null) =>
  outcome === 'UP' ? 'up' : outcome === 'DOWN' ? 'down' : 'muted';
