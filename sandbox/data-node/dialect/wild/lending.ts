import { json } from '../../../kit/http-service.ts';
import { vaultAssets } from '../../lending/vault.ts';
import { addressParam } from '../../query.ts';
import { plainNumber, weiDecimal } from '../decimal.ts';
import type { Dialect } from '../dialect.ts';
import { marketBody, positionBody, userStateBody } from '../lending-bodies.ts';
import { accountOf, dtfFor, optionalItpId } from '../lookups.ts';

/** Lending as the data nodes of the world give it (wire-facts 1.4): raw wei, the token is `ITP` or `USDC`. */
export const wildLending: Dialect = (state) => [
  {
    method: 'GET',
    path: '/morpho-position',
    async handle({ query }) {
      const user = accountOf(addressParam(query, 'user'));
      return json(positionBody(await state.lending.position(user, optionalItpId(query))));
    },
  },
  {
    method: 'GET',
    path: '/morpho-history',
    handle({ query }) {
      const moves = state.lending.moves(addressParam(query, 'address')).toReversed();
      return json(
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
    handle: async () => json((await state.lending.markets()).map(marketBody)),
  },
  {
    method: 'GET',
    path: '/user-state',
    async handle({ query }) {
      const user = accountOf(addressParam(query, 'user'));
      const dtf = dtfFor(state, optionalItpId(query));
      return json(userStateBody(await state.lending.userState(user, dtf.itpId), dtf));
    },
  },
  {
    method: 'GET',
    path: '/vault-balances',
    handle() {
      const assets = vaultAssets(state);
      return json({
        assets: assets.map(({ address, symbol, balance, price, worth }) => ({
          address,
          symbol,
          balance: String(balance),
          price: plainNumber(price),
          usd_value: weiDecimal(worth),
        })),
        total_usd: weiDecimal(assets.reduce((sum, { worth }) => sum + worth, 0n)),
        token_count: assets.length,
      });
    },
  },
];
