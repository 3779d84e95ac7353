/** Returns the number nearest to a wei amount, by parsing its decimal form. */
export function weiToNumber(wei: bigint): number {
  return Number(formatWeiDecimal(wei));
}

/**
 * Formats a wei amount as a decimal string without an exponent.
 *
 * @param places - Decimal places; further digits are cut off. Default: all significant digits.
 * @example formatWeiDecimal(1_500_000_000_000_000_000n) // '1.5'
 * @example formatWeiDecimal(1_500_000_000_000_000_000n, 6) // '1.500000'
 */
export function formatWeiDecimal(wei: bigint, places?: number): string {
  const digits = (wei < 0n ? -wei : wei).toString().padStart(19, '0');
  const whole = digits.slice(0, -18);
  const fraction =
    places === undefined
      ? digits.slice(-18).replace(/0+$/, '')
      : digits.slice(-18).slice(0, places).padEnd(places, '0');
  return `${wei < 0n ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`;
}

/**
 * Formats a number in full precision without an exponent.
 *
 * @example formatPlainNumber(1.5e-7) // '0.00000015'
 */
export function formatPlainNumber(value: number): string {
  const [mantissa = '', exponent] = String(value).split('e');
  if (exponent === undefined) return mantissa;
  const sign = mantissa.startsWith('-') ? '-' : '';
  const [whole = '', fraction = ''] = mantissa.replace('-', '').split('.');
  const point = whole.length + Number(exponent);
  const digits = whole + fraction;
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`;
  if (point >= digits.length) return `${sign}${digits.padEnd(point, '0')}`;
  return `${sign}${digits.slice(0, point)}.${digits.slice(point)}`;
}
