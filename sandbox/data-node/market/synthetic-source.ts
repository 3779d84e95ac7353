import { roundToSignificant } from '../../world/round-to-significant.ts';
import type { SourceSpec } from './catalog/source-spec.ts';
import type { MarketSource } from './market-source.ts';
import { computeMultiScaleNoise, computeUnitNoise, hashText } from './noise.ts';

export type SyntheticSourceOptions = {
  readonly seed: number;
  /** Time of the last values of stale sources, milliseconds. */
  readonly silentSince: number;
  /** Returns whether a scenario makes the source unavailable at a time in milliseconds. */
  readonly isDown?: (ms: number) => boolean;
};

/** Fraction of the entities that are listed but not observed. */
const UNOBSERVED = 0.02;

/** Creates a source whose values depend only on the seed and the time. */
export function createSyntheticSource(
  spec: SourceSpec,
  options: SyntheticSourceOptions,
): MarketSource {
  const { isDown = () => false } = options;
  const entities = spec.entities();
  const keys = entities.map(({ id }) => hashText(`${options.seed}/${spec.id}/${id}`));
  const phase = hashText(`${options.seed}/${spec.id}`) % (spec.syncSecs * 1000);
  const period = spec.syncSecs * 1000;
  const hasValues = spec.state === 'live' || spec.state === 'stale';
  const active =
    spec.state === 'unstarted'
      ? 0
      : keys.filter((key) => computeUnitNoise(key, 9) >= UNOBSERVED).length;

  return {
    id: spec.id,
    name: spec.name,
    category: spec.category,
    unit: spec.unit,
    isPrice: spec.category === 'finance' && spec.movement === 'ratio',
    entities,
    activeCount: (now) => (isDown(now) ? 0 : active),
    lastSync(now) {
      if (!hasValues || isDown(now)) return null;
      const until = spec.state === 'stale' ? Math.min(now, options.silentSince) : now;
      return Math.floor((until - phase) / period) * period + phase;
    },
    valueAt(entity, ms) {
      const key = keys[entity];
      if (key === undefined || !hasValues || computeUnitNoise(key, 9) < UNOBSERVED) return null;
      return rounded(spec, rawValue(spec, key, ms));
    },
    size(entity, value) {
      const traded = spec.category === 'finance' && spec.movement === 'ratio';
      const volume = roundToSignificant(
        value * 10 ** (3 + 4 * computeUnitNoise(keys[entity] ?? 0, 7)),
      );
      return { volume24h: traded ? volume : null, marketCap: null };
    },
  };
}

function rawValue(spec: SourceSpec, key: number, ms: number): number {
  const place = computeUnitNoise(key, 3);
  const move = computeMultiScaleNoise(key, ms);
  if (spec.movement === 'ratio') {
    return spec.low * (spec.high / spec.low) ** place * Math.exp(spec.swing * move);
  }
  const within = place * (1 - spec.swing) + spec.swing * (0.5 + 0.5 * move);
  return spec.low + (spec.high - spec.low) * within;
}

function rounded(spec: SourceSpec, value: number): number {
  if (spec.places !== undefined) return Number(value.toFixed(spec.places));
  return value < 0 ? -roundToSignificant(-value) : roundToSignificant(value);
}
