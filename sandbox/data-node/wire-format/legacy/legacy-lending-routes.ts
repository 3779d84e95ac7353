import { jsonResponse } from '../../../lib/http-service.ts';
import { listVaultAssets } from '../../lending/vault-assets.ts';
import { addressParam } from '../../query-params.ts';
import type { CreateWireFormatRoutes } from '../create-wire-format-routes.ts';
import { formatPlainNumber, formatWeiDecimal } from '../format-decimal.ts';
import { marketBody, positionBody, userStateBody } from '../lending-bodies.ts';
import { findDtfOrFirst, optionalItpId, parseAccount } from '../lookups.ts';

/** Lending in the legacy variant of data nodes: amounts in wei, with the token `ITP` or `USDC`. */
export const legacyLendingRoutes: CreateWireFormatRoutes = (state) => [
  {
    method: 'GET',
    path: '/morpho-position',
    async handle({ query }) {
      const user = parseAccount(addressParam(query, 'user'));
      return jsonResponse(
        positionBody(await state.lendingReader.position(user, optionalItpId(query))),
      );
    },
  },
  {
    method: 'GET',
    path: '/morpho-history',
    handle({ query }) {
      const moves = state.lendingReader.moves(addressParam(query, 'address')).toReversed();
      return jsonResponse(
        moves.map(({ kind, itpId, amount, txHash, block, at }) => ({
          event_type: kind,
          amount: String(amount),
          token: kind === 'borrow' || kind === 'repay' ? 'USDC' : 'ITP',
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
    handle: async () => jsonResponse((await state.lendingReader.markets()).map(marketBody)),
  },
  {
    method: 'GET',
    path: '/user-state',
    async handle({ query }) {
      const user = parseAccount(addressParam(query, 'user'));
      const dtf = findDtfOrFirst(state, optionalItpId(query));
      return jsonResponse(userStateBody(await state.lendingReader.userState(user, dtf.itpId), dtf));
    },
  },
  {
    method: 'GET',
    path: '/vault-balances',
    handle() {
      const assets = listVaultAssets(state);
      return jsonResponse({
        assets: assets.map(({ address, symbol, balance, price, worth }) => ({
          address,
          symbol,
          balance: String(balance),
          price: formatPlainNumber(price),
          usd_value: formatWeiDecimal(worth),
        })),
        total_usd: formatWeiDecimal(assets.reduce((sum, { worth }) => sum + worth, 0n)),
        token_count: assets.length,
      });
    },
  },
];
