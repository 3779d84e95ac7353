/** A route of the interface specification, or one that the decisions added to it. */
export type SpecifiedRoute = {
  readonly method: 'GET' | 'POST';
  /** Below `/api`; `{}` is one path segment, `{*}` the rest of the path. */
  readonly path: string;
  /** Where it is specified: the line of the interface specification, or the section of the decisions. */
  readonly source: number | string;
};

const get = (path: string, source: number | string): SpecifiedRoute => ({
  method: 'GET',
  path,
  source,
});
const post = (path: string, source: number): SpecifiedRoute => ({ method: 'POST', path, source });

/** Every route there is. */
export const specifiedRoutes: readonly SpecifiedRoute[] = [
  get('/price', 372),
  get('/prices', 'Bodies the specification does not show'),
  get('/latest-prices', 'Bodies the specification does not show'),
  get('/fast-prices', 'Bodies the specification does not show'),
  get('/itp-price', 378),
  get('/nav-series', 383),
  get('/aum-ranking', 387),
  get('/snapshot', 390),
  get('/itp-enrichment', 393),
  get('/portfolio', 405),
  get('/portfolio/history', 406),
  get('/portfolio/trades', 407),
  get('/lending/position', 'Bodies the specification does not show'),
  get('/lending/history', 'Bodies the specification does not show'),
  get('/lending/markets', 'Bodies the specification does not show'),
  get('/user-state', 'Bodies the specification does not show'),
  get('/vault-balances', 'Bodies the specification does not show'),
  get('/sim/categories', 419),
  get('/sim/run', 421),
  get('/sim/run-stream', 447),
  get('/sim/sweep-stream', 449),
  get('/sim/holdings', 460),
  get('/sim/compare', 462),
  get('/sim/results', 464),
  get('/sim/benchmarks', 466),
  get('/vision/batches', 472),
  get('/vision/markets', 474),
  get('/vision/batch/{}/state', 476),
  get('/vision/batch/{}/history', 478),
  get('/vision/reveal/{}/{}', 480),
  post('/vision/backtest', 482),
  post('/vision/bitmap', 493),
  get('/vision/balance/{}/{}', 495),
  get('/vision/leaderboard', 497),
  get('/vision/snapshot', 499),
  get('/vision/snapshot/meta', 501),
  get('/vision/sources', 'Bodies the specification does not show'),
  get('/vision/{*}', 'Bodies the specification does not show'),
  get('/deployment', 505),
  get('/explorer/health', 511),
  get('/market/history', 517),
  post('/faucet', 523),
  get('/dn/{*}', 533),
];

/** Other paths under which a route answers the same. */
export const aliases: Readonly<Record<string, string>> = {
  '/morpho-position': '/lending/position',
  '/morpho-history': '/lending/history',
};
