import { randomFillSync } from 'node:crypto';
import { systemClock } from '../lib/clock.ts';
import type { RequestInfo } from './request-info.ts';

/** A UUID of any version (RFC 9562), or a ULID. */
const standardId =
  /^(?:[\da-f]{8}-[\da-f]{4}-[1-8][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}|[0-7][\da-hjkmnp-tv-z]{25})$/i;
/** What a trusted proxy may name a request: nothing that could break a header or a log line. */
const safeRequestId = /^[\w.:-]{1,128}$/;

/** Random bytes of an id, and how many ids' worth is drawn at once. */
const bytesPerId = 10;
const pool = Buffer.alloc(bytesPerId * 512);
let used = pool.length;
let last = { millis: Number.NaN, prefix: '' };

/** The 48 bits of time and the version, as they stand in an id; they change once a millisecond. */
function prefixNow(): string {
  const millis = systemClock.now();
  if (millis !== last.millis) {
    const hex = millis.toString(16).padStart(12, '0');
    last = { millis, prefix: `${hex.slice(0, 8)}-${hex.slice(8)}-7` };
  }
  return last.prefix;
}

/** A UUIDv7 (RFC 9562, 5.7) whose 74 other bits are random: it tells nothing of the ids before it. */
export function createUuidV7(): string {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const hex = pool.toString('hex', used, used + bytesPerId);
  const variant = '89ab'[(pool[used + 2] as number) & 3];
  used += bytesPerId;
  return `${prefixNow()}${hex.slice(0, 3)}-${variant}${hex.slice(5, 8)}-${hex.slice(8)}`;
}

/**
 * The id of a request: the client's own `X-Request-Id` where it is a UUID or a ULID, any harmless
 * one where a trusted proxy sends it, else a new UUIDv7.
 */
export function resolveRequestId(
  { headers }: Pick<RequestInfo, 'headers'>,
  isFromProxy = false,
): string {
  const given = headers['x-request-id'];
  const accepted = isFromProxy ? safeRequestId : standardId;
  return typeof given === 'string' && accepted.test(given) ? given : createUuidV7();
}
