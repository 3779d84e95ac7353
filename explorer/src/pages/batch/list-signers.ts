/**
 * Returns the numbers, from 1, of the oracles that signed every one of the proofs.
 *
 * @param bitmasks - The signers of each proof, a bit for each oracle, as decimal numbers.
 * @example listSigners(['7', '5']) // [1, 3]
 */
export function listSigners(bitmasks: readonly (string | null)[]): readonly number[] {
  const known = bitmasks.flatMap((bitmask) => (bitmask === null ? [] : [BigInt(bitmask)]));
  const [first, ...others] = known;
  if (first === undefined) return [];
  const all = others.reduce((common, one) => common & one, first);
  const bits = all.toString(2);
  return [...bits].flatMap((bit, index) => (bit === '1' ? [bits.length - index] : [])).toReversed();
}
