import { type Address, getAddress } from 'viem';
import { ServiceError } from '../../lib/http-service.ts';
import type { Dtf } from '../chain/share-ledger.ts';
import type { DataNodeState } from '../data-node-state.ts';
import { findEntity } from '../market/entity-history.ts';
import type { MarketSource } from '../market/market-source.ts';
import { itpIdParam } from '../query-params.ts';

/** @throws {ServiceError} 404 there is no such DTF on the chain. */
export function findDtf(state: DataNodeState, itpId: string): Dtf {
  const dtf = state.shareLedger.dtf(itpId);
  if (dtf === undefined) throw new ServiceError(404, `no DTF with id ${itpId.slice(0, 66)}`);
  return dtf;
}

/** @throws {ServiceError} 404 there is no such source, or it has no such asset. */
export function findMarket(
  state: DataNodeState,
  { source: sourceId, asset }: { readonly source: string; readonly asset: string },
): { readonly source: MarketSource; readonly entity: number } {
  const source = state.marketSources.source(sourceId);
  if (source === undefined) throw new ServiceError(404, 'no such source');
  const entity = findEntity(source, asset);
  if (entity < 0) throw new ServiceError(404, `source ${source.id} has no such asset`);
  return { source, entity };
}

/** An address as contracts take it; the text was checked before. */
export function parseAccount(address: string): Address {
  return getAddress(address.toLowerCase());
}

/**
 * The parameter `itp_id` where it may be left out.
 *
 * @throws {ServiceError} 400 it is there and not `0x` and 64 hex digits.
 */
export function optionalItpId(query: URLSearchParams): string | null {
  return query.has('itp_id') ? itpIdParam(query) : null;
}

/**
 * The DTF of an id, or the first one.
 *
 * @throws {ServiceError} 404 there is no such DTF.
 */
export function findDtfOrFirst(state: DataNodeState, itpId: string | null): Dtf {
  return findDtf(state, itpId ?? state.shareLedger.dtfs()[0]?.itpId ?? '');
}
