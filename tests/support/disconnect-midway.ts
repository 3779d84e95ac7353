import type { ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'vitest';
import { requestIdFor } from './request-id-for.ts';

/**
 * Lets a client leave while its request, past node's parser and with the id `gone`, waits for an
 * upstream: the upstream's call ends then and not before, and the log tells of status 499.
 */
export async function disconnectMidway(options: {
  readonly asked: Promise<unknown>;
  readonly client: { readonly close: () => void };
  /** The upstream's answers that are waited for. */
  readonly open: readonly ServerResponse[];
  readonly lines: readonly { readonly requestId?: string; readonly status?: number }[];
  /** How many requests node's parser has read: two before this one. */
  readonly parsed: () => number;
}): Promise<void> {
  const { asked, client, open, lines, parsed } = options;
  asked.catch(() => {});
  await expect.poll(() => open).toHaveLength(1);
  expect(parsed()).toBe(2);
  await pause(20);
  expect(open[0]?.destroyed).toBe(false);
  client.close();
  await expect.poll(() => open[0]?.destroyed).toBe(true);
  await expect
    .poll(() => lines.find(({ requestId }) => requestId === requestIdFor('gone'))?.status)
    .toBe(499);
  await expect(asked).rejects.toThrow();
}
