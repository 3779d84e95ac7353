import type { ReactNode } from 'react';
import { ChartFrame } from '../../charts/chart-frame.tsx';
import type { Direction, TickOutcome } from '../../generated/graphql.ts';
import { shortenHex } from '../../lib/format.ts';

type Outcome = {
  readonly outcome: TickOutcome | null;
  readonly market: { readonly marketId: string; readonly symbol: string | null };
};

/** Width and height of a cell with the gap after it, in the units of the drawing. */
const pitch = { x: 12, y: 26 };
const cell = { width: 10, height: 22 };

const words = { UP: 'up', DOWN: 'down' } as const;

/**
 * Draws predictions as a grid: a column for each market, below the row of outcomes a row for each
 * player. The colour is that of up or down for both; a right prediction is filled, a wrong one has
 * an outline, and a sealed one is tinted.
 */
export function PredictionGrid(props: {
  readonly label: string;
  readonly caption: ReactNode;
  readonly markets: number;
  /** Addresses of the players, in the order of the rows. */
  readonly players: readonly string[];
  /** The outcomes in the order of the bits, if the tick is settled. */
  readonly outcomes?: readonly Outcome[];
  /** The predictions of each player by market, if they are revealed. */
  readonly predictions?: readonly ReadonlyMap<string, Direction>[];
  /** Whether there is nothing to show. */
  readonly isEmpty?: boolean;
}) {
  const { label, caption, markets, players, outcomes = [], predictions, isEmpty } = props;
  const columns = Array.from({ length: markets }, (_, index) => outcomes[index]);
  const rows = players.map((_, index) => predictions?.[index]);
  return (
    <ChartFrame
      label={label}
      caption={caption}
      file={label.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}
      rows={() => [
        ['bit', 'market', 'symbol', 'outcome', ...players],
        ...columns.map((column, bit) => [
          bit,
          column?.market.marketId,
          column?.market.symbol,
          column?.outcome,
          ...rows.map((row) => {
            if (row !== undefined) return row.get(column?.market.marketId ?? '');
            return isEmpty ? null : 'SEALED';
          }),
        ]),
      ]}
    >
      <div className="named-grid">
        <ol className="grid-names mono" aria-label={`Rows of ${label}`}>
          <li>Outcome</li>
          {players.map((address, index) => (
            <li key={address === '–' ? index : address} title={address}>
              {shortenHex(address)}
            </li>
          ))}
        </ol>
        <svg
          className="prediction-grid"
          viewBox={`0 0 ${markets * pitch.x} ${(players.length + 1) * pitch.y}`}
          role="img"
          aria-label={label}
        >
          {columns.map((column, index) => {
            const key = column?.market.marketId ?? String(index);
            const outcome = column?.outcome ?? null;
            const name = column?.market.symbol ?? key;
            return (
              <g key={key} transform={`translate(${index * pitch.x} 0)`}>
                <rect {...cell} rx="2" className={outcomeClass(outcome)}>
                  {outcome !== null && <title>{`${name}: ${outcome.toLowerCase()}`}</title>}
                </rect>
                {rows.map((row, player) => {
                  const direction = row?.get(key);
                  return (
                    <rect
                      // biome-ignore lint/suspicious/noArrayIndexKey: the rows have no identity
                      key={player}
                      {...cell}
                      y={(player + 1) * pitch.y}
                      rx="2"
                      className={predictionClass(direction, outcome, isEmpty === true)}
                    >
                      {direction !== undefined && (
                        <title>
                          {`${name}: said ${words[direction]}, ${direction === outcome ? 'right' : 'wrong'}`}
                        </title>
                      )}
                    </rect>
                  );
                })}
              </g>
            );
          })}
        </svg>
      </div>
    </ChartFrame>
  );
}

/** What the cells of the grids mean. */
export function GridLegend() {
  return (
    <ul className="grid-legend small muted" aria-label="Legend">
      {legend.map(([look, meaning]) => (
        <li key={look}>
          <svg width="10" height="14" aria-hidden="true">
            <rect x="0.5" y="0.5" width="9" height="13" rx="2" className={`cell ${look}`} />
          </svg>
          {meaning}
        </li>
      ))}
    </ul>
  );
}

const legend = [
  ['up', 'outcome up, or said up and right'],
  ['down', 'outcome down, or said down and right'],
  ['wrong-call up', 'said up, wrong'],
  ['wrong-call down', 'said down, wrong'],
  ['sealed', 'prediction sealed'],
  ['open', 'no outcome up or down, or not known'],
] as const;

const outcomeClass = (outcome: TickOutcome | null) =>
  outcome === 'UP' ? 'cell up' : outcome === 'DOWN' ? 'cell down' : 'cell open';

function predictionClass(
  direction: Direction | undefined,
  outcome: TickOutcome | null,
  isEmpty: boolean,
): string {
  if (isEmpty) return 'cell open';
  if (direction === undefined) return 'cell sealed';
  if (outcome !== 'UP' && outcome !== 'DOWN') return 'cell open';
  return `cell ${direction === outcome ? 'right-call' : 'wrong-call'} ${direction.toLowerCase()}`;
}
