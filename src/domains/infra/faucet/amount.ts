import { oneEther } from '../../../lib/units.ts';

/** The largest amount that the faucet pays for one request, wei. */
export const maxFaucetAmount = 10_000n * oneEther;

const decimal = /^(\d+)(?:\.(\d{1,18}))?$/;

/**
 * Converts a decimal amount to wei without rounding; amounts above 10000 are reduced to 10000. Null
 * when the text is not a positive number of digits with at most 18 decimals.
 *
 * @example parseAndCapFaucetAmount('12.5') // 12500000000000000000n
 */
export function parseAndCapFaucetAmount(text: string): bigint | null {
  const [, digits, fraction = ''] = decimal.exec(text) ?? [];
  if (digits === undefined) return null;
  const whole = digits.replace(/^0+/, '');
  // Six or more digits are above the maximum. Converting a very long text to BigInt would be slow.
  if (whole.length > 5) return maxFaucetAmount;
  const wei = BigInt(whole || '0') * oneEther + BigInt(fraction.padEnd(18, '0'));
  if (wei === 0n) return null;
  return wei > maxFaucetAmount ? maxFaucetAmount : wei;
}
