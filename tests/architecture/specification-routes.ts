/** A route that clients rely on. */
export type SpecifiedRoute = {
  readonly method: 'GET' | 'POST';
  /** Below `/api`; `{}` is one path segment, `{*}` the rest of the path. */
  readonly path: string;
};

const get = (path: string): SpecifiedRoute => ({ method: 'GET', path });
const post = (path: string): SpecifiedRoute => ({ method: 'POST', path });

/** Every route of the REST API. */
export const specifiedRoutes: readonly SpecifiedRoute[] = [
  get('/price'),
  get('/prices'),
  get('/latest-prices'),
  get('/fast-prices'),
  get('/itp-price'),
  get('/nav-series'),
  get('/aum-ranking'),
  get('/snapshot'),
  get('/itp-enrichment'),
  get('/portfolio'),
  get('/portfolio/history'),
  get('/portfolio/trades'),
  get('/lending/position'),
  get('/lending/history'),
  get('/lending/markets'),
  get('/user-state'),
  get('/vault-balances'),
  get('/sim/categories'),
  get('/sim/run'),
  get('/sim/run-stream'),
  get('/sim/sweep-stream'),
  get('/sim/holdings'),
  get('/sim/compare'),
  get('/sim/results'),
  get('/sim/benchmarks'),
  get('/vision/batches'),
  get('/vision/markets'),
  get('/vision/batch/{}/state'),
  get('/vision/batch/{}/history'),
  get('/vision/reveal/{}/{}'),
  post('/vision/backtest'),
  post('/vision/bitmap'),
  get('/vision/balance/{}/{}'),
  get('/vision/leaderboard'),
  get('/vision/snapshot'),
  get('/vision/snapshot/meta'),
  get('/vision/sources'),
  get('/vision/{*}'),
  get('/deployment'),
  get('/explorer/health'),
  get('/market/history'),
  post('/faucet'),
  get('/dn/{*}'),
];

/** Further paths of a route. */
export const aliases: Readonly<Record<string, string>> = {
  '/morpho-position': '/lending/position',
  '/morpho-history': '/lending/history',
};
