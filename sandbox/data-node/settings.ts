import { z } from 'zod';
import { commonSettings } from '../kit/settings.ts';

/** What the data node reads from its environment. */
export const dataNodeSettings = commonSettings.extend({
  L3_RPC_URL: z.url('must be the URL of the L3 chain'),
  /** Without it explorer health refuses everybody. */
  EXPLORER_TOKEN: z.string().optional(),
});

export type DataNodeSettings = z.infer<typeof dataNodeSettings>;
