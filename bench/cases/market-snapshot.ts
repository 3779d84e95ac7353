import { encodeCursor } from '../../src/graphql/connection/cursor.ts';
import { joinCompoundKey } from '../../src/lib/global-id.ts';
import type { BenchPart } from '../harness/bench-part.ts';
import {
  createOurContestants,
  createPeerContestants,
  isTuned,
  oursId,
} from '../harness/contestant.ts';
import { marketSourceId } from '../upstream/upstream-data.ts';
import { addUniqueProbe, formatPostBody } from './graphql-queries.ts';

/**
 * Edges per page and pages per request: the maximum that the limits on aliases and objects permit.
 */
const pageSize = 100;
const pagesPerRequest = 20;
const assets = 10_000;

const fields =
  'sourceId assetId symbol name category value changePct volume24h marketCap fetchedAt';
const cursorOf = (index: number): string =>
  encodeCursor('sourceAssets DEFAULT ASC', {
    key: index,
    naturalKey: joinCompoundKey([marketSourceId, `asset-${index}`]),
    repeat: 0,
  });

/** Returns a query of the pages from index `first` on, each under its own alias. */
function query(first: number): string {
  const pages = Array.from({ length: pagesPerRequest }, (_, page) => {
    const start = first + page * pageSize;
    const after = start === 0 ? '' : `, after: "${cursorOf(start - 1)}"`;
    return `p${page}: prices(first: ${pageSize}${after}) { ...page }`;
  });
  const market = `snapshot(sourceId: "${marketSourceId}") { totalAssets ${pages.join(' ')} }`;
  const page = `fragment page on SourceAssetConnection { edges { node { ${fields} } } }`;
  return `${addUniqueProbe(market, `From${first}`)} ${page}`;
}

const requests = Array.from({ length: assets / (pageSize * pagesPerRequest) }, (_, index) => ({
  path: '/graphql',
  body: formatPostBody(query(index * pageSize * pagesPerRequest), { tag: '{{tag}}' }),
}));

/**
 * Reads all assets of a source in five requests, each with twenty pages of a hundred objects, 500
 * kB.
 */
export const snapshotPart: BenchPart = {
  kind: 'http',
  name: 'snapshot',
  title: 'Snapshot of 10,000 assets in five requests, values cached, execution each time',
  needs: ['wrk'],
  contestants: [
    ...createOurContestants('standing'),
    ...createPeerContestants('yoga', 'yoga', { CACHED: '1' }),
    ...createPeerContestants('yoga-jit', 'yoga', { CACHED: '1', JIT: '1' }).filter(isTuned),
  ],
  quick: [oursId, 'yoga default'],
  cases: [
    {
      name: 'snapshot',
      title: 'a request is a fifth of it',
      loadOf: () => ({ method: 'POST', requests, connections: 4 }),
      rounds: 3,
      goals: {
        'yoga tuned': { least: 50 },
      },
    },
  ],
};
