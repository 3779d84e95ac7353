const powersOfTen = Array.from({ length: 23 }, (_, k) => Number(`1e${k}`));

/**
 * Rounds a number to 8 significant digits. The result is the double nearest to that decimal, so
 * that differences in the last bit between JavaScript engines do not affect the tables. Zero and
 * NaN are unchanged.
 *
 * @param value - At least 0.
 */
export function roundToSignificant(value: number): number {
  if (!(value > 0)) return value;
  const places = 7 - Math.floor(Math.log10(value));
  if (places < -22 || places > 21) return Number(value.toPrecision(8));
  // Integers below 1e9 and powers of ten up to 1e22 are exact, so that only the last operation
  // rounds.
  if (places >= 0) {
    const power = powersOfTen[places] ?? 1;
    return Math.round(value * power) / power;
  }
  const power = powersOfTen[-places] ?? 1;
  return Math.round(value / power) * power;
}
