import { createHash } from 'node:crypto';
import { canonicalJson } from '../../lib/canonical-json.ts';
import type { EventCursor } from '../../streaming/event-cursor.ts';
import type { Retention } from '../../streaming/subscriber-registry.ts';
import type { RunInput, SweepInput } from './parameters/run-query.ts';
import type { PublicRunEvent, PublicSweepEvent } from './run-simulation.ts';
import { retentionOf } from './simulation-events.ts';

/**
 * Positions say what a client has already seen, not what this process has sent: a client can go
 * on at another replica or after the computation began anew. They hold for one request only.
 */
function nameOf(input: RunInput | SweepInput): string {
  const { force: _force, ...asked } = input;
  return createHash('sha256').update(canonicalJson(asked)).digest('base64url').slice(0, 12);
}

/**
 * The id of the last event of a computation, by its parameters alone: `force` makes no other one of
 * it. No position of a client that is to go on is spelled like it.
 */
export const finalEventId = (input: RunInput | SweepInput): string => `${nameOf(input)}.end`;

/** What follows the request's name in the client's position; null when it is another request's. */
function restOf(after: string | null, name: string): string | null {
  return after?.startsWith(`${name}.`) ? after.slice(name.length + 1) : null;
}

/** The last event is one that nobody may miss: the transport says itself that it was the last. */
function reachOf(event: PublicRunEvent | PublicSweepEvent): Retention {
  const retention = retentionOf(event);
  return retention === 'terminal' ? 'replay' : retention;
}

/**
 * Leaves out the progress that the client has seen, and marks the rest with positions like
 * `name.57.5`, the percentage reached.
 */
export function resumeRun(input: RunInput, cursor: EventCursor) {
  const name = nameOf(input);
  const rest = restOf(cursor.after, name);
  const reached = rest === null || !/^\d{1,3}(\.\d{1,20})?$/.test(rest) ? -1 : Number(rest);
  return (event: PublicRunEvent): PublicRunEvent | undefined => {
    cursor.setRetention(reachOf(event));
    if (event.type !== 'progress') return event;
    if (event.pct <= reached) return undefined;
    cursor.setPosition(`${name}.${event.pct}`);
    return event;
  };
}

/**
 * Leaves out the variants that the client has seen, and marks the rest with positions like
 * `name.1f`: the set of variants seen, a bit each, in hexadecimal.
 */
export function resumeSweep(input: SweepInput, cursor: EventCursor) {
  const name = nameOf(input);
  const rest = restOf(cursor.after, name);
  let seen = rest === null || !/^[\da-f]{1,64}$/.test(rest) ? 0n : BigInt(`0x${rest}`);
  return (event: PublicSweepEvent): PublicSweepEvent | undefined => {
    cursor.setRetention(reachOf(event));
    if (event.type === 'variant_done' || event.type === 'variant_error') {
      const bit = 1n << BigInt(event.variant_index);
      if ((seen & bit) !== 0n) return undefined;
      seen |= bit;
    }
    cursor.setPosition(`${name}.${seen.toString(16)}`);
    return event;
  };
}
