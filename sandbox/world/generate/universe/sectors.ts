/** A category of the synthetic dataset. */
export type Sector = {
  readonly id: string;
  readonly name: string;
  readonly source: 'coingecko' | 'defillama';
};

/** Sectors without protocol metrics. */
export const marketSectors: readonly Sector[] = [
  { id: 'layer-1', name: 'Layer 1', source: 'coingecko' },
  { id: 'layer-2', name: 'Layer 2', source: 'coingecko' },
  { id: 'meme', name: 'Meme', source: 'coingecko' },
  { id: 'ai', name: 'Artificial Intelligence', source: 'coingecko' },
  { id: 'gaming', name: 'Gaming', source: 'coingecko' },
  { id: 'exchange', name: 'Exchange', source: 'coingecko' },
  { id: 'privacy', name: 'Privacy', source: 'coingecko' },
];

/** Sectors of protocols that report TVL, fees, revenue, volume and APY. */
export const protocolSectors: readonly Sector[] = [
  { id: 'dl-dexes', name: 'Dexes', source: 'defillama' },
  { id: 'dl-lending', name: 'Lending', source: 'defillama' },
  { id: 'dl-derivatives', name: 'Derivatives', source: 'defillama' },
  { id: 'dl-liquid-staking', name: 'Liquid Staking', source: 'defillama' },
  { id: 'dl-yield', name: 'Yield', source: 'defillama' },
  { id: 'dl-bridge', name: 'Bridge', source: 'defillama' },
];

/** All home sectors. `SectorMembership.home` is a position in this list. */
export const sectors: readonly Sector[] = [...marketSectors, ...protocolSectors];

/** Every category of the dataset, `all` first. */
export const categorySectors: readonly Sector[] = [
  { id: 'all', name: 'All', source: 'coingecko' },
  { id: 'defi', name: 'Decentralized Finance', source: 'coingecko' },
  { id: 'made-in-china', name: 'Made in China', source: 'coingecko' },
  ...sectors,
  { id: 'stablecoins', name: 'Stablecoins', source: 'coingecko' },
];

/**
 * Returns the position in `sectors` of an asset's home sector; ordinals cycle through all sectors.
 */
export function findHomeSectorIndex(ordinal: number): number {
  // Bitcoin and Ether are both in the first sector.
  return ordinal < 2 ? 0 : (ordinal * 5) % sectors.length;
}
