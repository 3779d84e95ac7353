import type { QueryDtfsArgs } from '../../../generated/graphql/resolvers.ts';
import { createListPaginator, suppliedByResolver } from '../../graphql/connection/index.ts';
import { InvalidInputError } from '../../lib/errors.ts';
import { parseIdOrKey } from '../../lib/global-id.ts';
import { type Bytes32, parseBytes32 } from '../../lib/units.ts';
import type { DtfRankingEntry } from './schema.ts';

/** Parses a global id or a chain id of a DTF. @throws {InvalidInputError} it is neither. */
export function parseDtfId(id: string, argument = 'id'): Bytes32 {
  const itpId = parseBytes32(parseIdOrKey('Dtf', id, argument));
  if (itpId) return itpId;
  throw new InvalidInputError(
    `${argument} must be a global id of a DTF, or 0x followed by 64 hex digits; dtfs(filter: { search: "…" }) finds DTFs by name or ticker`,
  );
}

/** Filters, sorts and paginates `Query.dtfs`. */
export const filterAndPaginateDtfs = createListPaginator<
  { readonly itpId: Bytes32; readonly entry: DtfRankingEntry },
  QueryDtfsArgs
>({
  name: 'dtfs',
  naturalKey: ({ itpId }) => itpId,
  orders: {
    AUM: { direction: 'DESC', key: ({ entry }) => entry.aum_usd },
    NAV: { direction: 'DESC', key: ({ entry }) => entry.nav_per_share },
    NAME: { direction: 'ASC', key: ({ entry }) => entry.name },
    ASSET_COUNT: { direction: 'DESC', key: ({ entry }) => entry.asset_count },
    CHANGE_24H: { direction: 'DESC', key: suppliedByResolver },
    VOLATILITY: { direction: 'DESC', key: suppliedByResolver },
    MAX_DRAWDOWN: { direction: 'DESC', key: suppliedByResolver },
    SHARPE: { direction: 'DESC', key: suppliedByResolver },
    SORTINO: { direction: 'DESC', key: suppliedByResolver },
    CALMAR: { direction: 'DESC', key: suppliedByResolver },
    RETURN_30D: { direction: 'DESC', key: suppliedByResolver },
    RETURN_1Y: { direction: 'DESC', key: suppliedByResolver },
  },
  defaultOrder: 'AUM',
  filters: {
    holdsAsset: suppliedByResolver,
    figures: suppliedByResolver,
    minAumUsd: (least) => (dtf) => dtf.entry.aum_usd >= least,
    ids: (ids) => {
      const wanted = new Set(ids.map((id) => parseDtfId(id, 'filter.ids')));
      return ({ itpId }) => wanted.has(itpId);
    },
  },
  searchIn: ({ entry }) => [entry.name, entry.symbol],
});
