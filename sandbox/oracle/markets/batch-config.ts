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
  /** Asset id in the batch's source, which is also the market's id. */
  asset_id: z.string().min(1).max(200),
  symbol: z.string(),
  name: z.string(),
  /** The only supported type is 0: UP if the price rose during the tick. */
  resolution_type: z.literal(0),
  /** A smaller price change than this, in basis points, counts as flat. */
  threshold_bps: z.number().int().min(0).max(10_000),
});

/** The content that a batch's config hash identifies. */
export const batchConfigSchema = z.object({
  /** Data source of all markets of the batch. */
  source_id: z.string().min(1).max(200),
  /** Seconds. */
  tick_duration: z.number().int().positive(),
  /** Seconds. */
  lock_offset: z.number().int().nonnegative(),
  /** Ascending by asset id. The position is the market's bit in bitmaps. */
  markets: z.array(market).max(8192),
});

/** A batch's terms and markets, in wire names. */
export type BatchConfig = z.infer<typeof batchConfigSchema>;

/** Returns the id of a source on the chain: keccak256 of its name. */
export function hashSourceId(source: string): Hex {
  return keccak256(stringToBytes(source));
}

/**
 * Returns the config hash of a batch on the chain:
 *
 * keccak256(abi.encode(source_id, tick_duration, lock_offset, markets_root)), where markets_root =
 * keccak256 of the concatenated, sorted keccak256(abi.encode(asset_id, resolution_type,
 * threshold_bps)).
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
