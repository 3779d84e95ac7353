import type { Resolvers } from '../../../../generated/graphql/resolvers.ts';
import type { Context } from '../../../context.ts';
import { InvalidInputError } from '../../../lib/errors.ts';
import { mapMaybePromise } from '../../../lib/maybe-promise.ts';
import type { Bytes32 } from '../../../lib/units.ts';
import { subscribeToNewestEvent } from '../../change-poller.ts';
import { parseDtfId } from '../dtf-list.ts';
import type { DtfTradingContext } from './loaders.ts';
import { mergeCandles } from './merge-candles.ts';
import { type DtfOrderBookPoller, formatOrderBookKey } from './order-book-poller.ts';

/** Services that the subscription of order books needs. */
export type DtfTradingWatchContext = DtfTradingContext &
  Context<object, { readonly dtfOrderBookPoller: DtfOrderBookPoller }>;

/** The shape of an order book: levels of each side, and their width in basis points. */
type OrderBookArgs = { readonly levels: number; readonly aggregationBps: number };

/** @throws {InvalidInputError} an argument is outside its bounds. */
function checkOrderBookArgs({ levels, aggregationBps }: OrderBookArgs): OrderBookArgs {
  if (levels < 1 || levels > 50) throw new InvalidInputError('levels must be from 1 to 50');
  if (aggregationBps < 1 || aggregationBps > 1000) {
    throw new InvalidInputError('aggregationBps must be from 1 to 1000');
  }
  return { levels, aggregationBps };
}

export const dtfTradingResolvers = {
  Dtf: {
    quote: ({ itpId }, _args, { loaders }) => loaders.dtfTrading.quote(itpId),
    orderBook: ({ itpId }, args, { loaders }) =>
      loaders.dtfTrading.orderBook(itpId, checkOrderBookArgs(args)),
    candles: ({ itpId }, { maxPoints, ...query }, { loaders }) =>
      mapMaybePromise(
        loaders.dtfTrading.candles(itpId, query),
        (candles) => candles && mergeCandles(candles, maxPoints),
      ),
    creator: ({ itpId }, _args, { loaders }) =>
      mapMaybePromise(
        loaders.dtfTrading.onChainState(itpId),
        (state) => state && { address: state.creator },
      ),
  },
  DtfNav: {
    onChain: ({ itp_id, nav, source }, _args, { loaders }) =>
      mapMaybePromise(loaders.dtfTrading.onChainState(itp_id as Bytes32), (state) => {
        if (!state || state.nav === 0n) return null;
        return {
          wei: state.nav.toString(),
          block: state.block,
          blockTime: state.blockTime,
          differenceBps: source === 'onchain' ? null : differenceInBps(BigInt(nav), state.nav),
        };
      }),
  },
  Subscription: {
    dtfOrderBook: {
      subscribe: (_root, { id, ...args }, context) =>
        subscribeToNewestEvent(
          context.services.dtfOrderBookPoller,
          formatOrderBookKey(parseDtfId(id), checkOrderBookArgs(args)),
          context,
        ),
    },
  },
} satisfies Resolvers<DtfTradingWatchContext>;

/** 10,000 · (value - reference) / reference, exact to a millionth of a basis point. */
function differenceInBps(value: bigint, reference: bigint): number {
  return Number(((value - reference) * 10_000_000_000n) / reference) / 1_000_000;
}
