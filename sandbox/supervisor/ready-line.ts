import { z } from 'zod';

const readyLine = z.object({
  ready: z.literal(true),
  url: z.url().optional(),
  l3: z.url().optional(),
  settlement: z.url().optional(),
});

/** The line that a process prints when it is ready, with its URL or those of both chains. */
export type ReadyLine = z.infer<typeof readyLine>;

/**
 * Parses the JSON line with which a process reports that it is ready; `null` for any other line.
 */
export function parseReadyLine(line: string): ReadyLine | null {
  if (!line.startsWith('{') || !line.includes('"ready"')) return null;
  try {
    return readyLine.safeParse(JSON.parse(line)).data ?? null;
  } catch {
    return null;
  }
}
