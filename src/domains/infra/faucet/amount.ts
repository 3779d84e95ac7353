import { oneEther } from '../../../lib/units.ts';

/** More than this is paid as this (spec: Faucet, step 2), wei. */
export const maxFaucetAmount = 10_000n * oneEther;

const decimal = /^(\d+)(?:\.(\d{1,18}))?$/;

/**
 * The wei of a human-readable amount, exact; above 10000 it is 10000.
 *
 * @param text - Plain digits with at most 18 decimals: `100`, `0.5`. No sign, exponent or blanks.
 * @returns null when it is not a positive decimal number.
 * @example parseAmount('12.5') // 12500000000000000000n
 */
export function parseFaucetAmount(text: string): bigint | null {
  const [, digits, fraction = ''] = decimal.exec(text) ?? [];
  if (digits === undefined) return null;
  const whole = digits.replace(/^0+/, '');
  // Long numbers are over the limit whatever they are; they are not worth converting.
  if (whole.length > 5) return maxFaucetAmount;
  const wei = BigInt(whole || '0') * oneEther + BigInt(fraction.padEnd(18, '0'));
  if (wei === 0n) return null;
  return wei > maxFaucetAmount ? maxFaucetAmount : wei;
}
