import { z } from 'zod';
import { commonSettingsSchema } from '../lib/settings.ts';

/** What the data node reads from its environment. */
export const dataNodeSettingsSchema = commonSettingsSchema.extend({
  L3_RPC_URL: z.url('must be the URL of the L3 chain'),
  /** Without it explorer health refuses everybody. */
  EXPLORER_TOKEN: z.string().optional(),
  /** The oracles whose health is polled, separated by commas. */
  ORACLE_PEERS: z
    .string()
    .default('')
    .transform((list) => list.split(',').filter((url) => url !== '')),
  /** Rest after every report of a simulation's progress, so that short runs can be watched. */
  SANDBOX_SIM_PACE_MS: z.coerce.number('must be milliseconds').int().min(0).max(10_000).default(0),
});

export type DataNodeSettings = z.infer<typeof dataNodeSettingsSchema>;
