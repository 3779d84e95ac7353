import { createJsonResponse, ServiceError, type ServiceRoute } from '../../lib/http-service.ts';
import { getTickSchedule } from '../market-state/batch.ts';
import { getRevealDeadline } from '../settle/tick-timing.ts';
import type { StoredTick } from '../store/tick-store.ts';
import { getOracleWireFormat } from './oracle-wire-format.ts';
import { assertChainRead, findBatchFromPath, parseWholeNumber } from './request-parameters.ts';
import { toBatchBody, toBatchStateBody } from './response-bodies.ts';
import type { OracleRouteContext } from './route-context.ts';

/** Maximum number of returned batches, and of returned ticks of a batch (spec: Limits). */
const MAX_BATCHES = 100;
const MAX_HISTORY = 100;

/** Routes that return batches, their ticks and revealed bitmaps. */
export function createBatchRoutes(context: OracleRouteContext): readonly ServiceRoute[] {
  const wireFormat = getOracleWireFormat(context.wireFormat);

  function latestTicks(batchId: number): readonly StoredTick[] {
    try {
      return context.ticks.latest(batchId, MAX_HISTORY);
    } catch {
      // The database's error message is not sent to the client.
      throw new ServiceError(500, 'Database query failed');
    }
  }

  return [
    {
      method: 'GET',
      path: '/vision/batches',
      handle: () => {
        assertChainRead(context);
        const newest = [...context.marketState.batches()].reverse().slice(0, MAX_BATCHES);
        return createJsonResponse({
          batches: newest.map((batch) => wireFormat.batch(toBatchBody(context, batch))),
        });
      },
    },
    {
      method: 'GET',
      path: '/vision/batch/:id/state',
      handle: (request) =>
        createJsonResponse(
          wireFormat.batch(toBatchStateBody(context, findBatchFromPath(context, request))),
        ),
    },
    {
      method: 'GET',
      path: '/vision/batch/:id/history',
      handle: (request) =>
        createJsonResponse(wireFormat.history(latestTicks(findBatchFromPath(context, request).id))),
    },
    {
      method: 'GET',
      path: '/vision/reveal/:id/:tick',
      handle: (request) => {
        const batch = findBatchFromPath(context, request);
        const tick = parseWholeNumber(request.params.tick ?? '', 'tick id');
        const window = context.revealWindow(batch.tickDuration);
        const deadline = getRevealDeadline(getTickSchedule(batch, tick), tick, window);
        const now = Math.floor(context.now() / 1000);
        if (now < deadline) {
          const times = `Deadline: ${deadline}, now: ${now}`;
          throw new ServiceError(403, `Reveal window not yet expired. ${times}`);
        }
        if ((context.ticks.nextTick(batch.id) ?? 0) <= tick) {
          const times = `Deadline: ${deadline}, now: ${now}`;
          throw new ServiceError(403, `Tick ${tick} is not resolved yet. ${times}`);
        }
        const resolved = context.ticks.find(batch.id, tick);
        const open =
          resolved === undefined ? [] : context.ledger.findBitmaps(batch.id, resolved.value);
        const hashes = new Map(resolved?.value.bitmaps);
        const bitmaps = open.map(({ player, bytes }) => ({
          player,
          bitmap_hex: bytes,
          hash: hashes.get(player),
        }));
        return createJsonResponse(wireFormat.body({ batch_id: batch.id, tick_id: tick, bitmaps }));
      },
    },
  ];
}
