import { mix32 } from '../labelled-random.ts';

/** Finest level of the bridge: 1 / 2^24 of a day is 5 ms. */
const deepest = 24;
const secondsADay = 86_400;

/**
 * Persistent paths have trends: below 1/8 of a day they are fractional with this Hurst exponent, so
 * that the direction of one tick gives information about the next ones.
 */
const persistence = { parts: 8, hurst: 0.9 };

/**
 * Returns the value at τ of a Brownian bridge over one day, which is the same for the same seed: 0
 * at both ends, variance τ(1 − τ).
 *
 * Lévy's construction: B(τ) = Σ_j 2^(−j/2)/2 · Z_jk · tent_jk(τ), where the normals Z are hashes of
 * their position, so that any time can be computed without earlier ones.
 *
 * @param tau - Elapsed fraction of the day, 0 … 1.
 * @param speed - 1 is real time; at `s` each fraction 1/s of the day moves like a whole day, while
 * the range of the day grows only with log s.
 * @param persistent - Whether steps within three hours (relative to `speed`) are positively
 * correlated.
 */
export function computeBrownianBridge({
  seed,
  tau,
  speed,
  persistent,
}: {
  readonly seed: number;
  readonly tau: number;
  readonly speed: number;
  readonly persistent: boolean;
}): number {
  const pace = Math.max(1, speed);
  const levels = Math.min(deepest, Math.ceil(Math.log2(secondsADay * pace)));
  const finest = persistence.parts * pace;
  let sum = 0;
  let parts = 1;
  for (let level = 0; level < levels; level += 1) {
    const place = tau * parts;
    const part = Math.min(parts - 1, Math.floor(place));
    const tent = 1 - Math.abs(2 * (place - part) - 1);
    let amplitude = 0.5 * Math.sqrt(Math.min(parts, pace) / parts);
    if (persistent && parts > finest) amplitude *= (finest / parts) ** (persistence.hurst - 0.5);
    sum += amplitude * tent * normalOf(seed ^ mix32(part + parts));
    parts *= 2;
  }
  return sum;
}

/** Mean and standard deviation of the sum of four random bytes. */
const bytes = { mean: 510, sd: Math.sqrt((4 * (256 ** 2 - 1)) / 12) };

/** Returns an approximately standard normal number within ±3.5 from the four bytes of a hash. */
function normalOf(key: number): number {
  const bits = mix32(key);
  const sum = (bits >>> 24) + ((bits >>> 16) & 255) + ((bits >>> 8) & 255) + (bits & 255);
  return (sum - bytes.mean) / bytes.sd;
}
