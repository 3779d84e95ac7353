import type { OracleDatabase } from './oracle-database.ts';

/** Totals of a position over all resolved ticks. */
export type PositionTotals = {
  readonly positionKey: string;
  readonly batchId: number;
  readonly player: string;
  /** Sum of the ticks' gains and losses, wei. */
  readonly pnl: bigint;
  /** Stakes placed with a bitmap, wei. */
  readonly volume: bigint;
  readonly bitmaps: number;
  readonly decided: number;
  readonly won: number;
  readonly markets: number;
  readonly mostMarkets: number;
};

/** Stores the totals of every position. */
export type PositionTotalsStore = {
  readonly find: (positionKey: string) => PositionTotals | undefined;
  readonly put: (totals: PositionTotals) => void;
  /** Returns the totals of one batch, or of all if `batchId` is null. */
  readonly all: (batchId: number | null) => readonly PositionTotals[];
};

/** Creates the store in an oracle's database. */
export function createPositionTotalsStore({ sql }: OracleDatabase): PositionTotalsStore {
  const one = sql.prepare('SELECT * FROM standings WHERE stay = ?');
  const every = sql.prepare('SELECT * FROM standings');
  const ofBatch = sql.prepare('SELECT * FROM standings WHERE batch = ?');
  const upsert = sql.prepare(
    'INSERT OR REPLACE INTO standings VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
  );
  return {
    find: (positionKey) => {
      const row = one.get(positionKey);
      return row === undefined ? undefined : readTotals(row);
    },
    put({
      positionKey,
      batchId,
      player,
      pnl,
      volume,
      bitmaps,
      decided,
      won,
      markets,
      mostMarkets,
    }) {
      const amounts = [pnl.toString(), volume.toString()] as const;
      upsert.run(
        positionKey,
        batchId,
        player,
        ...amounts,
        bitmaps,
        decided,
        won,
        markets,
        mostMarkets,
      );
    },
    all: (batchId) => (batchId === null ? every.all() : ofBatch.all(batchId)).map(readTotals),
  };
}

function readTotals(row: Record<string, unknown>): PositionTotals {
  return {
    positionKey: String(row.stay),
    batchId: Number(row.batch),
    player: String(row.player),
    pnl: BigInt(String(row.pnl)),
    volume: BigInt(String(row.volume)),
    bitmaps: Number(row.bitmaps),
    decided: Number(row.decided),
    won: Number(row.won),
    markets: Number(row.markets),
    mostMarkets: Number(row.most_markets),
  };
}
