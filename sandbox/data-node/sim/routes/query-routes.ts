import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  createBytesResponse,
  createJsonResponse,
  ServiceError,
  type ServiceRoute,
} from '../../../lib/http-service.ts';
import { computeBenchmarks } from '../../engine/benchmarks.ts';
import {
  createInvalidRunError,
  parseOptionalTextParam,
  parseRequiredTextParam,
  parseWholeNumberParam,
  type Query,
} from '../../engine/parameters/parse-query-values.ts';
import { parseDayParam } from '../../engine/parameters/parse-run-parameters.ts';
import type { PreparedMarket } from '../../engine/prepare-market.ts';
import { listCategories } from '../categories.ts';
import { withErrorResponse } from '../run-error-response.ts';
import { formatComparisonBody } from '../run-responses.ts';
import { formatUnixDay, type RunJson } from '../store/run-json.ts';
import type { RunStore, StoredPosition } from '../store/run-store.ts';

/** Maximum number of runs in one comparison. */
const MAX_COMPARED = 50;

/** Maximum run id: the largest exact integer. */
const MAX_ID = Number.MAX_SAFE_INTEGER;

/**
 * Routes `/sim/categories`, `/sim/holdings`, `/sim/compare`, `/sim/results` and `/sim/benchmarks`.
 */
export function createQueryRoutes(
  market: PreparedMarket,
  store: RunStore,
): readonly ServiceRoute[] {
  const categories = listCategories(market);
  const get = (path: string, body: (query: Query) => unknown): ServiceRoute => ({
    method: 'GET',
    path,
    handle: ({ query }) => withErrorResponse(() => createJsonResponse(body(query))),
  });
  return [
    get('/sim/categories', () => ({ categories })),
    get('/sim/holdings', (query) => ({ holdings: holdings(query, { market, store }) })),
    get('/sim/results', (query) => ({
      results: store.listResults(parseOptionalTextParam(query, 'category_id')),
    })),
    get('/sim/benchmarks', (query) => ({ benchmarks: benchmarks(query, market) })),
    {
      method: 'GET',
      path: '/sim/compare',
      handle: ({ query }) =>
        withErrorResponse(async () => {
          const runs: RunJson[] = [];
          for (const id of runIds(query)) {
            // Encoding a run that is not in memory takes milliseconds, so other requests are
            // processed in between.
            await nextTurn();
            const run = store.get(id);
            if (run !== null) runs.push(run);
          }
          return createBytesResponse(formatComparisonBody(runs), {
            headers: { 'content-type': 'application/json' },
          });
        }),
    },
  ];
}

type Reading = { readonly market: PreparedMarket; readonly store: RunStore };

function holdings(query: Query, { market, store }: Reading): readonly unknown[] {
  const id = parseWholeNumberParam(query, 'run_id', { from: 1, to: MAX_ID });
  if (parseOptionalTextParam(query, 'all') === 'true') {
    const all = store.allHoldings(id);
    if (all === null) throw new ServiceError(404, 'unknown run_id');
    return all.flatMap(({ day, positions }) =>
      positions.map((position) => holdingOf(formatUnixDay(day), position)),
    );
  }
  const date = parseOptionalTextParam(query, 'date');
  const day = date === null ? null : market.firstDay + parseDayParam(date, 'date', market);
  const found = store.holdings(id, day);
  if (found === null) throw new ServiceError(404, 'unknown run_id');
  return found.positions.map((position) => holdingOf(formatUnixDay(found.day), position));
}

/** Returns a holding with both names of weight and price, because clients use either. */
function holdingOf(rebalance_date: string, position: StoredPosition): unknown {
  const { assetId, symbol, weight, units, price } = position;
  return {
    rebalance_date,
    coin_id: assetId,
    symbol,
    weight,
    weight_pct: 100 * weight,
    quantity: units,
    price_usd: price,
    price,
  };
}

/** Parses run ids in their order; invalid ids are skipped. */
function runIds(query: Query): readonly number[] {
  const items = parseRequiredTextParam(query, 'run_ids').split(',', MAX_COMPARED + 1);
  if (items.length > MAX_COMPARED)
    throw createInvalidRunError(`run_ids must list at most ${MAX_COMPARED} runs`);
  const ids = items.map((item) => (/^\d{1,15}$/.test(item.trim()) ? Number(item) : 0));
  return [...new Set(ids.filter((id) => id > 0))];
}

function benchmarks(query: Query, market: PreparedMarket): readonly unknown[] {
  const from = parseDayParam(parseRequiredTextParam(query, 'start_date'), 'start_date', market);
  const end = parseOptionalTextParam(query, 'end_date');
  const to = end === null ? market.days - 1 : parseDayParam(end, 'end_date', market);
  if (from >= market.days) {
    throw createInvalidRunError(
      `start_date must not be after ${formatUnixDay(market.firstDay + market.days - 1)}`,
    );
  }
  if (to < from) throw createInvalidRunError('end_date must not be before start_date');
  return computeBenchmarks(market, { from, to }).map(({ symbol, asset, start, nav }) => ({
    symbol,
    coin_id: market.assets[asset]?.id,
    nav_series: Array.from(nav, (value, day) => ({
      nav_date: formatUnixDay(market.firstDay + start + day),
      nav: value,
    })),
  }));
}
