import { inventNamedEntities, inventTeams, listCountries } from './entity-lists.ts';
import { createSourceSpecs, type SourceSpec } from './source-spec.ts';

const rating = { movement: 'level', swing: 0.4, places: 1 } as const;
const count = { movement: 'ratio', swing: 0.8, places: 0 } as const;

const sports: readonly SourceSpec[] = [
  ...createSourceSpecs({ ...rating, category: 'sports', entities: () => inventTeams(1, 60) }, [
    ['football', 'Football ratings', 'Elo', 1_200, 2_050],
    ['basketball', 'Basketball ratings', 'Elo', 1_250, 1_800],
    ['hockey', 'Hockey ratings', 'Elo', 1_300, 1_750],
  ]),
  ...createSourceSpecs({ ...rating, category: 'sports', entities: () => inventTeams(4, 48) }, [
    ['baseball', 'Baseball ratings', 'Elo', 1_350, 1_680],
    ['cricket', 'Cricket ratings', 'Elo', 1_300, 1_800],
    ['esports', 'Esports ratings', 'Elo', 1_100, 2_100],
  ]),
  ...createSourceSpecs(
    { ...rating, category: 'sports', entities: () => inventNamedEntities(51, 64) },
    [
      ['tennis', 'Tennis ratings', 'Elo', 1_500, 2_300],
      ['chess', 'Chess ratings', 'Elo', 2_400, 2_860],
      ['golf', 'Golf handicaps', 'strokes', -7, 3],
      ['cycling', 'Cycling points', 'points', 50, 6_000],
      ['motorsport', 'Motorsport points', 'points', 0, 450],
    ],
  ),
  ...createSourceSpecs(
    { ...rating, category: 'sports', state: 'stale', entities: () => inventNamedEntities(52, 40) },
    [['darts', 'Darts averages', 'points', 70, 108]],
  ),
];

const entertainment: readonly SourceSpec[] = [
  ...createSourceSpecs(
    {
      ...count,
      category: 'entertainment',
      syncSecs: 900,
      entities: () => inventNamedEntities(61, 70),
    },
    [
      ['box-office', 'Cinema takings', 'USD a day', 2_000, 9_000_000],
      ['music-streams', 'Songs streamed', 'plays a day', 5_000, 8_000_000],
      ['games', 'Players online', 'players', 100, 900_000],
      ['streaming', 'Series watched', 'hours a day', 4_000, 3_000_000],
      ['podcasts', 'Podcasts heard', 'plays a day', 300, 400_000],
      ['videos', 'Videos watched', 'views a day', 1_000, 20_000_000],
    ],
  ),
  ...createSourceSpecs(
    {
      ...rating,
      places: 2,
      category: 'entertainment',
      syncSecs: 3_600,
      entities: () => inventNamedEntities(62, 55),
    },
    [
      ['books', 'Book ratings', 'stars', 2.6, 4.9],
      ['board-games', 'Board game ratings', 'points', 5, 8.8],
    ],
  ),
  ...createSourceSpecs(
    {
      ...count,
      category: 'entertainment',
      state: 'unstarted',
      entities: () => inventNamedEntities(63, 35),
    },
    [['theatre', 'Theatre seats sold', 'seats', 40, 1_900]],
  ),
];

const tech: readonly SourceSpec[] = [
  ...createSourceSpecs(
    { ...count, category: 'tech', syncSecs: 600, entities: () => inventNamedEntities(71, 90) },
    [
      ['repositories', 'Stars of repositories', 'stars', 50, 190_000],
      ['packages', 'Package downloads', 'a day', 200, 9_000_000],
      ['app-ranks', 'App installs', 'a day', 100, 700_000],
      ['model-downloads', 'Downloads of models', 'a day', 10, 500_000],
    ],
  ),
  ...createSourceSpecs(
    {
      ...rating,
      category: 'tech',
      syncSecs: 60,
      entities: () => inventNamedEntities(72, 45, 'Cloud'),
    },
    [
      ['latency', 'Response time of services', 'ms', 8, 420],
      ['uptime', 'Availability, 30 days', '%', 97, 100],
    ],
  ),
  ...createSourceSpecs({ ...count, category: 'tech', entities: () => listCountries(50) }, [
    ['internet-traffic', 'Internet exchange traffic', 'Gbit/s', 20, 18_000],
    ['job-openings', 'Openings for engineers', 'openings', 60, 90_000],
  ]),
  ...createSourceSpecs(
    {
      ...count,
      category: 'tech',
      state: 'stale',
      entities: () => inventNamedEntities(73, 30, 'Sat'),
    },
    [['satellites', 'Orbit height', 'km', 340, 1_900]],
  ),
];

const society: readonly SourceSpec[] = [
  ...createSourceSpecs({ ...rating, category: 'society', entities: () => listCountries() }, [
    ['polls', 'Leading party in polls', '%', 14, 52],
    ['approval', 'Approval of governments', '%', 15, 72],
  ]),
  ...createSourceSpecs(
    { ...count, category: 'society', entities: () => inventNamedEntities(81, 80) },
    [
      ['search-trends', 'Searches', 'index', 1, 100],
      ['page-views', 'Encyclopedia views', 'a day', 30, 400_000],
      ['petitions', 'Petition signatures', 'signatures', 100, 600_000],
    ],
  ),
  ...createSourceSpecs({ ...count, category: 'society', entities: () => listCountries() }, [
    ['tourism', 'Arrivals', 'a day', 200, 260_000],
  ]),
];

/** Sports, entertainment, technology and society. */
export const societySources: readonly SourceSpec[] = [
  ...sports,
  ...entertainment,
  ...tech,
  ...society,
];
