import { getAssetName } from '../sandbox/world/generate/universe/asset-names.ts';
import { stablecoinPlans } from '../sandbox/world/generate/universe/stablecoins.ts';
import { createLabelledRandom, type Random } from '../sandbox/world/labelled-random.ts';

/** Number of assets, more than the synthetic market lists until 2039. */
const assetCount = 600;
const seed = 20_200_101;
/** Fraction of the projects that have (invented) founders in the file. */
const knownShare = 0.7;
const mostFounders = 4;

/**
 * Well-known coins that the synthetic market lacks, so that baskets with real data are enriched as
 * well.
 */
const furtherCoins: Readonly<Record<string, string>> = {
  DYM: 'dymension',
  EGLD: 'elrond-erd-2',
  ENS: 'ethereum-name-service',
  ETC: 'ethereum-classic',
  FIL: 'filecoin',
  HNT: 'helium',
  KAS: 'kaspa',
  ONDO: 'ondo-finance',
  TIA: 'celestia',
  TON: 'the-open-network',
  VET: 'vechain',
  XTZ: 'tezos',
};

const nationalities =
  'American British Canadian Chinese French German Indian Israeli Japanese Singaporean Korean Swiss Brazilian Nigerian Dutch Estonian'.split(
    ' ',
  );
const universities = [
  'Norwick Institute of Technology',
  'University of Calder Bay',
  'Halvorsen Technical University',
  'Eastmere College',
  'Polytechnic of Tarnova',
  'Brightwater State University',
  'Saint Orlan University',
  'Kestrelford University',
  'National University of Meridia',
  'Ashgrove School of Economics',
  'Lindholm University',
  'University of Port Cassel',
  'Vantor Institute of Science',
  'Wrenfield University',
] as const;

/** An invented founder, as described in `docs/enrichment-files.md`. */
type Founder = {
  readonly age?: number;
  readonly gender: string;
  readonly nationality: string;
  readonly university?: string;
};

/** Returns the coin map and the founders file, as described in `docs/enrichment-files.md`. */
export function renderLookupFiles(): readonly { readonly path: string; readonly text: string }[] {
  const assets = Array.from({ length: assetCount }, (_, ordinal) => getAssetName(ordinal));
  const ofWorld = [...assets, ...stablecoinPlans].map(
    ({ symbol, id }) => [symbol, { id }] as const,
  );
  const further = Object.entries(furtherCoins).map(([symbol, id]) => [symbol, { id }] as const);
  const founders = assets
    .map(({ id }, ordinal) => [id, foundersOf(ordinal)] as const)
    .filter(([, people]) => people.length > 0);
  return [
    { path: 'data/coin-map.json', text: linePerKey([...ofWorld, ...further]) },
    { path: 'data/founders.json', text: linePerKey(founders) },
  ];
}

/**
 * Returns the founders of an asset; empty for Bitcoin and Ether and for projects without known
 * founders.
 */
function foundersOf(ordinal: number): readonly Founder[] {
  const random = createLabelledRandom(seed, `founders ${ordinal}`);
  if (ordinal < 2 || random.uniform() > knownShare) return [];
  const count = 1 + Math.floor(random.uniform() * mostFounders);
  return Array.from({ length: count }, () => inventFounder(random));
}

function inventFounder(random: Random): Founder {
  const age = Math.round(38 + 9 * random.normal());
  const draw = random.uniform();
  return {
    ...(random.uniform() < 0.9 ? { age: Math.min(78, Math.max(21, age)) } : {}),
    gender: draw < 0.74 ? 'Male' : draw < 0.95 ? 'Female' : 'Unknown',
    nationality: random.uniform() < 0.93 ? pickEarly(random, nationalities) : 'Unknown',
    ...(random.uniform() < 0.8 ? { university: educate(random) } : {}),
  };
}

function educate(random: Random): string {
  const first = pickEarly(random, universities);
  return random.uniform() < 0.15 ? `${first}, ${pickEarly(random, universities)}` : first;
}

/** Picks a random element; elements near the start of the list are more likely. */
function pickEarly<T>(random: Random, list: readonly T[]): T {
  const position = Math.floor(random.uniform() ** 1.6 * list.length);
  return list[position] as T;
}

/**
 * Formats JSON with one line per key in ascending order, which is readable and keeps diffs small.
 */
function linePerKey(entries: readonly (readonly [string, unknown])[]): string {
  const lines = [...entries]
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([key, value]) => `${JSON.stringify(key)}: ${JSON.stringify(value)}`);
  return `{\n${lines.join(',\n')}\n}\n`;
}
