const powersOfTen = Array.from({ length: 23 }, (_, k) => Number(`1e${k}`));

/**
 * Rounds a positive number to 8 significant digits; the result is the double nearest to that
 * decimal, so last-bit differences of Math functions between JS engines do not reach the tables.
 * Zero and NaN stay as they are.
 *
 * @param value - At least 0.
 */
export function roundToSignificant(value: number): number {
  if (!(value > 0)) return value;
  const places = 7 - Math.floor(Math.log10(value));
  if (places < -22 || places > 21) return Number(value.toPrecision(8));
  // An integer under 1e9 and a power of ten up to 1e22 are exact: one rounding, the last one.
  if (places >= 0) {
    const power = powersOfTen[places] ?? 1;
    return Math.round(value * power) / power;
  }
  const power = powersOfTen[-places] ?? 1;
  return Math.round(value / power) * power;
}
