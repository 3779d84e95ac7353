import { z } from 'zod';
import { commonSettingsSchema } from '../lib/settings.ts';

/** Environment variables of the data node. */
export const dataNodeSettingsSchema = commonSettingsSchema.extend({
  L3_RPC_URL: z.url('must be the URL of the L3 chain'),
  /** If not set, the routes of the network health return 401. */
  EXPLORER_TOKEN: z.string().optional(),
  /** Base URLs of the oracles whose health is polled, separated by commas. */
  ORACLE_PEERS: z
    .string()
    .default('')
    .transform((list) => list.split(',').filter((url) => url !== '')),
  /**
   * Pause after every progress event of a simulation, so that the progress of short runs is
   * visible.
   */
  SANDBOX_SIM_PACE_MS: z.coerce.number('must be milliseconds').int().min(0).max(10_000).default(0),
});

export type DataNodeSettings = z.infer<typeof dataNodeSettingsSchema>;
