import type { ServerResponse } from 'node:http';
import { keepAliveHeaderLines } from '../http/connections/keep-alive.ts';
import {
  endAndCountBytes,
  type ResponseHeadAndBody,
} from '../http/response/serialized-response.ts';
import { currentHttpDate } from '../lib/clock.ts';
import { setBatchedImmediate } from '../streaming/batch-immediate.ts';
import { type NodeInternalNames, nodeInternals, readNodeInternal } from './node-internals.ts';

/**
 * Sends a response whose head is formatted text, cheaper than `writeHead`. It sets `_header`, where
 * `writeHead` stores its text and `end` reads it. Responses of one turn of the event loop are
 * written together.
 *
 * @returns false, without sending, unless the connection is kept alive, the response has no head
 * yet and node has all internal properties.
 */
export function sendWithPreparedHead(
  response: ServerResponse,
  ready: ResponseHeadAndBody,
  names: NodeInternalNames = nodeInternals,
): boolean {
  const { shouldKeepAlive, headersSent, chunkedEncoding } = response;
  const hasInternals =
    readNodeInternal(response, names.header) === null &&
    readNodeInternal(response, names.hasBody) === true;
  if (!shouldKeepAlive || headersSent || chunkedEncoding || !hasInternals) return false;
  const { body } = ready;
  const fields = response as unknown as Record<string, unknown>;
  fields[names.header] = completeResponseHead(ready);
  if (body === null) fields[names.hasBody] = false;
  setBatchedImmediate(() => {
    if (response.destroyed) return;
    if (body === null) response.end();
    else endAndCountBytes(response, body, ready.budget);
  });
  return true;
}

/** Returns a complete head: adds `Date`, the keep-alive headers and the blank line. */
export const completeResponseHead = ({ head }: ResponseHeadAndBody): string =>
  `${head}Date: ${currentHttpDate()}\r\n${keepAliveHeaderLines}`;
