import { roundingNoise } from '../../lib/format.ts';

/** What a return on stake is, for the headings of tables and figures. */
export const returnDefinition =
  'Profit in percent of the stakes of the same ticks, played or forfeited. -100 % is the loss of all of them.';

/**
 * Returns a profit in percent of the stakes that it comes from, both in USDC. Null without stakes,
 * and where more is lost than the stakes, because they are then not all of those ticks.
 */
export const returnOnStake = (profit: number, stake: number): number | null =>
  stake <= 0 || profit < -stake * (1 + roundingNoise) ? null : (100 * profit) / stake;
