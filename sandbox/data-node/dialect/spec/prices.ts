import { json, ServiceError } from '../../../kit/http-service.ts';
import { requiredParam } from '../../query.ts';
import type { Dialect } from '../dialect.ts';

/** Prices as the specification shows them; bulk answers as decisions 3. */
export const specPrices: Dialect = ({ quotes }) => {
  const map = () =>
    json(Object.fromEntries(quotes.all().map(({ symbol, price }) => [symbol, price])));
  return [
    {
      method: 'GET',
      path: '/price',
      handle({ query }) {
        const asset = requiredParam(query, 'asset');
        const quote = quotes.one(asset);
        if (quote === null) throw new ServiceError(404, `asset ${asset.slice(0, 64)} has no price`);
        const { symbol, price, at } = quote;
        return json({
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
      handle: () => json(quotes.all().map(({ symbol, price }) => ({ asset: symbol, price }))),
    },
    { method: 'GET', path: '/latest-prices', handle: map },
    { method: 'GET', path: '/fast-prices', handle: map },
  ];
};
