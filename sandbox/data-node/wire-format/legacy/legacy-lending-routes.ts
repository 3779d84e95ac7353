import { createJsonResponse } from '../../../lib/http-service.ts';
import { listVaultAssets } from '../../lending/vault-assets.ts';
import { parseAddressParam } from '../../query-params.ts';
import type { CreateWireFormatRoutes } from '../create-wire-format-routes.ts';
import { formatPlainNumber, formatWeiDecimal } from '../format-decimal.ts';
import { toLendingMarketBody, toLendingPositionBody, toUserStateBody } from '../lending-bodies.ts';
import { findDtfOrFirst, parseAccount, parseOptionalItpId } from '../lookups.ts';

/** Lending in the legacy variant of data nodes: amounts in wei, with the token `ITP` or `USDC`. */
export const createLegacyLendingRoutes: CreateWireFormatRoutes = (state) => [
  {
    method: 'GET',
    path: '/morpho-position',
    async handle({ query }) {
      const user = parseAccount(parseAddressParam(query, 'user'));
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
    handle: async () =>
      createJsonResponse((await state.lendingReader.markets()).map(toLendingMarketBody)),
  },
  {
    method: 'GET',
    path: '/user-state',
    async handle({ query }) {
      const user = parseAccount(parseAddressParam(query, 'user'));
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
          price: formatPlainNumber(price),
          usd_value: formatWeiDecimal(worth),
        })),
        total_usd: formatWeiDecimal(assets.reduce((sum, { worth }) => sum + worth, 0n)),
        token_count: assets.length,
      });
    },
  },
];
