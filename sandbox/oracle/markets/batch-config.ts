import {
  concat,
  encodeAbiParameters,
  type Hex,
  keccak256,
  parseAbiParameters,
  stringToBytes,
} from 'viem';
import { z } from 'zod';

/** One market of a batch. */
const market = z.object({
  /** Asset id within the batch's source; also the market's id. */
  asset_id: z.string().min(1).max(200),
  symbol: z.string(),
  name: z.string(),
  /** 0 is the only type resolved here: UP when the price rose over the tick. */
  resolution_type: z.literal(0),
  /** A smaller move than this counts as flat. */
  threshold_bps: z.number().int().min(0).max(10_000),
});

/** What a batch's config hash stands for. */
export const batchConfigSchema = z.object({
  /** Data source of all its markets. */
  source_id: z.string().min(1).max(200),
  /** Seconds. */
  tick_duration: z.number().int().positive(),
  /** Seconds. */
  lock_offset: z.number().int().nonnegative(),
  /** Ascending by asset id; the position is the market's bit. */
  markets: z.array(market).max(8192),
});

/** A batch's terms and markets, in wire names. */
export type BatchConfig = z.infer<typeof batchConfigSchema>;

/** Returns a source's id on the chain: keccak256 of its name. */
export function hashSourceId(source: string): Hex {
  return keccak256(stringToBytes(source));
}

/**
 * Returns the hash that a batch carries on the chain.
 *
 * keccak256(abi.encode(source_id, tick_duration, lock_offset, markets_root)), where markets_root =
 * keccak256 of the sorted keccak256(abi.encode(asset_id, resolution_type, threshold_bps)) in a row.
 */
export function hashBatchConfig(config: BatchConfig): Hex {
  const leaves = config.markets.map((each) =>
    keccak256(
      encodeAbiParameters(parseAbiParameters('string, uint256, uint256'), [
        each.asset_id,
        BigInt(each.resolution_type),
        BigInt(each.threshold_bps),
      ]),
    ),
  );
  const root = keccak256(concat(['0x', ...leaves.sort()]));
  return keccak256(
    encodeAbiParameters(parseAbiParameters('string, uint256, uint256, bytes32'), [
      config.source_id,
      BigInt(config.tick_duration),
      BigInt(config.lock_offset),
      root,
    ]),
  );
}
