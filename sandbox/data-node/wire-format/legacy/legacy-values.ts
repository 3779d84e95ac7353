import { type BytesResponse, bytesResponse } from '../../../lib/http-service.ts';
import { parseIsoSeconds } from '../../query-params.ts';

/** The plain-text 400 of a missing parameter; legacy data nodes do not send JSON here. */
export function missingParameterResponse(name: string): BytesResponse {
  return bytesResponse(`Failed to deserialize query string: missing field \`${name}\``, {
    status: 400,
    headers: { 'content-type': 'text/plain; charset=utf-8' },
  });
}

/** ISO 8601 of a time in seconds, in the format of legacy data nodes. */
export function formatLegacyIsoTime(seconds: number): string {
  return new Date(seconds * 1000).toISOString();
}

/** A time from an ISO parameter in Unix seconds; null when absent or not ISO: it is ignored. */
export function parseIsoParameter(query: URLSearchParams, name: string): number | null {
  return parseIsoSeconds(query.get(name) ?? '');
}
