import { jsonResponse, type ServiceRoute } from '../../lib/http-service.ts';
import type { MarketHistory } from '../../world/market-history.ts';
import { listProtocols, listRaises, type Protocol, type Raise } from './protocols-and-raises.ts';

/**
 * Routes that imitate DefiLlama's public API over the dataset. The dataset is constant, so that
 * responses are computed once.
 */
export function defillamaRoutes(history: MarketHistory): readonly ServiceRoute[] {
  let protocols: readonly Protocol[] | undefined;
  let raises: readonly Raise[] | undefined;
  return [
    {
      method: 'GET',
      path: '/defillama/protocols',
      handle() {
        protocols ??= listProtocols(history);
        return jsonResponse(protocols);
      },
    },
    {
      method: 'GET',
      path: '/defillama/raises',
      handle() {
        raises ??= listRaises(history);
        return jsonResponse({ raises });
      },
    },
  ];
}
