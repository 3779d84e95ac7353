import { createJsonResponse, type ServiceRoute } from '../../lib/http-service.ts';
import type { MarketHistory } from '../../world/market-history.ts';
import {
  type DefillamaProtocol,
  type DefillamaRaise,
  listProtocols,
  listRaises,
} from './protocols-and-raises.ts';

/**
 * Routes that imitate DefiLlama's public API over the dataset. The dataset is constant, so that
 * responses are computed once.
 */
export function createDefillamaRoutes(history: MarketHistory): readonly ServiceRoute[] {
  let protocols: readonly DefillamaProtocol[] | undefined;
  let raises: readonly DefillamaRaise[] | undefined;
  return [
    {
      method: 'GET',
      path: '/defillama/protocols',
      handle() {
        protocols ??= listProtocols(history);
        return createJsonResponse(protocols);
      },
    },
    {
      method: 'GET',
      path: '/defillama/raises',
      handle() {
        raises ??= listRaises(history);
        return createJsonResponse({ raises });
      },
    },
  ];
}
