import { createJsonResponse, ServiceError, type ServiceRoute } from '../../../lib/http-service.ts';
import type { MarketHistory } from '../../../world/market-history.ts';
import { formatIsoDay } from '../../../world/market-history.ts';
import { normalizeInvestorName } from '../../engine/funding-rounds.ts';
import { parseWholeNumberParam } from '../../engine/parameters/parse-query-values.ts';
import { withErrorResponse } from '../run-error-response.ts';
import type { RunStore } from '../store/run-store.ts';

/** Routes `/sim/invalidate`, `/sim/reload-cache`, `/fng/latest` and `/dl/investors`. */
export function createMaintenanceRoutes(
  history: MarketHistory,
  store: RunStore,
): readonly ServiceRoute[] {
  const investors = countInvestors(history);
  return [
    {
      method: 'GET',
      path: '/sim/invalidate',
      handle: ({ query }) =>
        withErrorResponse(() => {
          const id = parseWholeNumberParam(query, 'run_id', {
            from: 1,
            to: Number.MAX_SAFE_INTEGER,
          });
          return createJsonResponse({ deleted: store.remove(id) });
        }),
    },
    {
      method: 'GET',
      path: '/sim/reload-cache',
      handle() {
        store.clearMemory();
        return createJsonResponse({ reloaded: true });
      },
    },
    { method: 'GET', path: '/fng/latest', handle: () => createJsonResponse(latestFng(history)) },
    { method: 'GET', path: '/dl/investors', handle: () => createJsonResponse({ investors }) },
  ];
}

function latestFng(history: MarketHistory): unknown {
  const { fng, lead } = history;
  const row = fng.findLastIndex((known) => !Number.isNaN(known));
  if (row < 0) throw new ServiceError(404, 'no fear and greed index');
  const t = row - lead.fng;
  const value = fng[row] as number;
  return { date: formatIsoDay(history, t), value, classification: classify(value) };
}

function classify(value: number): string {
  if (value <= 25) return 'Extreme Fear';
  if (value <= 40) return 'Fear';
  if (value <= 60) return 'Neutral';
  return value <= 75 ? 'Greed' : 'Extreme Greed';
}

type Investor = { readonly name: string; readonly raise_count: number };

/**
 * Returns the investors, descending by number of rounds. Names that are equal after normalisation
 * count as one investor with the first of these names.
 */
function countInvestors(history: MarketHistory): readonly Investor[] {
  const counts = new Map<string, Investor>();
  for (const { investors } of history.rounds) {
    for (const name of investors) {
      const key = normalizeInvestorName(name);
      const known = counts.get(key) ?? { name: name.trim(), raise_count: 0 };
      counts.set(key, { ...known, raise_count: known.raise_count + 1 });
    }
  }
  return [...counts.values()].sort(
    (a, b) => b.raise_count - a.raise_count || (a.name < b.name ? -1 : 1),
  );
}
