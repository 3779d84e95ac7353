import type { IncomingHttpHeaders } from 'node:http';
import { type CsvRow, csvLines } from '../../lib/encoding/csv.ts';
import { encodePieces } from '../../lib/encoding/encode-pieces.ts';
import { RawJson } from '../../lib/encoding/raw-json.ts';
import { runYielding } from '../../lib/event-loop-turns.ts';
import { createMediaTypeNegotiator } from '../accepted-media-types.ts';
import type { ResponseHeaders } from '../response/http-response.ts';
import type { JsonRoute } from '../route.ts';

const mediaType = 'text/csv; charset=utf-8';

/** With all parameters that clients may name (RFC 4180 §3, RFC 8259 §11). */
const csvType = `${mediaType}; header=present`;
const preferredTypes = createMediaTypeNegotiator(['application/json; charset=utf-8', csvType]);

/** Whether an `Accept` header prefers CSV to JSON. */
const prefersCsv = ({ accept }: IncomingHttpHeaders): boolean =>
  accept !== undefined && preferredTypes(accept)[0] === csvType;

/** Returns the raw cache key of a GET request: its URL, and whether it prefers CSV. */
export const rawKeyOfRead = (url: string, headers: IncomingHttpHeaders): string =>
  prefersCsv(headers) ? `${url} ${mediaType}` : url;

const formatParameter = /([?&])format=(csv|json)(?=&|$)&?/;

/**
 * Reads and removes the parameter `format` of a route that has CSV; another value than `csv` or `json`
 * stays where it is.
 */
export function readFormat<C>(
  { csv }: Pick<JsonRoute<C>, 'csv'>,
  {
    url = '',
    headers,
  }: { readonly url?: string | undefined; readonly headers: IncomingHttpHeaders },
): { readonly url: string; readonly isCsv: boolean } {
  if (!csv) return { url, isCsv: false };
  const given = formatParameter.exec(url);
  if (!given) return { url, isCsv: prefersCsv(headers) };
  const rest = url.replace(formatParameter, '$1').replace(/[?&]$/, '');
  return { url: rest, isCsv: given[2] === 'csv' };
}

/**
 * Encodes the rows of a response body as CSV, in pieces and without blocking the event loop. Without a
 * row, the columns are those of the route's example.
 */
export function encodeCsv<C>(
  { csv = () => [], example }: Pick<JsonRoute<C>, 'csv' | 'example'>,
  body: unknown,
  signal: AbortSignal,
): Promise<readonly Buffer[]> {
  const value = body instanceof RawJson ? JSON.parse(body.text) : body;
  const rowsOf = (one: unknown) => csv(one as never) as readonly CsvRow[];
  return runYielding(encodePieces(csvLines(rowsOf(value), rowsOf(example))), signal);
}

const maxNameLength = 120;

/** Headers of a CSV response; the file is named after the route and its parameters. */
export function csvHeaders<C>(
  { path }: Pick<JsonRoute<C>, 'path'>,
  input: Readonly<Record<string, unknown>>,
): ResponseHeaders {
  const fixed = path.split('/').filter((part) => part !== '' && !part.startsWith('{'));
  const given = Object.values(input).filter(
    (one) => typeof one === 'string' || typeof one === 'number',
  );
  const name = [...fixed, ...given].join('-').replaceAll(/[^\w.]+/g, '-');
  return {
    'Content-Type': mediaType,
    'Content-Disposition': `attachment; filename="${name.slice(0, maxNameLength)}.csv"`,
  };
}
