import { createPositionKey } from '../market-state/batch.ts';
import type { PlayerTotals } from '../settle/leaderboard.ts';
import type { OracleRouteContext } from './route-context.ts';

/** Sums the positions of each player in one batch, or in all batches if `batchId` is null. */
export function sumPlayerTotals(
  context: OracleRouteContext,
  batchId: number | null,
): readonly PlayerTotals[] {
  const positionTotals = new Map(
    context.positionTotals.all(batchId).map((each) => [each.positionKey, each]),
  );
  const batches = context.marketState
    .batches()
    .filter(({ id }) => batchId === null || id === batchId);
  const totals = new Map<string, PlayerTotals>();
  for (const position of batches.flatMap(({ id }) => context.marketState.positions(id))) {
    const { player } = position;
    const before = totals.get(player);
    const added = positionTotals.get(createPositionKey(position));
    totals.set(player, {
      player,
      pnl: (before?.pnl ?? 0n) + (added?.pnl ?? 0n),
      deposited: (before?.deposited ?? 0n) + position.totalDeposited,
      volume: (before?.volume ?? 0n) + (added?.volume ?? 0n),
      bitmaps: (before?.bitmaps ?? 0) + (added?.bitmaps ?? 0),
      decided: (before?.decided ?? 0) + (added?.decided ?? 0),
      won: (before?.won ?? 0) + (added?.won ?? 0),
      markets: (before?.markets ?? 0) + (added?.markets ?? 0),
      mostMarkets: Math.max(before?.mostMarkets ?? 0, added?.mostMarkets ?? 0),
    });
  }
  return [...totals.values()];
}
