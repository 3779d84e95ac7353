import {
  inventNamedEntities,
  listCities,
  listCountries,
  listCurrencyPairs,
  parseEntityList,
} from './entity-lists.ts';
import { createSourceSpecs, type SourceSpec } from './source-spec.ts';

const price = { movement: 'ratio', swing: 0.45 } as const;
const rate = { movement: 'level', swing: 0.3, places: 3 } as const;

/** Sources about coins other than their prices. Prices come from the source `crypto`. */
const chains: readonly SourceSpec[] = [
  ...createSourceSpecs(
    { ...price, category: 'crypto', entities: () => inventNamedEntities(11, 60, 'Pool') },
    [
      ['dex-pools', 'Liquidity pools', 'USD', 20_000, 90_000_000],
      ['staking-yields', 'Staking yields', '%', 1, 18],
      ['perp-funding', 'Perpetual funding rates', 'bps', 1, 40],
    ],
  ),
  ...createSourceSpecs(
    { ...price, category: 'crypto', entities: () => inventNamedEntities(12, 120, 'Collection') },
    [['nft-floors', 'Floor prices of collections', 'ETH', 0.01, 40]],
  ),
  ...createSourceSpecs(
    {
      ...price,
      category: 'crypto',
      syncSecs: 60,
      entities: () => inventNamedEntities(13, 24, 'Chain'),
    },
    [['gas-fees', 'Network fees', 'gwei', 0.01, 80]],
  ),
];

const finance: readonly SourceSpec[] = [
  ...createSourceSpecs(
    {
      ...price,
      category: 'finance',
      syncSecs: 60,
      entities: () => inventNamedEntities(21, 400, 'Group'),
    },
    [['stocks', 'Stocks of invented companies', 'USD', 3, 900]],
  ),
  ...createSourceSpecs(
    { ...price, category: 'finance', entities: () => inventNamedEntities(22, 90, 'Fund') },
    [
      ['etfs', 'Exchange-traded funds', 'USD', 15, 500],
      ['bonds', 'Corporate bonds', '% of par', 70, 112],
    ],
  ),
  ...createSourceSpecs({ ...price, category: 'finance', entities: () => listCountries(40) }, [
    ['indices', 'Stock indices by country', 'points', 900, 42_000],
    ['volatility', 'Implied volatility by country', '%', 9, 40],
  ]),
  ...createSourceSpecs({ ...rate, category: 'finance', entities: () => listCountries(40) }, [
    ['treasury-yields', 'Ten-year government yields', '%', 0.2, 13],
  ]),
  ...createSourceSpecs(
    {
      movement: 'ratio',
      swing: 0.06,
      category: 'finance',
      syncSecs: 60,
      entities: () =>
        listCurrencyPairs('EUR, USD, GBP, JPY, CHF, AUD, CAD, NZD, SEK, NOK, SGD, MXN'),
    },
    [['fx', 'Exchange rates', 'rate', 0.4, 150]],
  ),
  ...createSourceSpecs(
    {
      ...price,
      swing: 0.3,
      category: 'finance',
      entities: () =>
        parseEntityList(
          `Crude oil, Natural gas, Heating oil, Gold, Silver, Platinum, Palladium, Copper, Aluminium, Nickel,
           Zinc, Tin, Lead, Iron ore, Lithium, Cobalt, Uranium, Wheat, Corn, Soybeans, Rice, Oats, Coffee,
           Cocoa, Sugar, Cotton, Rubber, Lumber, Live cattle, Lean hogs, Orange juice, Palm oil`,
          'commodity',
        ),
    },
    [['commodities', 'Commodities, spot', 'USD', 1, 2_600]],
  ),
  ...createSourceSpecs(
    {
      ...price,
      category: 'finance',
      state: 'stale',
      entities: () => inventNamedEntities(23, 80, 'Labs'),
    },
    [['small-caps', 'Small companies', 'USD', 0.1, 12]],
  ),
  ...createSourceSpecs(
    {
      ...price,
      category: 'finance',
      state: 'unstarted',
      entities: () => inventNamedEntities(24, 30, 'Corp'),
    },
    [['ipos', 'First listings', 'USD', 8, 60]],
  ),
];

const economy: readonly SourceSpec[] = [
  ...createSourceSpecs(
    { ...rate, category: 'economy', syncSecs: 3_600, entities: () => listCountries() },
    [
      ['inflation', 'Consumer price inflation', '% a year', -0.5, 12],
      ['unemployment', 'Unemployment', '%', 2, 14],
      ['gdp-nowcast', 'Growth nowcasts', '% a year', -2, 7],
      ['central-bank-rates', 'Policy rates', '%', 0, 15],
      ['consumer-confidence', 'Consumer confidence', 'points', 70, 120],
      ['trade-balance', 'Trade balance', 'bn USD', -60, 80],
      ['retail-sales', 'Retail sales', '% a month', -2, 3],
    ],
  ),
  ...createSourceSpecs(
    { ...price, category: 'economy', syncSecs: 900, entities: () => listCountries() },
    [
      ['electricity-prices', 'Electricity, day ahead', 'EUR/MWh', 15, 260],
      ['fuel-prices', 'Petrol at the pump', 'EUR/l', 0.8, 2.3],
      ['grid-load', 'Grid load', 'MW', 700, 70_000],
    ],
  ),
  ...createSourceSpecs(
    { ...price, swing: 0.15, category: 'economy', syncSecs: 3_600, entities: () => listCities() },
    [['rents', 'Rents, median', 'USD a month', 300, 4_200]],
  ),
  ...createSourceSpecs(
    { ...price, category: 'economy', entities: () => inventNamedEntities(31, 45, 'Lane') },
    [['freight-rates', 'Container freight', 'USD', 600, 9_000]],
  ),
  ...createSourceSpecs(
    { ...price, category: 'economy', state: 'stale', entities: () => listCountries(30) },
    [['carbon-credits', 'Carbon allowances', 'EUR/t', 5, 100]],
  ),
];

/** Crypto sources without prices, finance and economy. */
export const financeSources: readonly SourceSpec[] = [...chains, ...finance, ...economy];
