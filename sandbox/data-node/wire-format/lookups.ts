import { type Address, getAddress } from 'viem';
import { ServiceError } from '../../lib/http-service.ts';
import type { Dtf } from '../chain/share-ledger.ts';
import type { DataNodeState } from '../data-node-state.ts';
import { findEntity } from '../market/entity-history.ts';
import type { MarketSource } from '../market/market-source.ts';
import { parseItpIdParam } from '../query-params.ts';

/**
 * Finds a DTF by id.
 *
 * @throws {ServiceError} 404 there is no such DTF on the chain.
 */
export function findDtf(state: DataNodeState, itpId: string): Dtf {
  const dtf = state.shareLedger.dtf(itpId);
  if (dtf === undefined) throw new ServiceError(404, `no DTF with id ${itpId.slice(0, 66)}`);
  return dtf;
}

/**
 * Finds a source and the position of an asset.
 *
 * @throws {ServiceError} 404 there is no such source, or it has no such asset.
 */
export function findSourceEntity(
  state: DataNodeState,
  { source: sourceId, asset }: { readonly source: string; readonly asset: string },
): { readonly source: MarketSource; readonly entity: number } {
  const source = state.marketSources.source(sourceId);
  if (source === undefined) throw new ServiceError(404, 'no such source');
  const entity = findEntity(source, asset);
  if (entity < 0) throw new ServiceError(404, `source ${source.id} has no such asset`);
  return { source, entity };
}

/** Converts a valid address to the type that contract calls need. */
export function parseAccount(address: string): Address {
  return getAddress(address.toLowerCase());
}

/**
 * Parses the optional parameter `itp_id`; null if it is absent.
 *
 * @throws {ServiceError} 400 the value is not `0x` and 64 hex digits.
 */
export function parseOptionalItpId(query: URLSearchParams): string | null {
  return query.has('itp_id') ? parseItpIdParam(query) : null;
}

/**
 * Finds the DTF with an id; the first DTF if the id is null.
 *
 * @throws {ServiceError} 404 there is no such DTF.
 */
export function findDtfOrFirst(state: DataNodeState, itpId: string | null): Dtf {
  return findDtf(state, itpId ?? state.shareLedger.dtfs()[0]?.itpId ?? '');
}
