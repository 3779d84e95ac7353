import { z } from 'zod';

const readyLine = z.object({
  ready: z.literal(true),
  url: z.url().optional(),
  l3: z.url().optional(),
  settlement: z.url().optional(),
});

/** What a process prints when it is ready: the URL it serves, or the two chains. */
export type ReadyLine = z.infer<typeof readyLine>;

/** Reads the one JSON line by which a process says that it is ready; `null` for any other line. */
export function parseReadyLine(line: string): ReadyLine | null {
  if (!line.startsWith('{') || !line.includes('"ready"')) return null;
  try {
    return readyLine.safeParse(JSON.parse(line)).data ?? null;
  } catch {
    return null;
  }
}
