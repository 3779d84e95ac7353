import {
  inventNamedEntities,
  listCities,
  listCityMeasures,
  listCountries,
  listNumberedEntities,
  listSeismicRegions,
} from './entity-lists.ts';
import { createSourceSpecs, type SourceSpec } from './source-spec.ts';

const level = { movement: 'level', swing: 0.5, places: 1 } as const;
const count = { movement: 'ratio', swing: 0.7, places: 0 } as const;

const weather: readonly SourceSpec[] = [
  ...createSourceSpecs(
    { ...level, category: 'weather', syncSecs: 600, entities: () => listCities() },
    [
      ['weather', 'Air temperature', '°C', -12, 38],
      ['wind', 'Wind speed', 'km/h', 0, 85],
      ['uv-index', 'UV index', 'index', 0, 11],
      ['rainfall', 'Rain in 24 hours', 'mm', 0, 60],
    ],
  ),
  ...createSourceSpecs(
    {
      ...level,
      category: 'weather',
      entities: () => listCityMeasures(['PM2.5', 'PM10', 'Ozone', 'NO2'], 40),
    },
    [['air-quality', 'Air quality', 'µg/m³', 2, 120]],
  ),
  ...createSourceSpecs(
    { ...level, category: 'weather', state: 'stale', entities: () => listCities(50) },
    [
      ['pollen', 'Pollen count', 'grains/m³', 0, 400],
      ['snow-depth', 'Snow depth', 'cm', 0, 140],
    ],
  ),
];

const nature: readonly SourceSpec[] = [
  ...createSourceSpecs({ ...level, category: 'nature', entities: listSeismicRegions }, [
    ['earthquake', 'Strongest earthquake in 24 hours', 'magnitude', 1.5, 6.5],
    ['volcanoes', 'Volcanic tremor', 'index', 0, 100],
    ['sea-temperature', 'Sea surface temperature', '°C', 1, 31],
  ]),
  ...createSourceSpecs(
    { ...level, category: 'nature', entities: () => inventNamedEntities(41, 70, 'River') },
    [
      ['river-levels', 'River levels', 'cm', 40, 780],
      ['reservoirs', 'Reservoir fill', '%', 12, 100],
    ],
  ),
  ...createSourceSpecs(
    {
      ...level,
      places: 2,
      category: 'nature',
      entities: () => inventNamedEntities(42, 60, 'Pier'),
    },
    [
      ['tides', 'Tide gauges', 'm', -2, 6],
      ['wave-height', 'Wave height', 'm', 0.1, 9],
    ],
  ),
  ...createSourceSpecs({ ...count, category: 'nature', entities: () => listCountries(45) }, [
    ['wildfires', 'Active fires', 'fires', 1, 700],
    ['lightning', 'Lightning strokes an hour', 'strokes', 1, 20_000],
  ]),
  ...createSourceSpecs(
    { ...level, category: 'nature', entities: () => inventNamedEntities(43, 12, 'Probe') },
    [['solar-wind', 'Solar wind speed', 'km/s', 280, 780]],
  ),
  ...createSourceSpecs(
    {
      ...level,
      category: 'nature',
      state: 'undated',
      entities: () => inventNamedEntities(44, 25, 'Glacier'),
    },
    [['glaciers', 'Glacier length', 'km', 1, 60]],
  ),
  ...createSourceSpecs(
    {
      ...level,
      category: 'nature',
      state: 'unstarted',
      entities: () => inventNamedEntities(45, 40, 'Rock'),
    },
    [['asteroids', 'Near passes', 'lunar distances', 0.2, 60]],
  ),
];

const carriers = ['XA', 'XB', 'XC', 'XD', 'XE', 'XF', 'XG'];

const transport: readonly SourceSpec[] = [
  ...createSourceSpecs(
    {
      ...level,
      places: 0,
      category: 'transport',
      entities: () => listNumberedEntities(carriers, 1_520, 'Flight'),
    },
    [['flights', 'Delay of flights', 'min', 0, 180]],
  ),
  ...createSourceSpecs({ ...count, category: 'transport', entities: () => listCities() }, [
    ['airports', 'Movements at airports', 'flights a day', 40, 1_400],
    ['bike-share', 'Bicycles in use', 'bicycles', 30, 18_000],
    ['ev-chargers', 'Charging points in use', 'points', 20, 6_000],
  ]),
  ...createSourceSpecs({ ...level, category: 'transport', entities: () => listCities() }, [
    ['traffic', 'Traffic congestion', '%', 5, 95],
  ]),
  ...createSourceSpecs(
    {
      ...level,
      category: 'transport',
      entities: () => listNumberedEntities(['TR', 'IR', 'RX'], 60, 'Train'),
    },
    [['trains', 'Delay of trains', 'min', 0, 90]],
  ),
  ...createSourceSpecs(
    { ...count, category: 'transport', entities: () => inventNamedEntities(46, 50, 'Port') },
    [['ports', 'Ships at anchor', 'ships', 1, 160]],
  ),
];

/** Weather, nature and transport. */
export const environmentSources: readonly SourceSpec[] = [...weather, ...nature, ...transport];
