import type { ServerResponse } from 'node:http';
import { keepAliveLines } from '../http/connections/keep-alive.ts';
import { endWithByteBudget, type RawResponse } from '../http/response/raw-response.ts';
import { currentHttpDate } from '../lib/clock.ts';
import { batchImmediate } from '../streaming/batch-immediate.ts';
import { hasHeadInternals, type NodeInternals, nodeInternals } from './node-internals.ts';

/**
 * Whether `sendWithPreparedHead` can send a response: keep-alive, no head yet, all internals present.
 */
export function canWritePreparedHead(
  response: ServerResponse,
  names: NodeInternals = nodeInternals,
): boolean {
  return (
    response.shouldKeepAlive &&
    !response.headersSent &&
    !response.chunkedEncoding &&
    hasHeadInternals(response, names)
  );
}

/**
 * Sends a response whose head is formatted text, cheaper than `writeHead`. It sets `_header`, where
 * `writeHead` stores its text and `end` reads it. Responses of one turn of the event loop are
 * written together.
 */
export function sendWithPreparedHead(response: ServerResponse, ready: RawResponse): void {
  const { body } = ready;
  const fields = response as unknown as Record<string, unknown>;
  fields[nodeInternals.header] = formatResponseHead(ready);
  if (body === null) fields[nodeInternals.hasBody] = false;
  batchImmediate(() => {
    if (response.destroyed) return;
    if (body === null) response.end();
    else endWithByteBudget(response, body, ready.budget);
  });
}

/** Returns a complete head: adds `Date` if missing, the keep-alive headers and the blank line. */
export function formatResponseHead({ head, hasDate }: RawResponse): string {
  return head + (hasDate ? keepAliveLines : datedKeepAliveLines());
}

let dated = { date: '', text: '' };

/** The last lines of a head, formatted once a second because of `Date`. */
function datedKeepAliveLines(): string {
  const date = currentHttpDate();
  if (date !== dated.date) dated = { date, text: `Date: ${date}\r\n${keepAliveLines}` };
  return dated.text;
}
