import type { ServiceDeps } from '../../../context.ts';
import { NotFoundError } from '../../../lib/errors.ts';
import type { Bytes32 } from '../../../lib/units.ts';
import { createChangePoller } from '../../change-poller.ts';
import { createDtfTradingClient } from './client.ts';

export type DtfOrderBookPoller = ReturnType<typeof createDtfOrderBookPoller>;

/** Formats which order book is polled: the DTF and the shape of its levels. */
export const formatOrderBookKey = (
  id: Bytes32,
  { levels, aggregationBps }: { readonly levels: number; readonly aggregationBps: number },
): string => `${id} ${levels} ${aggregationBps}`;

/** Creates the poller of subscribed order books, one poll for all subscribers of a key. */
export function createDtfOrderBookPoller(deps: ServiceDeps) {
  return createChangePoller(deps, {
    stream: 'order book',
    subjectName: 'order books',
    read: async (key, requestCache) => {
      const [id = '', levels, aggregationBps] = key.split(' ');
      const { dataNode } = deps.upstreams;
      const client = createDtfTradingClient({ requestCache, dataNode, clock: deps.clock });
      const shape = { levels: Number(levels), aggregationBps: Number(aggregationBps) };
      const dtfOrderBook = await client.orderBook(id as Bytes32, shape);
      if (dtfOrderBook === null)
        throw new NotFoundError('the data node has no order book of the DTF');
      return { state: dtfOrderBook, event: { dtfOrderBook } };
    },
  });
}
