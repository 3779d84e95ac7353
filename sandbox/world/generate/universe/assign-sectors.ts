import { findProject } from './real-projects.ts';
import { findHomeSectorIndex, marketSectors, protocolSectors, sectors } from './sectors.ts';

/** The sector and the categories of an asset. */
export type SectorMembership = {
  /** Position in `sectors` of the sector whose factor affects the asset. */
  readonly home: number;
  /** Whether the asset has DeFi metrics. */
  readonly isProtocol: boolean;
  /** Ids of its categories, including the home sector. */
  readonly categories: readonly string[];
};

/**
 * Assigns an asset to sectors by its ordinal. Ordinals cycle through the sectors, so that each has
 * large and small, old and new assets. Invented assets have a second sector of the same kind.
 */
export function assignSectors(ordinal: number): SectorMembership {
  const home = findHomeSectorIndex(ordinal);
  const isProtocol = home >= marketSectors.length;
  const own = sectors[home]?.id ?? '';
  const further = findProject(ordinal)?.categories ?? inventCategories(ordinal, home);
  return {
    home,
    isProtocol,
    categories: ['all', ...(isProtocol ? ['defi'] : []), own, ...further],
  };
}

function inventCategories(ordinal: number, home: number): readonly string[] {
  const lap = Math.floor(ordinal / sectors.length);
  const isProtocol = home >= marketSectors.length;
  const kin = isProtocol ? protocolSectors : marketSectors;
  const place = isProtocol ? home - marketSectors.length : home;
  const second = kin[(place + 1 + (lap % (kin.length - 1))) % kin.length];
  const isChinese = ordinal % 6 === 4;
  return [...(second === undefined ? [] : [second.id]), ...(isChinese ? ['made-in-china'] : [])];
}
