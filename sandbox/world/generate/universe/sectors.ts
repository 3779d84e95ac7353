/** A category of the synthetic dataset. */
export type Sector = {
  readonly id: string;
  readonly name: string;
  readonly source: 'coingecko' | 'defillama';
};

/** Sectors that an asset of the wider market may call home. */
const marketSectors: readonly Sector[] = [
  { id: 'layer-1', name: 'Layer 1', source: 'coingecko' },
  { id: 'layer-2', name: 'Layer 2', source: 'coingecko' },
  { id: 'meme', name: 'Meme', source: 'coingecko' },
  { id: 'ai', name: 'Artificial Intelligence', source: 'coingecko' },
  { id: 'gaming', name: 'Gaming', source: 'coingecko' },
  { id: 'exchange', name: 'Exchange', source: 'coingecko' },
  { id: 'privacy', name: 'Privacy', source: 'coingecko' },
];

/** Sectors of protocols that report TVL, fees, revenue, volume and APY. */
const protocolSectors: readonly Sector[] = [
  { id: 'dl-dexes', name: 'Dexes', source: 'defillama' },
  { id: 'dl-lending', name: 'Lending', source: 'defillama' },
  { id: 'dl-derivatives', name: 'Derivatives', source: 'defillama' },
  { id: 'dl-liquid-staking', name: 'Liquid Staking', source: 'defillama' },
  { id: 'dl-yield', name: 'Yield', source: 'defillama' },
  { id: 'dl-bridge', name: 'Bridge', source: 'defillama' },
];

/** Every home sector; positions are `home` of `Membership`. */
export const sectors: readonly Sector[] = [...marketSectors, ...protocolSectors];

/** Every category of the dataset, `all` first. */
export const categorySectors: readonly Sector[] = [
  { id: 'all', name: 'All', source: 'coingecko' },
  { id: 'defi', name: 'Decentralized Finance', source: 'coingecko' },
  { id: 'made-in-china', name: 'Made in China', source: 'coingecko' },
  ...sectors,
];

/** Where an asset belongs. */
export type Membership = {
  /** Position in `sectors`: the sector whose factor moves the asset. */
  readonly home: number;
  /** Has DeFi metrics. */
  readonly isProtocol: boolean;
  /** Ids of its categories, home included. */
  readonly categories: readonly string[];
};

/**
 * Places the asset of an ordinal. Homes go round in turn, so every sector gets large and small,
 * old and new assets; a second sector of the same kind makes each category twice as wide.
 */
export function placeAsset(ordinal: number): Membership {
  // The two majors share the first place of the round.
  const turn = ordinal < 2 ? 0 : (ordinal * 5) % sectors.length;
  const lap = Math.floor(ordinal / sectors.length);
  const isProtocol = turn >= marketSectors.length;
  const kin = isProtocol ? protocolSectors : marketSectors;
  const own = isProtocol ? turn - marketSectors.length : turn;
  const second = (own + 1 + (lap % (kin.length - 1))) % kin.length;
  const categories = ['all'];
  if (isProtocol) categories.push('defi');
  if (ordinal % 6 === 4) categories.push('made-in-china');
  for (const place of ordinal < 2 ? [own] : [own, second]) {
    const sector = kin[place];
    if (sector !== undefined) categories.push(sector.id);
  }
  return { home: turn, isProtocol, categories };
}
