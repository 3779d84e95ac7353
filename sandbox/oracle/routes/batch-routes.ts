import { json, ServiceError, type ServiceRoute } from '../../kit/http-service.ts';
import { clockOf } from '../book/batch.ts';
import { revealDeadline } from '../settle/timing.ts';
import type { StoredTick } from '../store/tick-store.ts';
import { dialectOf } from './dialect.ts';
import { batchOf, requireChain, wholeNumber } from './parameters.ts';
import { batchView, stateView } from './views.ts';
import type { World } from './world.ts';

/** Batches returned at most, and ticks of a batch (spec: Limits). */
const MAX_BATCHES = 100;
const MAX_HISTORY = 100;

/** Routes that read batches, their ticks and what was revealed. */
export function batchRoutes(world: World): readonly ServiceRoute[] {
  const dialect = dialectOf(world.dialect);

  function latestTicks(batchId: number): readonly StoredTick[] {
    try {
      return world.ticks.latest(batchId, MAX_HISTORY);
    } catch {
      // The database's own words stay inside.
      throw new ServiceError(500, 'Database query failed');
    }
  }

  return [
    {
      method: 'GET',
      path: '/vision/batches',
      handle: () => {
        requireChain(world);
        const newest = [...world.book.batches()].reverse().slice(0, MAX_BATCHES);
        return json({ batches: newest.map((batch) => dialect.batch(batchView(world, batch))) });
      },
    },
    {
      method: 'GET',
      path: '/vision/batch/:id/state',
      handle: (request) => json(dialect.batch(stateView(world, batchOf(world, request)))),
    },
    {
      method: 'GET',
      path: '/vision/batch/:id/history',
      handle: (request) => json(dialect.history(latestTicks(batchOf(world, request).id))),
    },
    {
      method: 'GET',
      path: '/vision/reveal/:id/:tick',
      handle: (request) => {
        const batch = batchOf(world, request);
        const tick = wholeNumber(request.params.tick ?? '', 'tick id');
        const window = world.revealWindow(batch.tickDuration);
        const deadline = revealDeadline(clockOf(batch, tick), tick, window);
        const now = Math.floor(world.now() / 1000);
        if (now < deadline) {
          const times = `Deadline: ${deadline}, now: ${now}`;
          throw new ServiceError(403, `Reveal window not yet expired. ${times}`);
        }
        if ((world.ticks.nextTick(batch.id) ?? 0) <= tick) {
          const times = `Deadline: ${deadline}, now: ${now}`;
          throw new ServiceError(403, `Tick ${tick} is not resolved yet. ${times}`);
        }
        const resolved = world.ticks.find(batch.id, tick);
        const open =
          resolved === undefined ? [] : world.ledger.openBitmaps(batch.id, resolved.value);
        const hashes = new Map(resolved?.value.bitmaps);
        const bitmaps = open.map(({ player, bytes }) => ({
          player,
          bitmap_hex: bytes,
          hash: hashes.get(player),
        }));
        return json(dialect.body({ batch_id: batch.id, tick_id: tick, bitmaps }));
      },
    },
  ];
}
