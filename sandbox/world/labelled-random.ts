/**
 * A stream of pseudo-random numbers. Equal seeds and labels give equal streams on every machine.
 */
export type Random = {
  /** Returns a uniform number in (0, 1), both ends excluded. */
  readonly uniform: () => number;
  /** Returns a standard normal number. */
  readonly normal: () => number;
  /** Returns a Student t number with `df` degrees of freedom, scaled to variance 1 (`df` > 2). */
  readonly student: (df: number) => number;
};

/**
 * Creates the random stream of one random process, which the label identifies.
 *
 * xoshiro128** (Blackman and Vigna 2018) on uint32; its state is filled by splitmix32 from an
 * FNV-1a hash of seed and label. Normals by Box-Muller; Student t by Bailey's formula (1994), which
 * is Box-Muller with another radius.
 */
export function createLabelledRandom(seed: number, label: string): Random {
  const next = createXoshiro(hashLabel(seed, label));
  const uniform = () => (next() + 0.5) / 0x1_0000_0000;
  let spare = Number.NaN;
  const normal = () => {
    if (!Number.isNaN(spare)) {
      const cached = spare;
      spare = Number.NaN;
      return cached;
    }
    const radius = Math.sqrt(-2 * Math.log(uniform()));
    const angle = 2 * Math.PI * uniform();
    spare = radius * Math.sin(angle);
    return radius * Math.cos(angle);
  };
  const student = (df: number) => {
    const radius = Math.sqrt((df - 2) * (uniform() ** (-2 / df) - 1));
    return radius * Math.cos(2 * Math.PI * uniform());
  };
  return { uniform, normal, student };
}

function createXoshiro(seed: number): () => number {
  const fill = createSplitmix(seed);
  let a = fill();
  let b = fill();
  let c = fill();
  let d = fill();
  return () => {
    const scrambled = Math.imul(rotateLeft(Math.imul(b, 5), 7), 9) >>> 0;
    const shifted = b << 9;
    c ^= a;
    d ^= b;
    b ^= c;
    a ^= d;
    c ^= shifted;
    d = rotateLeft(d, 11);
    return scrambled;
  };
}

function createSplitmix(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x9e3779b9) | 0;
    return mix32(state);
  };
}

/** Mixes 32 bits, so that adjacent inputs give unrelated outputs (the finalizer of murmur3). */
export function mix32(value: number): number {
  let z = value | 0;
  z = Math.imul(z ^ (z >>> 16), 0x85ebca6b);
  z = Math.imul(z ^ (z >>> 13), 0xc2b2ae35);
  return (z ^ (z >>> 16)) >>> 0;
}

/** Returns a uint32 hash: FNV-1a of the label's UTF-16 units, mixed with the seed. */
export function hashLabel(seed: number, label: string): number {
  let hash = mix32(seed) ^ 0x811c9dc5;
  for (let i = 0; i < label.length; i += 1) {
    hash = Math.imul(hash ^ label.charCodeAt(i), 0x01000193);
  }
  return mix32(hash);
}

function rotateLeft(value: number, count: number): number {
  return (value << count) | (value >>> (32 - count));
}
