import { createJsonResponse, ServiceError } from '../../../lib/http-service.ts';
import { parseRequiredParam } from '../../query-params.ts';
import type { CreateWireFormatRoutes } from '../create-wire-format-routes.ts';

/** Prices in the format of the REST API. */
export const createSpecPricesRoutes: CreateWireFormatRoutes = ({ quotes }) => {
  const map = () =>
    createJsonResponse(
      Object.fromEntries(quotes.all().map(({ symbol, price }) => [symbol, price])),
    );
  return [
    {
      method: 'GET',
      path: '/price',
      handle({ query }) {
        const asset = parseRequiredParam(query, 'asset');
        const quote = quotes.one(asset);
        if (quote === null) throw new ServiceError(404, `asset ${asset.slice(0, 64)} has no price`);
        const { symbol, price, at } = quote;
        return createJsonResponse({
          asset: symbol,
          price,
          timestamp: Math.floor(at / 1000),
          source: 'data-node',
        });
      },
    },
    {
      method: 'GET',
      path: '/prices',
      handle: () =>
        createJsonResponse(quotes.all().map(({ symbol, price }) => ({ asset: symbol, price }))),
    },
    { method: 'GET', path: '/latest-prices', handle: map },
    { method: 'GET', path: '/fast-prices', handle: map },
  ];
};
