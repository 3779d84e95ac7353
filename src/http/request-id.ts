import { randomFillSync } from 'node:crypto';
import { systemClock } from '../lib/clock.ts';
import type { RequestInfo } from './request-info.ts';

/** A UUID of any version (RFC 9562), or a ULID. */
const standardId =
  /^(?:[\da-f]{8}-[\da-f]{4}-[1-8][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}|[0-7][\da-hjkmnp-tv-z]{25})$/i;
/** Ids accepted from trusted proxies: characters that are safe in headers and log lines. */
const safeRequestId = /^[\w.:-]{1,128}$/;

/** Random bytes of one id; the pool is filled for 512 ids at once. */
const bytesPerId = 10;
const pool = Buffer.alloc(bytesPerId * 512);
let used = pool.length;
let last = { millis: Number.NaN, prefix: '' };

/** The timestamp and version of an id, formatted once a millisecond. */
function prefixNow(): string {
  const millis = systemClock.now();
  if (millis !== last.millis) {
    const hex = millis.toString(16).padStart(12, '0');
    last = { millis, prefix: `${hex.slice(0, 8)}-${hex.slice(8)}-7` };
  }
  return last.prefix;
}

/** Creates a UUIDv7 (RFC 9562 §5.7) with 74 random bits, so that ids do not reveal earlier ones. */
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
 * Returns the id of a request: the client's `X-Request-Id` if it is a UUID or a ULID, any safe one
 * from a trusted proxy, otherwise a new UUIDv7.
 */
export function resolveRequestId(
  { headers }: Pick<RequestInfo, 'headers'>,
  isFromProxy = false,
): string {
  const given = headers['x-request-id'];
  const accepted = isFromProxy ? safeRequestId : standardId;
  return typeof given === 'string' && accepted.test(given) ? given : createUuidV7();
}
