import { jsonResponse } from '../../../lib/http-service.ts';
import { vaultAssets } from '../../lending/vault.ts';
import { addressParam } from '../../query.ts';
import { formatPlainNumber, formatWeiDecimal } from '../format-decimal.ts';
import { marketBody, positionBody, userStateBody } from '../lending-bodies.ts';
import { findDtfOrFirst, optionalItpId, parseAccount } from '../lookups.ts';
import type { WireFormat } from '../wire-format.ts';

/** Lending in the legacy variant of data nodes: raw wei, the token is `ITP` or `USDC`. */
export const legacyLendingRoutes: WireFormat = (state) => [
  {
    method: 'GET',
    path: '/morpho-position',
    async handle({ query }) {
      const user = parseAccount(addressParam(query, 'user'));
      return jsonResponse(positionBody(await state.lending.position(user, optionalItpId(query))));
    },
  },
  {
    method: 'GET',
    path: '/morpho-history',
    handle({ query }) {
      const moves = state.lending.moves(addressParam(query, 'address')).toReversed();
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
    handle: async () => jsonResponse((await state.lending.markets()).map(marketBody)),
  },
  {
    method: 'GET',
    path: '/user-state',
    async handle({ query }) {
      const user = parseAccount(addressParam(query, 'user'));
      const dtf = findDtfOrFirst(state, optionalItpId(query));
      return jsonResponse(userStateBody(await state.lending.userState(user, dtf.itpId), dtf));
    },
  },
  {
    method: 'GET',
    path: '/vault-balances',
    handle() {
      const assets = vaultAssets(state);
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
