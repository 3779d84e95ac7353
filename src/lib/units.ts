import { getAddress, isAddress } from 'viem';

/** Amount of a token or of shares as a decimal string in units of 10^-18. */
export type WeiString = string;
/** US dollars, with fractions: 0.5 is 50 cents. */
export type Usd = number;
/** Seconds since the Unix epoch; whole unless stated otherwise. */
export type UnixSeconds = number;
/** Milliseconds, as a duration or since the Unix epoch. */
export type Millis = number;
/** `0x` and 64 lower-case hex digits. */
export type Bytes32 = `0x${string}`;
/** `0x` and an even number of hex digits. */
export type Hex = `0x${string}`;
/** EIP-55 checksummed address. */
export type Address = `0x${string}`;

const bytes32Pattern = /^0x[0-9a-fA-F]{64}$/;
const addressPattern = /^0x[0-9a-fA-F]{40}$/;

/** Returns the id in lower case; null when it is not `0x` and 64 hex digits. */
export function parseBytes32(text: string): Bytes32 | null {
  return bytes32Pattern.test(text) ? (text.toLowerCase() as Bytes32) : null;
}

/** Returns the checksummed address; null when it is not `0x` and 40 hex digits in any case. */
export function parseAddress(text: string): Address | null {
  return addressPattern.test(text) ? getAddress(text.toLowerCase()) : null;
}

/** Whether a text is an address in one case, or in mixed case with a valid EIP-55 checksum. */
export function isAddressWithoutChecksumMismatch(text: string): boolean {
  if (!addressPattern.test(text)) return false;
  const digits = text.slice(2);
  const oneCase = digits === digits.toLowerCase() || digits === digits.toUpperCase();
  return oneCase || isAddress(text, { strict: true });
}

/** One token in wei: 10^18. */
export const oneEther = 10n ** 18n;

/**
 * Converts an amount with 18 decimals to the nearest number.
 *
 * @example weiToNumber(1500000000000000000n) // 1.5
 */
export const weiToNumber = (wei: bigint): number => weiDigitsToNumber(`${wei}`);

/**
 * Converts an amount of 18 decimals, given in decimal digits, to the nearest number.
 *
 * @example weiDigitsToNumber('1500000000000000000') // 1.5
 */
export const weiDigitsToNumber = (wei: WeiString): number => Number(`${wei}e-18`);
