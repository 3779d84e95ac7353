import type { Hex } from 'viem';
import { hashBitmap } from '../settle/bitmap.ts';
import type { OracleDatabase } from './oracle-database.ts';

/** A bitmap that matches a player's commitment. */
export type StoredBitmap = {
  readonly batchId: number;
  /** Lower case. */
  readonly player: string;
  readonly hash: Hex;
  readonly bytes: Uint8Array;
  /** Time at which the first oracle accepted it, Unix milliseconds. */
  readonly acceptedAt: number;
};

/** Stores accepted bitmaps, which are secret until the reveal of their tick. */
export type BitmapStore = {
  /** Stores a bitmap. If it is already stored, the earlier time of acceptance is used. */
  readonly put: (bitmap: Omit<StoredBitmap, 'hash'>) => void;
  readonly find: (batchId: number, player: string, hash: Hex) => StoredBitmap | undefined;
};

/** Creates the store in an oracle's database. */
export function createBitmapStore({ sql }: OracleDatabase): BitmapStore {
  const insert = sql.prepare(
    `INSERT INTO bitmaps (batch, player, hash, bytes, accepted_at) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET accepted_at = min(accepted_at, excluded.accepted_at)`,
  );
  const select = sql.prepare(
    'SELECT bytes, accepted_at FROM bitmaps WHERE batch = ? AND player = ? AND hash = ?',
  );
  return {
    put({ batchId, player, bytes, acceptedAt }) {
      insert.run(batchId, player, hashBitmap(bytes), bytes, Math.floor(acceptedAt));
    },
    find(batchId, player, hash) {
      const row = select.get(batchId, player, hash);
      if (row === undefined || !(row.bytes instanceof Uint8Array)) return undefined;
      return { batchId, player, hash, bytes: row.bytes, acceptedAt: Number(row.accepted_at) };
    },
  };
}
