import { createJsonResponse } from '../../../lib/http-service.ts';
import type { DataNodeState } from '../../data-node-state.ts';
import { listVaultAssets } from '../../lending/vault-assets.ts';
import { parseAddressParam } from '../../query-params.ts';
import type { CreateWireFormatRoutes } from '../create-wire-format-routes.ts';
import { formatWeiDecimal, weiToNumber } from '../format-decimal.ts';
import { toLendingMarketBody, toLendingPositionBody, toUserStateBody } from '../lending-bodies.ts';
import { findDtfOrFirst, parseAccount, parseOptionalItpId } from '../lookups.ts';

/**
 * Lending in the format of the REST API: history amounts are decimal numbers with token symbols.
 */
export const createSpecLendingRoutes: CreateWireFormatRoutes = (state) => [
  {
    method: 'GET',
    path: '/morpho-position',
    async handle({ query }) {
      const user = parseAccount(parseAddressParam(query, query.has('user') ? 'user' : 'address'));
      return createJsonResponse(
        toLendingPositionBody(await state.lendingReader.position(user, parseOptionalItpId(query))),
      );
    },
  },
  {
    method: 'GET',
    path: '/morpho-history',
    handle({ query }) {
      const moves = state.lendingReader.moves(parseAddressParam(query, 'address')).toReversed();
      return createJsonResponse(
        moves.map(({ kind, itpId, amount, txHash, block, at }) => ({
          event_type: kind,
          amount: withPoint(formatWeiDecimal(amount)),
          token: kind === 'borrow' || kind === 'repay' ? 'USDC' : symbolOf(state, itpId),
          tx_hash: txHash,
          block_number: block,
          timestamp: at,
          itp_id: itpId,
        })),
      );
    },
  },
  {
    method: 'GET',
    path: '/lending/markets',
    handle: async () =>
      createJsonResponse((await state.lendingReader.markets()).map(toLendingMarketBody)),
  },
  {
    method: 'GET',
    path: '/user-state',
    async handle({ query }) {
      const user = parseAccount(parseAddressParam(query, query.has('user') ? 'user' : 'address'));
      const dtf = findDtfOrFirst(state, parseOptionalItpId(query));
      return createJsonResponse(
        toUserStateBody(await state.lendingReader.userState(user, dtf.itpId), dtf),
      );
    },
  },
  {
    method: 'GET',
    path: '/vault-balances',
    handle() {
      const assets = listVaultAssets(state);
      return createJsonResponse({
        assets: assets.map(({ address, symbol, balance, price, worth }) => ({
          address,
          symbol,
          balance: String(balance),
          price,
          usd_value: weiToNumber(worth),
        })),
        total_usd: weiToNumber(assets.reduce((sum, { worth }) => sum + worth, 0n)),
        token_count: assets.length,
      });
    },
  },
];

/** Adds a decimal point if an amount has none, as in the specification: `10000.0`. */
function withPoint(amount: string): string {
  return amount.includes('.') ? amount : `${amount}.0`;
}

function symbolOf(state: DataNodeState, itpId: string): string {
  return state.shareLedger.dtf(itpId)?.symbol ?? 'ITP';
}
