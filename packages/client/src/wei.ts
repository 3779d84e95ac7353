import { formatEther, parseEther } from 'viem';

/**
 * Returns the wei of an amount with at most 18 decimals.
 *
 * @example
 * parseWei('1.5') // 1500000000000000000n
 */
export const parseWei = (amount: string): bigint => parseEther(amount);

/**
 * Returns the exact amount of wei as decimal text.
 *
 * @example
 * formatWei('1500000000000000000') // '1.5'
 */
export const formatWei = (wei: bigint | string): string => formatEther(BigInt(wei));

/**
 * Returns the amount of wei as a number, for display. It is rounded to 15 to 17 digits.
 *
 * @example
 * weiToNumber('1500000000000000000') // 1.5
 */
export const weiToNumber = (wei: bigint | string): number => Number(formatWei(wei));
