/** A decimal number with 18 places, as a whole number of 10^-18. */
export type Decimal = bigint;

const places = 18;
const one = 10n ** BigInt(places);

/**
 * Returns the shortest decimal that reads as the number, rounded half even to 18 places.
 *
 * @throws {RangeError} the number is not finite.
 * @example decimalFromNumber(0.1) // 100000000000000000n
 */
export function decimalFromNumber(value: number): Decimal {
  const match = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(value));
  if (!match) throw new RangeError('the number is not finite');
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match;
  const digits = BigInt(`${whole}${fraction}`);
  const shift = places + Number(exponent) - fraction.length;
  const scaled =
    shift >= 0 ? digits * 10n ** BigInt(shift) : divideHalfEven(digits, 10n ** BigInt(-shift));
  return sign === '-' ? -scaled : scaled;
}

/** Returns the number that is nearest to a decimal. */
export const decimalToNumber = (value: Decimal): number => Number(`${value}e-${places}`);

/** Multiplies two decimals, rounded half even once. */
export const multiplyDecimals = (left: Decimal, right: Decimal): Decimal =>
  divideHalfEven(left * right, one);

/**
 * Divides whole numbers, rounded to the nearest one, halves to the even one.
 *
 * @example divideHalfEven(5n, 2n) // 2n
 */
export function divideHalfEven(dividend: bigint, divisor: bigint): bigint {
  const isNegative = dividend < 0n !== divisor < 0n;
  const [left, right] = [absolute(dividend), absolute(divisor)];
  const quotient = left / right;
  const twice = 2n * (left % right);
  const isUp = twice > right || (twice === right && quotient % 2n === 1n);
  const rounded = isUp ? quotient + 1n : quotient;
  return isNegative ? -rounded : rounded;
}

const absolute = (value: bigint): bigint => (value < 0n ? -value : value);
