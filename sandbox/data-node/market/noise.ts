/** Returns a 32-bit hash of a text (FNV-1a, then mixed). */
export function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  }
  return mixBits(hash);
}

/** Mixes the bits of an integer, with the same result on every machine. */
export function mixBits(value: number): number {
  let hash = value | 0;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** Returns a pseudo-random fraction in [0, 1) for a key and a step. */
export function computeUnitNoise(key: number, step: number): number {
  return mixBits(key ^ Math.imul(step | 0, 0x9e3779b1)) / 0x1_0000_0000;
}

/**
 * Returns smooth noise in [-1, 1] at `x`: random values at whole numbers, with smooth interpolation
 * between them.
 */
export function computeSmoothNoise(key: number, x: number): number {
  const step = Math.floor(x);
  const along = x - step;
  const eased = along * along * (3 - 2 * along);
  const from = computeUnitNoise(key, step);
  return 2 * (from + (computeUnitNoise(key, step + 1) - from) * eased) - 1;
}

/** Octaves of the noise: period in milliseconds, and fraction of the amplitude. */
const octaves = [
  { period: 37 * 86_400_000, share: 0.55 },
  { period: 4 * 86_400_000, share: 0.27 },
  { period: 9 * 3_600_000, share: 0.12 },
  { period: 23 * 60_000, share: 0.06 },
] as const;

/**
 * Returns noise in [-1, 1] at a time in milliseconds. Slow changes are large and fast changes
 * small.
 */
export function computeMultiScaleNoise(key: number, ms: number): number {
  let sum = 0;
  for (const [number, { period, share }] of octaves.entries()) {
    sum += share * computeSmoothNoise(key + number, ms / period);
  }
  return sum;
}
