/** A figure of the capacity plan: what was measured, by which command, and what it assumes. */
export type MeasuredFigure = {
  readonly value: number;
  readonly unit: string;
  readonly command: string;
  readonly assumes: string;
};

/** What one gateway, Redis and data node carry, on one core of the machine of `docs/performance.md`. */
export const measuredFigures = {
  cachedResponseCpu: {
    value: 9.1,
    unit: 'µs',
    command: 'npm run bench -- whole',
    assumes: 'a response of 1 kB that is cached whole, over POST, HTTP/1.1 with keep-alive',
  },
  assembledResponseCpu: {
    value: 31.8,
    unit: 'µs',
    command: 'npm run bench -- rest-uncached',
    assumes: 'a REST response of one value that is fetched, checked and encoded',
  },
  nestedMissCpu: {
    value: 2115,
    unit: 'µs',
    command: 'npm run bench -- nested',
    assumes: 'a query of 20 funds with 43 upstream calls, nothing cached',
  },
  eventCpu: {
    value: 22.6,
    unit: 'µs',
    command: 'npm run bench -- sse --quick',
    assumes: 'one event to one of 1,000 listeners of the same stream, over GraphQL',
  },
  streamMemory: {
    value: 30,
    unit: 'kB',
    command: 'npm run bench -- sse --quick',
    assumes: 'growth of the resident memory by one listener, the socket in the kernel left out',
  },
  streamsOfGateway: {
    value: 10_000,
    unit: 'streams',
    command: 'STREAM_LIMIT_TOTAL in docs/configuration.md',
    assumes: 'the default; a higher one needs its memory',
  },
  redisScripts: {
    value: 50_000,
    unit: 'scripts/s',
    command: 'redis-benchmark -c 50 -q eval "return redis.call(\'get\', KEYS[1])" 1 k',
    assumes: 'one node on one core, the lower of two runs (51,560 and 65,898), rounded down',
  },
  dataNodeCallCpu: {
    value: 205,
    unit: 'µs',
    command: 'node bench/engine/data-node.ts',
    assumes:
      'the ranking, the dearest of the calls that gateways repeat; the sandbox’s data node on a machine with a load of 7',
  },
  dataNodeRunCpu: {
    value: 8025,
    unit: 'µs',
    command: 'node bench/engine/data-node.ts',
    assumes: 'a backtest of 100 to 179 assets since 2020 that nobody has run before; as above',
  },
} as const satisfies Readonly<Record<string, MeasuredFigure>>;
