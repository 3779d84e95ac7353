/** Quantile of the standard normal distribution for an interval of 95 %. */
const z95 = 1.959963984540054;

/**
 * Wilson's interval of a share with a confidence of 95 %, as fractions; null without observations.
 *
 * @see Wilson 1927, JASA 22, 209–212
 */
export function wilsonInterval(
  hits: number,
  count: number,
): { readonly low: number; readonly high: number } | null {
  if (count === 0) return null;
  const share = hits / count;
  const scale = 1 + z95 ** 2 / count;
  const middle = (share + z95 ** 2 / (2 * count)) / scale;
  const half =
    (z95 / scale) * Math.sqrt((share * (1 - share)) / count + z95 ** 2 / (4 * count ** 2));
  return { low: Math.max(0, middle - half), high: Math.min(1, middle + half) };
}

/**
 * Compares heads of a fair coin with what chance gives, at 5 % on both sides together: too many,
 * too few, or neither.
 */
export function compareWithChance(hits: number, count: number): 'better' | 'worse' | 'equal' {
  if (chanceOfAtLeast(hits, count) < 0.025) return 'better';
  // At most so many heads are at least so many tails.
  return chanceOfAtLeast(count - hits, count) < 0.025 ? 'worse' : 'equal';
}

/** The exact probability of at least so many heads in `count` flips of a fair coin. */
export function chanceOfAtLeast(hits: number, count: number): number {
  // Of the logarithms, because the numbers of combinations exceed what a number can hold.
  let log = -count * Math.LN2;
  let sum = 0;
  for (let heads = count; heads >= hits; heads -= 1) {
    sum += Math.exp(log);
    log += Math.log(heads) - Math.log(count - heads + 1);
  }
  return Math.min(1, sum);
}
