import { sum } from '../../lib/sum.ts';

/** A tick of a player, as far as its predictions count. */
type PlayedTick = {
  readonly batchId: number;
  readonly tickId: number;
  readonly hits: number;
  readonly decided: number;
  readonly isForfeit: boolean;
};

/** A tick that a rule was replayed on. */
type ReplayedTick = Pick<PlayedTick, 'tickId' | 'hits' | 'decided'>;

/** Number of ticks of a batch from which a rule is compared with a player. */
const leastTicks = 10;

/** Returns the played ticks of the batch of which a player has most; null if there are too few. */
export function findMostPlayed(ticks: readonly PlayedTick[]): {
  readonly batchId: number;
  readonly from: number;
  readonly to: number;
  readonly ticks: readonly PlayedTick[];
} | null {
  const played = Map.groupBy(
    ticks.filter(({ isForfeit }) => !isForfeit),
    ({ batchId }) => batchId,
  );
  const [most] = [...played].toSorted(([, left], [, right]) => right.length - left.length);
  if (most === undefined || most[1].length < leastTicks) return null;
  const ids = most[1].map(({ tickId }) => tickId);
  return { batchId: most[0], from: Math.min(...ids), to: Math.max(...ids), ticks: most[1] };
}

/** Compares a player with a rule over the ticks that both have; null if there are too few. */
export function compareWithRule(
  ticks: readonly PlayedTick[],
  replayed: readonly ReplayedTick[],
): { readonly ticks: number; readonly ofPlayer: number; readonly ofRule: number } | null {
  const known = new Set(replayed.map(({ tickId }) => tickId));
  const own = ticks.filter(({ tickId }) => known.has(tickId));
  const ids = new Set(own.map(({ tickId }) => tickId));
  const ofPlayer = rateOf(own);
  const ofRule = rateOf(replayed.filter(({ tickId }) => ids.has(tickId)));
  return own.length < leastTicks || ofPlayer === null || ofRule === null
    ? null
    : { ticks: own.length, ofPlayer, ofRule };
}

/** Right predictions among those of markets that moved, 0 to 1; null when none moved. */
const rateOf = (ticks: readonly ReplayedTick[]): number | null => {
  const decided = sum(ticks.map((tick) => tick.decided));
  return decided === 0 ? null : sum(ticks.map(({ hits }) => hits)) / decided;
};
