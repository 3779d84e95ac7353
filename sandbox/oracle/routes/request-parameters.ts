import { ServiceError, type ServiceRequest } from '../../lib/http-service.ts';
import {
  type Batch,
  createPositionKey,
  getTickSchedule,
  type PlayerPosition,
} from '../market-state/batch.ts';
import { getTickAt } from '../settle/tick-timing.ts';
import type { OracleRouteContext } from './route-context.ts';

/**
 * Finds the batch of the path's id.
 *
 * @throws {ServiceError} 400 the id is not a whole number; 404 there is no such batch; 503 the
 * chain has not been read.
 */
export function findBatchFromPath(
  context: OracleRouteContext,
  { params }: Pick<ServiceRequest, 'params'>,
): Batch {
  return findBatchById(context, parseWholeNumber(params.id ?? '', 'batch id'));
}

/**
 * Throws until the chain has been read completely, because a batch or position that is missing then
 * may exist.
 *
 * @throws {ServiceError} 503 the chain has not been read.
 */
export function assertChainRead({ syncedTo }: Pick<OracleRouteContext, 'syncedTo'>): void {
  if (syncedTo() === 0) throw new ServiceError(503, 'the chain has not been read yet');
}

/**
 * Finds a batch by id.
 *
 * @throws {ServiceError} 404 there is no such batch; 503 the chain has not been read.
 */
export function findBatchById(context: OracleRouteContext, id: number): Batch {
  assertChainRead(context);
  const batch = context.marketState.batch(id);
  if (batch === undefined) throw new ServiceError(404, `Batch ${id} not found`);
  return batch;
}

/**
 * Finds a player's open position.
 *
 * @throws {ServiceError} 404 the player has none in the batch.
 */
export function findOpenPosition(
  context: OracleRouteContext,
  batchId: number,
  player: string,
): PlayerPosition {
  const position = context.marketState.openPosition(batchId, player.toLowerCase());
  if (position === undefined) {
    throw new ServiceError(404, `Player not found: ${player} not found in batch ${batchId}`);
  }
  return position;
}

/** Returns the running tick of a batch. */
export function getCurrentTick(context: Pick<OracleRouteContext, 'now'>, batch: Batch): number {
  return Math.max(0, getTickAt(getTickSchedule(batch, 0), Math.floor(context.now() / 1000)));
}

/**
 * Parses a whole number of at least 0.
 *
 * @throws {ServiceError} 400 the text has other characters than digits.
 */
export function parseWholeNumber(text: string, name: string): number {
  const value = Number(text);
  if (!/^\d{1,30}$/.test(text)) throw new ServiceError(400, `${name} must be a whole number`);
  return value;
}

/**
 * Parses an address in any case into lower case.
 *
 * @throws {ServiceError} 400 the text is not an address.
 */
export function parseAddressParameter(text: unknown, name: string): string {
  if (typeof text !== 'string' || !/^0x[0-9a-fA-F]{40}$/.test(text)) {
    throw new ServiceError(400, `Invalid ${name}: an address is 0x and 40 hex digits`);
  }
  return text;
}

/** Sums the gains and losses of a position so far, wei. */
export function sumPositionPnl(context: OracleRouteContext, position: PlayerPosition): bigint {
  return context.ledger.pnlOf(createPositionKey(position));
}
