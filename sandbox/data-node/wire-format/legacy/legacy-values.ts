import { type BytesResponse, createBytesResponse } from '../../../lib/http-service.ts';
import { parseIsoSeconds } from '../../query-params.ts';

/**
 * Returns the plain-text 400 response to a missing parameter. Legacy data nodes send no JSON here.
 */
export function createMissingParameterResponse(name: string): BytesResponse {
  return createBytesResponse(`Failed to deserialize query string: missing field \`${name}\``, {
    status: 400,
    headers: { 'content-type': 'text/plain; charset=utf-8' },
  });
}

/** Formats a time in Unix seconds as ISO 8601, in the variant of legacy data nodes. */
export function formatLegacyIsoTime(seconds: number): string {
  return new Date(seconds * 1000).toISOString();
}

/** Parses an ISO parameter into Unix seconds; null if it is absent or not ISO, which is ignored. */
export function parseIsoParameter(query: URLSearchParams, name: string): number | null {
  return parseIsoSeconds(query.get(name) ?? '');
}
