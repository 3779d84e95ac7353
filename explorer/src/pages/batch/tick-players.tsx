import { formatExactWei, formatNumber, formatWei, weiToNumber } from '../../lib/format.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Badge, PlayerLink, UsdcGain } from '../../ui/figures.tsx';
import type { Outcome, RevealedBitmap } from './tick-detail.tsx';
import { directionOf } from './tick-markets.tsx';
import { type TickResult, useTickResults } from './use-tick-results.ts';

type Row = {
  readonly address: string | undefined;
  /** Right predictions among those of markets that moved; null where they are not known. */
  readonly hits: number | null;
  readonly decided: number | null;
  /** Null until it is read, undefined where there is no record. */
  readonly result: TickResult | null | undefined;
  readonly commitment: 'kept' | 'broken' | 'unknown';
};

const commitments = {
  kept: { tone: 'up', text: 'As committed' },
  broken: { tone: 'down', text: 'Not as committed' },
  unknown: { tone: 'neutral', text: 'Not checked' },
} as const;

/** Stands for a value that is being read, or that there is none of. */
const showMissing = (result: Row['result']) =>
  result === null ? <span className="muted">loading…</span> : '–';

const columns: readonly Column<Row>[] = [
  {
    key: 'player',
    label: 'Player',
    cell: ({ address }) => (address === undefined ? '–' : <PlayerLink address={address} />),
    csv: { player: ({ address }) => address },
  },
  {
    key: 'right',
    label: 'Right',
    definition: 'Right predictions among those of markets that moved',
    align: 'right',
    cell: ({ hits, decided, result }) =>
      decided === null ? showMissing(result) : `${formatNumber(hits)} of ${formatNumber(decided)}`,
    sortBy: ({ hits }) => hits,
    csv: { right: ({ hits }) => hits, markets_that_moved: ({ decided }) => decided },
  },
  {
    key: 'stake',
    label: 'Staked',
    definition: 'Stake of the tick on all markets together',
    align: 'right',
    minor: true,
    cell: ({ result }) => (result == null ? showMissing(result) : formatWei(result.stake, 'USDC')),
    sortBy: ({ result }) => (result == null ? null : weiToNumber(result.stake)),
    csv: { stake_usdc: ({ result }) => formatExactWei(result?.stake) },
  },
  {
    key: 'result',
    label: 'Result',
    definition: 'Payout of the tick less its stake, before the fee of a claim',
    align: 'right',
    cell: ({ result }) =>
      result == null ? showMissing(result) : <UsdcGain amount={weiToNumber(result.profit)} />,
    sortBy: ({ result }) => (result == null ? null : weiToNumber(result.profit)),
    csv: { result_usdc: ({ result }) => formatExactWei(result?.profit) },
  },
  {
    key: 'commitment',
    label: 'Predictions',
    definition: 'Whether the revealed predictions are those the player committed to on the chain',
    align: 'right',
    minor: true,
    cell: ({ commitment }) => (
      <Badge tone={commitments[commitment].tone}>{commitments[commitment].text}</Badge>
    ),
    csv: { predictions: ({ commitment }) => commitments[commitment].text },
  },
];

/** A table of the players of a revealed tick: how often each was right, and what it brought. */
export function TickPlayers(props: {
  readonly batchId: string;
  readonly tickId: number;
  readonly outcomes: readonly Outcome[];
  /** Whether the outcomes are those of all markets. */
  readonly isWhole: boolean;
  readonly bitmaps: readonly RevealedBitmap[];
}) {
  const { batchId, tickId, outcomes, isWhole, bitmaps } = props;
  const addresses = bitmaps.flatMap(({ portfolio }) => portfolio?.address ?? []);
  const results = useTickResults(batchId, tickId, addresses);
  const rows = bitmaps.map((bitmap): Row => {
    const address = bitmap.portfolio?.address;
    const result =
      address === undefined ? undefined : results === null ? null : results.get(address);
    const counted = isWhole ? countHits(outcomes, bitmap) : null;
    return {
      address,
      hits: result?.hits ?? counted?.hits ?? null,
      decided: result?.decided ?? counted?.decided ?? null,
      result,
      commitment: judgeCommitment(bitmap),
    };
  });
  return (
    <div>
      <h4>Players</h4>
      <DataTable
        label="Players of the tick"
        csv={`tick-${tickId}-players`}
        columns={columns}
        rows={rows}
        rowKey={({ address }, index) => address ?? String(index)}
        empty="No player sent predictions for this tick."
      />
      <p className="small muted">
        Players who sent no predictions lose their stake and are not listed. The result of a player
        who has left the batch is not known.
      </p>
    </div>
  );
}

function countHits(outcomes: readonly Outcome[], bitmap: RevealedBitmap) {
  const moved = outcomes.filter(({ outcome }) => outcome === 'UP' || outcome === 'DOWN');
  const right = moved.filter(
    ({ outcome, market }) => directionOf(bitmap, market.marketId) === outcome,
  );
  return { hits: right.length, decided: moved.length };
}

function judgeCommitment({ hashMatches, matchesCommitment }: RevealedBitmap): Row['commitment'] {
  if (!hashMatches || matchesCommitment === false) return 'broken';
  return matchesCommitment === true ? 'kept' : 'unknown';
}
