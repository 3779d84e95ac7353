import { createHash } from 'node:crypto';
import { canonicalJson } from '../../lib/canonical-json.ts';
import type { EventDeliveryMode } from '../../streaming/subscribable-stream.ts';
import type { SubscriptionCursor } from '../../streaming/subscription-cursor.ts';
import type { RunParameters, SweepParameters } from './parameters/run-query.ts';
import type { PublicRunEvent, PublicSweepEvent } from './run-simulation.ts';
import { getEventDeliveryMode } from './simulation-events.ts';

/** Returns the prefix of a request's event ids. The rest of an id encodes the received events. */
function eventIdPrefix(input: RunParameters | SweepParameters): string {
  const { force: _force, ...parameters } = input;
  return createHash('sha256').update(canonicalJson(parameters)).digest('base64url').slice(0, 12);
}

/** Returns the id of a computation's last event; it depends on the parameters without `force`. */
export const finalEventId = (input: RunParameters | SweepParameters): string =>
  `${eventIdPrefix(input)}.end`;

/** Returns an event id without its prefix; null when the id belongs to another request. */
function stripPrefix(after: string | null, name: string): string | null {
  return after?.startsWith(`${name}.`) ? after.slice(name.length + 1) : null;
}

/** Returns an event's delivery mode; for the last one `replay`, as its transport ends the stream. */
function transportDeliveryMode(event: PublicRunEvent | PublicSweepEvent): EventDeliveryMode {
  const deliveryMode = getEventDeliveryMode(event);
  return deliveryMode === 'terminal' ? 'replay' : deliveryMode;
}

/**
 * Creates a filter that drops the progress events that the client has received. It sets the ids of
 * the other progress events, which contain the percentage: `name.57.5`.
 */
export function createRunResumeTracker(input: RunParameters, cursor: SubscriptionCursor) {
  const name = eventIdPrefix(input);
  const rest = stripPrefix(cursor.after, name);
  const reached = rest === null || !/^\d{1,3}(\.\d{1,20})?$/.test(rest) ? -1 : Number(rest);
  return (event: PublicRunEvent): PublicRunEvent | undefined => {
    cursor.setDeliveryMode(transportDeliveryMode(event));
    if (event.type !== 'progress') return event;
    if (event.pct <= reached) return undefined;
    cursor.setPosition(`${name}.${event.pct}`);
    return event;
  };
}

/**
 * Creates a filter that drops the variants that the client has received. It sets the ids of all
 * other events, which contain the received variants as a bit set in hex: `name.1f`.
 */
export function createReceivedVariantFilter(input: SweepParameters, cursor: SubscriptionCursor) {
  const name = eventIdPrefix(input);
  const rest = stripPrefix(cursor.after, name);
  let seen = rest === null || !/^[\da-f]{1,64}$/.test(rest) ? 0n : BigInt(`0x${rest}`);
  return (event: PublicSweepEvent): PublicSweepEvent | undefined => {
    cursor.setDeliveryMode(transportDeliveryMode(event));
    if (event.type === 'variant_done' || event.type === 'variant_error') {
      const bit = 1n << BigInt(event.variant_index);
      if ((seen & bit) !== 0n) return undefined;
      seen |= bit;
    }
    cursor.setPosition(`${name}.${seen.toString(16)}`);
    return event;
  };
}
