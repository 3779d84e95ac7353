import { positionKey } from '../market-state/batch.ts';
import type { PlayerTotals } from '../settle/leaderboard.ts';
import type { OracleRouteContext } from './route-context.ts';

/** Adds up every player's stays, of one batch or (`null`) of all. */
export function playerTotals(
  world: OracleRouteContext,
  batchId: number | null,
): readonly PlayerTotals[] {
  const standings = new Map(world.standings.all(batchId).map((each) => [each.stay, each]));
  const batches = world.book.batches().filter(({ id }) => batchId === null || id === batchId);
  const totals = new Map<string, PlayerTotals>();
  for (const position of batches.flatMap(({ id }) => world.book.positions(id))) {
    const { player } = position;
    const before = totals.get(player);
    const standing = standings.get(positionKey(position));
    totals.set(player, {
      player,
      pnl: (before?.pnl ?? 0n) + (standing?.pnl ?? 0n),
      deposited: (before?.deposited ?? 0n) + position.totalDeposited,
      volume: (before?.volume ?? 0n) + (standing?.volume ?? 0n),
      bitmaps: (before?.bitmaps ?? 0) + (standing?.bitmaps ?? 0),
      decided: (before?.decided ?? 0) + (standing?.decided ?? 0),
      won: (before?.won ?? 0) + (standing?.won ?? 0),
      markets: (before?.markets ?? 0) + (standing?.markets ?? 0),
      mostMarkets: Math.max(before?.mostMarkets ?? 0, standing?.mostMarkets ?? 0),
    });
  }
  return [...totals.values()];
}
